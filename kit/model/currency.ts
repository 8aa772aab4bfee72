import { formatDecimal } from './money.ts';

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

/** All other currencies that money is in today (ISO 4217, list one, without metals, funds and codes for tests). */
const WITH_CENTS =
  'AED AFN ALL AMD AOA ARS AUD AWG AZN BAM BBD BDT BMD BND BOB BRL BSD BTN BWP BYN BZD CAD CDF CHF CNY COP CRC CUP ' +
  'CVE CZK DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD GTQ GYD HKD HNL HTG HUF IDR ILS INR IRR JMD KES ' +
  'KGS KHR KPW KYD KZT LAK LBP LKR LRD LSL MAD MDL MGA MKD MMK MNT MOP MRU MUR MVR MWK MXN MYR MZN NAD NGN NIO NOK ' +
  'NPR NZD PAB PEN PGK PHP PKR PLN QAR RON RSD RUB SAR SBD SCR SDG SEK SGD SHP SLE SOS SRD SSP STN SVC SYP SZL THB ' +
  'TJS TMT TOP TRY TTD TWD TZS UAH USD UYU UZS VES WST XCD XCG YER ZAR ZMW ZWG';
const CURRENCIES: ReadonlySet<string> = new Set([...WHOLE, ...THOUSANDTHS, ...WITH_CENTS.split(' ')]);

/** Whether a code in capitals is that of a currency. */
export const isCurrency = (code: string): boolean => CURRENCIES.has(code);

/**
 * An amount in a sentence, as people read it everywhere: 850000n of USD is `8,500.00 USD`.
 * @param minor minor units
 */
export const moneyText = (minor: bigint, currency: string): string =>
  `${formatDecimal(minor, exponentOf(currency)).replace(/\B(?=(\d{3})+(\.|$))/g, ',')} ${currency}`;
