import { formatDecimal, PRICE_SCALE } from '#kit/model/money.ts';
import type { Tx } from '#kit/server/database.ts';
import type { Disposition, ReturnOutcome } from '../../model/return-order.ts';

/** A line of a return, as it is stored. */
export interface StoredLine {
  id: string;
  returnId: string;
  orderLineId: string | null;
  skuId: string;
  sku: string;
  qtyRequested: number;
  outcome: ReturnOutcome | null;
  unitCredit: string | null;
  note: string | null;
  currency: string;
  qtyReceived: number;
  qtyGood: number;
  qtyDamaged: number;
  qtyWrong: number;
  /** Of these, units that are in the books until the disposal. */
  wrongOpen: number;
  qtyMissing: number;
  disposition: Disposition | null;
  damagedDisposition: Disposition | null;
  /** Units that are credited though they are not here, and why. */
  qtyAccepted: number;
  acceptReason: string | null;
  refurbOpen: number;
  credited: bigint;
}

/** Lines of returns in their order, by return. */
export async function linesOf(tx: Tx, returns: readonly { id: string }[]): Promise<Map<string, StoredLine[]>> {
  const rows = await tx.rows<StoredLine>`
    select l.id, l.return_id, l.order_line_id, l.sku_id, s.sku_code as sku, l.qty_requested, l.outcome,
      l.unit_credit, l.note, l.currency, l.qty_received, l.qty_good, l.qty_damaged, l.qty_wrong,
      l.wrong_open, l.qty_missing,
      l.disposition, l.damaged_disposition, l.qty_accepted, l.accept_reason, l.refurb_open, l.credited
    from return_line l join sku s on s.tenant_id = l.tenant_id and s.id = l.sku_id
    where l.tenant_id = ${tx.tenant} and l.return_id = any(${returns.map(({ id }) => id)}::uuid[])
    order by l.create_time, l.id`;
  return Map.groupBy(rows, ({ returnId }) => returnId);
}

/** What a line is called where it is refused. */
export const nameOf = ({ sku }: StoredLine): string => sku;

/** Goods that came with a line: of a bundle each component. */
export interface LineGoods {
  lineId: string;
  skuId: string;
  /** Units of the goods in one unit of the line. */
  perUnit: number;
  qty: number;
  /** What they came back with, minor units of the base currency. */
  value: bigint;
}

/** What came with each line, by line. */
export async function goodsOf(tx: Tx, lines: readonly { id: string }[]): Promise<Map<string, LineGoods[]>> {
  const rows = await tx.rows<LineGoods>`
    select line_id, sku_id, per_unit, qty, value from return_unit
    where tenant_id = ${tx.tenant} and line_id = any(${lines.map(({ id }) => id)}::uuid[])
    order by line_id, sku_id`;
  return Map.groupBy(rows, ({ lineId }) => lineId);
}

/** Prices of order lines as text, as they are stored. */
export const priceText = (price: bigint): string => formatDecimal(price, PRICE_SCALE);

/** Sets the sums of the head from the lines. */
export const sumUp = (tx: Tx, returnId: string): Promise<number> =>
  tx.run`
    update return_order r set qty_received = s.received, qty_good = s.good, qty_damaged = s.damaged,
      qty_wrong = s.wrong, qty_missing = s.missing, refurb_open = s.refurb
    from (
      select coalesce(sum(qty_received), 0) as received, coalesce(sum(qty_good), 0) as good,
        coalesce(sum(qty_damaged), 0) as damaged, coalesce(sum(qty_wrong), 0) as wrong,
        coalesce(sum(qty_missing), 0) as missing, coalesce(sum(refurb_open), 0) as refurb
      from return_line where tenant_id = ${tx.tenant} and return_id = ${returnId}::uuid) s
    where r.tenant_id = ${tx.tenant} and r.id = ${returnId}::uuid`;

/** Adds to what a return brought back, gave up and credited; its loss follows. */
export const addValues = (
  tx: Tx,
  returnId: string,
  { recovered = 0n, lost = 0n, credit = 0n }: { recovered?: bigint; lost?: bigint; credit?: bigint },
): Promise<number> =>
  tx.run`
    update return_order set recovered_value = recovered_value + ${recovered}, lost_value = lost_value + ${lost},
      credit_base = credit_base + ${credit},
      return_loss = return_loss + ${credit} - ${recovered} + ${lost}
    where tenant_id = ${tx.tenant} and id = ${returnId}::uuid`;
