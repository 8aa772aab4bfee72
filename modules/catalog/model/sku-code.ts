/** Code without case, blanks, dashes and other signs: the same rule as the column `normal_code`. */
export const normalCode = (code: string): string => code.toLowerCase().replace(/[^a-z0-9]/g, '');

/** The ways a UPC is written: twelve digits, or thirteen with the zero that makes it an EAN. */
export function upcSpellings(code: string): string[] {
  if (/^\d{12}$/.test(code)) return [code, `0${code}`];
  return /^0\d{12}$/.test(code) ? [code, code.slice(1)] : [code];
}
