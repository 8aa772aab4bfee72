/** The first digits of what was typed or pasted, such as `123 456`; full-width ones count too. */
export const onlyDigits = (typed: string, most: number): string =>
  typed.normalize('NFKC').replace(/\D/g, '').slice(0, most);
