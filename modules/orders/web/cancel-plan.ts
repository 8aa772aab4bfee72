import { openUnits, type LineUnits } from './order-row.ts';

/** What a cancellation of some units would do, before it is asked for. */
export interface CancelPlan {
  /** Lines and units to send; empty = nothing chosen. */
  items: { lineId: string; qty: number }[];
  units: number;
  /** Units of stock that become free again. */
  released: number;
  /** Units that lie in boxes already: their shipments are opened again. */
  packed: number;
  /** State of the order afterwards. */
  after: 'cancelled' | 'shipped' | 'same';
}

/** @param chosen units to cancel by line id; a line not named keeps all of its units */
export function planCancel(lines: readonly LineUnits[], chosen: Readonly<Record<string, number>>): CancelPlan {
  const parts = lines.map((line) => {
    const open = openUnits(line);
    const qty = Math.min(Math.max(chosen[line.id] ?? 0, 0), open);
    const left = open - qty;
    return { line, qty, left };
  });
  const items = parts.flatMap(({ line, qty }) => (qty > 0 ? [{ lineId: line.id, qty }] : []));
  const isDone = parts.every(({ left }) => left === 0);
  const isShipped = lines.some((line) => line.qtyShipped > 0);
  return {
    items,
    units: items.reduce((sum, { qty }) => sum + qty, 0),
    released: parts.reduce((sum, { line, left, qty }) => sum + (qty > 0 ? Math.max(0, line.qtyReserved - left) : 0), 0),
    packed: parts.reduce(
      (sum, { line, left, qty }) => sum + (qty > 0 ? Math.max(0, line.qtyPacked - line.qtyShipped - left) : 0),
      0,
    ),
    after: !isDone ? 'same' : isShipped ? 'shipped' : 'cancelled',
  };
}
