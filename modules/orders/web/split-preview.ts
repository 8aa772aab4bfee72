import { exponentOf } from '#kit/model/currency.ts';
import { formatDecimal, parseDecimal, PRICE_SCALE } from '#kit/model/money.ts';
import { splitRefused } from '../model/errors.ts';
import { dividedAmount, movable, splitFault, type SplitPart } from '../model/split-plan.ts';
import type { OrderLineRow } from './order-row.ts';

/** Units of one new order by line id. */
export type TypedPart = Readonly<Record<string, number>>;

interface Sum {
  units: number;
  /** A decimal text of the currency. */
  amount: string;
}

/** What a split would make of an order, before it is asked for. */
export interface SplitPreview {
  /** Why it cannot be made, in the words of the server; null = it can. */
  fault: string | null;
  /** What is sent. */
  items: SplitPart[];
  stays: Sum;
  parts: Sum[];
}

type Line = Pick<OrderLineRow, 'id' | 'channelSku' | 'qty' | 'qtyCancelled' | 'unitPrice' | 'lineNet'>;

/** @param typed units of each new order; a line that it does not name gives it none */
export function planSplit(lines: readonly Line[], typed: readonly TypedPart[], currency: string): SplitPreview {
  const items = typed.map((part) =>
    Object.entries(part).flatMap(([lineId, qty]) => (qty > 0 ? [{ lineId, qty }] : [])),
  );
  const fault = splitFault(lines, items);
  const exponent = exponentOf(currency);
  const sums = [...typed, null].map(() => ({ units: 0, minor: 0n }));
  for (const line of lines) {
    const taken = typed.map((part) => part[line.id] ?? 0);
    const stays = movable(line) - taken.reduce((sum, qty) => sum + qty, 0);
    if (stays < 0) continue;
    const amounts = dividedAmount(
      parseDecimal(line.lineNet, exponent) ?? 0n,
      [stays, ...taken],
      parseDecimal(line.unitPrice, PRICE_SCALE) ?? 0n,
      exponent,
    );
    for (const [at, units] of [stays, ...taken].entries()) {
      const sum = sums[at] as { units: number; minor: bigint };
      sum.units += units;
      sum.minor += amounts[at]?.net ?? 0n;
    }
  }
  const [stays, ...parts] = sums.map(({ units, minor }) => ({
    units,
    amount: formatDecimal(minor, exponent),
  }));
  const skuOf = (id: string): string => lines.find((line) => line.id === id)?.channelSku ?? '';
  const refusal = fault && splitRefused(fault, skuOf);
  return {
    fault: refusal ? (refusal.errors?.[0]?.message ?? refusal.message) : null,
    items,
    stays: stays as Sum,
    parts,
  };
}
