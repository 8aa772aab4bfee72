import { formatDecimal, parseDecimal, PRICE_SCALE } from '#kit/model/money.ts';

export interface DisputedLine {
  channelSku: string;
  qty: number;
  /** Text of numeric(18,4). */
  expectedPrice: string;
  actualPrice: string;
}

const plain = (price: bigint): string => formatDecimal(price, PRICE_SCALE).replace(/(\.\d{2})00$/, '$1');

const priceOf = (price: string): bigint => parseDecimal(price, PRICE_SCALE) ?? 0n;

/** What is written to a channel that takes disputes by no interface: to be copied there as it stands. */
export function disputeText(channelOrderNo: string, currency: string, lines: readonly DisputedLine[]): string {
  const rows = lines.map(({ channelSku, qty, expectedPrice, actualPrice }) => {
    const [agreed, ordered] = [priceOf(expectedPrice), priceOf(actualPrice)];
    const off = ordered - agreed;
    return `- ${channelSku} x ${qty}: PO price ${plain(ordered)} ${currency}, agreed price ${plain(agreed)} ${currency} (${off > 0n ? '+' : ''}${plain(off)} each)`;
  });
  return [
    `PO ${channelOrderNo}: the unit price differs from the agreed price.`,
    ...rows,
    'Please correct the PO to the agreed price, or tell us why it differs. We hold the order until then.',
  ].join('\n');
}
