/**
 * Numbers as people and spreadsheets write them, as plain decimal texts; no float touches them.
 */
export type NumberText =
  | { decimal: string }
  /** `shortened`: written as 1.2E+11, so that digits may be missing. */
  | { fault: 'malformed' | 'shortened' };

/** Full-width letters, digits and signs as their narrow ones: `１２．５` is `12.5`. */
export const halfWidth = (text: string): string =>
  text.replaceAll(/[！-～]/g, (sign) => String.fromCharCode(sign.charCodeAt(0) - 0xfee0)).replaceAll('\u3000', ' ');

const BLANKS_BESIDE_SIGNS = /(?<![\d.,])\s+|\s+(?![\d.,])/g;
const GROUPED_BY_BLANKS = /(?<![\d.,])\d{1,3}(?:\s\d{3})+(?![\d,])/g;

/**
 * Without the blanks of `$ 1 234`, which part nothing. Others stay: `1 2` may be two numbers, and
 * is never 12.
 */
export const closeUp = (text: string): string =>
  text.replaceAll(BLANKS_BESIDE_SIGNS, '').replaceAll(GROUPED_BY_BLANKS, (groups) => groups.replaceAll(/\s/g, ''));

const GROUPED = /^\d{1,3}(?:,\d{3})+(?:\.\d*)?$/;
const PLAIN = /^(?:\d+\.?\d*|\.\d+)$/;

/**
 * Takes thousands separators where they stand right, full-width signs, a plus, a minus in front or
 * behind, and an amount in brackets as a negative one. `1,5` is refused: it may be 1.5 or 15.
 */
export function decimalText(text: string, { isPercentTaken = false } = {}): NumberText {
  const typed = closeUp(halfWidth(text)).replaceAll('−', '-');
  if (/^[+-]?\d(?:\.\d+)?e[+-]?\d+$/i.test(typed)) return { fault: 'shortened' };
  const isPercent = isPercentTaken && typed.endsWith('%');
  const signed = /^(?:\((?<bracketed>.+)\)|(?<sign>[+-]?)(?<front>.+?)(?<behind>-?))$/.exec(
    isPercent ? typed.slice(0, -1) : typed,
  )?.groups;
  const number = signed?.['bracketed'] ?? signed?.['front'] ?? '';
  const isNegative = signed?.['bracketed'] !== undefined || signed?.['sign'] === '-' || signed?.['behind'] === '-';
  if (signed?.['sign'] && signed['behind']) return { fault: 'malformed' };
  if (number.length > 40 || !(GROUPED.test(number) || PLAIN.test(number))) return { fault: 'malformed' };
  const plain = number.replaceAll(',', '');
  const [wholePart = '', fraction = ''] = (isPercent ? hundredth(plain) : plain).split('.');
  const digits = wholePart.replace(/^0+(?=\d)/, '') || '0';
  const decimal = fraction === '' ? digits : `${digits}.${fraction}`;
  return { decimal: isNegative && /[1-9]/.test(decimal) ? `-${decimal}` : decimal };
}

/** A fraction as a percentage: `0.13000000` → `13%`; what is no number stays as it is. */
export function percentText(fraction: unknown): string {
  const text = String(fraction ?? '');
  const parts = /^(-?)(\d+)(?:\.(\d*))?$/.exec(text);
  if (!parts) return text;
  const [, sign = '', whole = '', places = ''] = parts;
  const moved = places.padEnd(2, '0');
  const digits = `${whole}${moved.slice(0, 2)}`.replace(/^0+(?=\d)/, '');
  const rest = moved.slice(2).replace(/0+$/, '');
  return `${sign}${rest === '' ? digits : `${digits}.${rest}`}%`;
}

function hundredth(plain: string): string {
  const [whole = '', fraction = ''] = plain.split('.');
  const digits = whole.padStart(3, '0');
  const moved = `${digits.slice(-2)}${fraction}`.replace(/0+$/, '');
  return moved === '' ? digits.slice(0, -2) : `${digits.slice(0, -2)}.${moved}`;
}
