import { formatDecimal, parseDecimal, PRICE_SCALE } from '#kit/model/money.ts';

/** A line as far as its price goes; prices are texts of numeric(18,4). */
interface PricedLine {
  id: string;
  channelSku: string;
  currency: string;
  unitPrice: string;
  expectedPrice: string | null;
}

/** A price that the channel changed and nobody has decided yet. */
interface PriceChange {
  field: string;
  lineId: string | null;
  after: string | null;
}

/** What accepting the price of a line means. */
export interface PriceComparison {
  channelSku: string;
  currency: string;
  /** What the order costs here now. */
  current: string;
  /** What the channel wants instead; null = it has not changed it. */
  wanted: string | null;
  /** null = none known. */
  agreed: string | null;
  /** Of what would hold, against the agreed price; null where there is none. */
  difference: string | null;
  /** The same in percent, whole tenths, rounded towards zero. */
  percent: string | null;
}

/** Price, agreed price and difference per line; the channel's new price counts where it has one. */
export function comparePrices(lines: readonly PricedLine[], changes: readonly PriceChange[]): PriceComparison[] {
  const currency = changes.find(({ field }) => field === 'currency')?.after;
  return lines.map((line) => {
    // One part may stand on several lines, each with its price.
    const change = changes.find(({ field, lineId }) => field === 'unitPrice' && lineId === line.id);
    const wanted = change?.after ?? null;
    // Agreed prices are in the currency that the order had.
    const agreed = currency && currency !== line.currency ? null : line.expectedPrice;
    const price = parseDecimal(wanted ?? line.unitPrice, PRICE_SCALE);
    const expected = agreed === null ? null : parseDecimal(agreed, PRICE_SCALE);
    const off = price === null || expected === null ? null : price - expected;
    return {
      channelSku: line.channelSku,
      currency: currency ?? line.currency,
      current: line.unitPrice,
      wanted,
      agreed,
      difference: off === null ? null : signed(off, formatDecimal(off, PRICE_SCALE)),
      percent: off === null || !expected ? null : tenths((off * 1000n) / expected),
    };
  });
}

/** Lines whose price is another than agreed, or shall become another. */
export const isOff = ({ wanted, difference }: PriceComparison): boolean =>
  wanted !== null || (difference !== null && Number(difference) !== 0);

const signed = (value: bigint, text: string): string => (value > 0n ? `+${text}` : text);

const tenths = (value: bigint): string => signed(value, `${formatDecimal(value, 1)}%`);
