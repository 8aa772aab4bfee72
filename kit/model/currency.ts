/** Currencies that are not divided, and those divided into thousands; all others have cents (ISO 4217). */
const WHOLE = 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX VND VUV XAF XOF XPF'.split(' ');
const THOUSANDTHS = 'BHD IQD JOD KWD LYD OMR TND'.split(' ');
const EXPONENTS: Readonly<Record<string, number>> = Object.fromEntries([
  ...WHOLE.map((code) => [code, 0]),
  ...THOUSANDTHS.map((code) => [code, 3]),
]);

export const exponentOf = (currency: string): number => EXPONENTS[currency] ?? 2;

/** Codes of the currencies with so many places, of those that do not have two. */
export const currenciesWith = (places: number): string[] =>
  Object.keys(EXPONENTS).filter((code) => EXPONENTS[code] === places);
