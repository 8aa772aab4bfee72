import { closeUp, decimalText, halfWidth, type NumberText } from './decimal-text.ts';

/** Signs of currencies and the codes they may stand for; a dollar is that of the row. */
const SIGNS: Readonly<Record<string, readonly string[]>> = {
  $: 'USD CAD AUD NZD SGD HKD TWD MXN CLP'.split(' '),
  '¥': ['CNY', 'JPY'],
  元: ['CNY'],
  '€': ['EUR'],
  '£': ['GBP'],
  '₩': ['KRW'],
  '₫': ['VND'],
  '₹': ['INR'],
};

/** Letters that tell one dollar, or one yuan, from another. */
const LETTERED: Readonly<Record<string, string>> = {
  US$: 'USD',
  C$: 'CAD',
  CA$: 'CAD',
  A$: 'AUD',
  AU$: 'AUD',
  NZ$: 'NZD',
  S$: 'SGD',
  HK$: 'HKD',
  NT$: 'TWD',
  MX$: 'MXN',
  'CN¥': 'CNY',
  'JP¥': 'JPY',
};

const MARK = /(?:[A-Z]{1,2})?[$¥€£₩₫₹]|[A-Z]{3}|元/gi;
const MARKED = new RegExp(
  `^([+-]?\\(?[+-]?)((?:${MARK.source})*)([+-]?[\\d.,]*)((?:${MARK.source})*)([+-]?\\)?)$`,
  'i',
);

/** `currency`: it says that it is of another one than the amount would be taken for. */
export type AmountText = NumberText | { fault: 'currency' };

/**
 * An amount as people and spreadsheets write it: a number as {@link decimalText} takes it, with the
 * sign or the code of its currency before or behind. One that names another currency is refused:
 * the same figure would be another amount.
 * @param currency code of the currency it is to be in; absent: nobody knows, no mark is judged
 */
export function amountText(text: string, currency?: string): AmountText {
  const typed = closeUp(halfWidth(text)).replaceAll('￥', '¥').replaceAll('−', '-');
  const [, before = '', front = '', number = '', behind = '', after = ''] = MARKED.exec(typed) ?? [];
  const marks = `${front} ${behind}`.match(MARK) ?? [];
  if (marks.length === 0) return decimalText(text);
  const read = decimalText(before + number + after);
  if ('fault' in read || currency === undefined) return read;
  return marks.every((mark) => mayMean(mark.toUpperCase(), currency)) ? read : { fault: 'currency' };
}

const mayMean = (mark: string, currency: string): boolean =>
  mark === currency || LETTERED[mark] === currency || (SIGNS[mark]?.includes(currency) ?? false);
