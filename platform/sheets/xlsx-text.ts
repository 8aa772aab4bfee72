/** Characters that XML 1.0 cannot carry, lone halves of surrogate pairs included. */
const ILLEGAL =
  // eslint-disable-next-line no-control-regex
  /[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;
// eslint-disable-next-line no-control-regex
const NEEDS_WORK = /[&<>"\x00-\x1f\ud800-\udfff\ufffe\uffff]|_x[0-9A-Fa-f]{4}_/;
const EDGE_SPACE = /^\s|\s$|\n/;
const ESCAPE_LOOKALIKE = /_(?=x[0-9A-Fa-f]{4}_)/g;
const ESCAPED = /_x([0-9A-Fa-f]{4})_/g;

/** A 0-based column index as letters: 0 → A, 25 → Z, 26 → AA. */
export function columnName(index: number): string {
  let name = '';
  for (let rest = index + 1; rest > 0; rest = Math.floor((rest - 1) / 26)) {
    name = String.fromCharCode(65 + ((rest - 1) % 26)) + name;
  }
  return name;
}

/** Column index of a cell reference such as `AB12`; -1 when it is none. */
export function columnIndex(reference: string): number {
  let index = 0;
  let length = 0;
  for (; length < reference.length; length += 1) {
    const code = reference.charCodeAt(length) & ~0x20;
    if (code < 65 || code > 90) break;
    index = index * 26 + (code - 64);
  }
  return length === 0 || length > 3 ? -1 : index - 1;
}

/** Text for an XML attribute or element; illegal characters are dropped. */
export function xmlText(text: string): string {
  if (!NEEDS_WORK.test(text)) return text;
  return text
    .replace(ILLEGAL, '')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll('\r', '&#13;');
}

/** The `<t>` element of a cell text. */
export function textElement(text: string): string {
  // The format reads `_x000D_` as a character escape, so a text that looks like one is escaped.
  const escaped = text.includes('_x') ? text.replace(ESCAPE_LOOKALIKE, '_x005F_') : text;
  const space = EDGE_SPACE.test(escaped) ? ' xml:space="preserve"' : '';
  return `<t${space}>${xmlText(escaped)}</t>`;
}

/** Resolves the `_xHHHH_` escapes of a stored cell text. */
export function decodeCellText(text: string): string {
  if (!text.includes('_x')) return text;
  return text.replace(ESCAPED, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
}

/** A valid sheet name: at most 31 characters, none of `[]:*?/\`, no apostrophe at the ends. */
export function sheetNameText(name: string): string {
  const clean = name
    .replace(ILLEGAL, '')
    .replace(/[[\]:*?/\\\r\n\t]/g, ' ')
    .slice(0, 31)
    .replace(/^[\s']+|[\s']+$/g, '');
  return clean === '' ? 'Sheet1' : clean;
}

/** A column width that fits the title; a Chinese character is about two digits wide. */
export function defaultWidth(title: string): number {
  let width = 4;
  for (const character of title) width += character.charCodeAt(0) > 0xff ? 2 : 1;
  return Math.max(width, 12);
}
