/** Decimal places of currencies that do not have two (ISO 4217). */
const EXPONENTS: Record<string, number> = {
  JPY: 0,
  KRW: 0,
  VND: 0,
  CLP: 0,
  KWD: 3,
  BHD: 3,
  JOD: 3,
  OMR: 3,
  TND: 3,
};

/** Currency of prices and costs that name none of their own. */
export const BASE_CURRENCY = 'USD';

export const exponentOf = (currency: string): number => EXPONENTS[currency] ?? 2;

/** Codes of the currencies with so many places, of those that do not have two. */
export const currenciesWith = (places: number): string[] =>
  Object.keys(EXPONENTS).filter((code) => EXPONENTS[code] === places);
