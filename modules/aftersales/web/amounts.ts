import { exponentOf } from '#kit/model/currency.ts';
import { formatDecimal, parseDecimal } from '#kit/model/money.ts';

/** Minor units of a decimal text; what cannot be read is none. */
export const parseAmount = (text: string, currency: string): bigint => parseDecimal(text, exponentOf(currency)) ?? 0n;

export const formatAmount = (units: bigint, currency: string): string => formatDecimal(units, exponentOf(currency));
