const FORMULA_START = /^'*[=+\-@\t\r]/;
const NEUTRALISED_START = /^'+[=+\-@\t\r]/;

/**
 * Makes a text harmless for a spreadsheet program that would read it as a formula: text starting
 * with `=` `+` `-` `@` tab or CR gets a leading apostrophe. Text that already looks neutralised gets
 * one more, so that `restoreNeutralised` gives back exactly what went in.
 */
export function neutraliseText(text: string): string {
  return FORMULA_START.test(text) ? `'${text}` : text;
}

/** The reverse of `neutraliseText`; any other text passes unchanged. */
export function restoreNeutralised(text: string): string {
  return NEUTRALISED_START.test(text) ? text.slice(1) : text;
}
