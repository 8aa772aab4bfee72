const NUMBER = /^-?\d+(\.\d+)?$/;

/** Groups the digits of a decimal text: `1234567.5` → `1,234,567.5`; anything else stays as it is. */
export function grouped(value: unknown): string {
  const text = String(value ?? '');
  if (!NUMBER.test(text)) return text;
  const [whole = '', fraction] = text.split('.');
  const spaced = whole.replace(/\B(?=(\d{3})+$)/g, ',');
  return fraction === undefined ? spaced : `${spaced}.${fraction}`;
}

/** Drops zeros a unit price does not need, but never below two places: 12.5000 → 12.50. */
export function shortPrice(value: unknown): string {
  const text = String(value ?? '');
  const match = /^(-?\d+\.\d{2})(\d*?)0*$/.exec(text);
  return match ? `${match[1]}${match[2]}` : text;
}

/** Drops trailing zeros of a rate: 7.12000000 → 7.12. */
export const shortRate = (value: unknown): string =>
  String(value ?? '')
    .replace(/(\.\d*?)0+$/, '$1')
    .replace(/\.$/, '');
