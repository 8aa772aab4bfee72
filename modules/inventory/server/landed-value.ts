import { exponentOf } from '#kit/model/currency.ts';
import { newId, type Tx } from '#kit/server/database.ts';
import { baseCurrency } from '#modules/base/server/index.ts';
import type { AccountName, Posting } from '#modules/ledger/model/journal.ts';
import { postEntries } from '#modules/ledger/server/index.ts';
import { settleShare, stillHeld } from '../model/settle-share.ts';
import { noteRevaluations } from './revaluation.ts';

/** What came of one line of a receipt, whatever has become of it. */
export interface ReceivedGoods {
  lineId: string;
  receiptId: string;
  skuId: string;
  sku: string;
  qty: number;
  /** What it cost when it came, minor units. */
  value: bigint;
  movementIds: string[];
  /** The line of another document that it answers, and the cost that was announced. */
  refLineId: string | null;
  unitCost: string | null;
}

/** What has come of receipts, by line; lines of which nothing came are left out. */
export const receivedGoods = (tx: Tx, receiptIds: readonly string[]): Promise<ReceivedGoods[]> =>
  tx.rows`
    select l.id as line_id, l.receipt_id, l.sku_id, s.sku_code as sku, sum(m.qty)::integer as qty,
      sum(m.cost_value)::bigint as value, array_agg(m.id order by m.id) as movement_ids,
      l.ref_line_id, l.unit_cost::text
    from inbound_receipt_line l
    join sku s on s.tenant_id = l.tenant_id and s.id = l.sku_id
    join stock_movement m on m.tenant_id = l.tenant_id and m.ref_type = 'inboundReceipt'
      and m.ref_id = l.receipt_id and m.sku_id = l.sku_id
      and split_part(m.idempotency_key, ':', 2) = l.id::text
    where l.tenant_id = ${tx.tenant} and l.receipt_id = any(${receiptIds}::uuid[])
    group by l.id, l.receipt_id, l.sku_id, l.ref_line_id, l.unit_cost, s.sku_code order by l.id`;

/** Receipts with lines that answer any of these lines of another document. */
export async function receiptsAnswering(tx: Tx, refLineIds: readonly string[]): Promise<string[]> {
  const rows = await tx.rows<{ id: string }>`
    select distinct receipt_id as id from inbound_receipt_line
    where tenant_id = ${tx.tenant} and ref_line_id = any(${refLineIds}::uuid[])`;
  return rows.map(({ id }) => id);
}

/** The document that a cost comes from, and whom it is owed to. */
export interface CostSource {
  refType: string;
  refId: string;
  refNo: string;
  warehouse: { id: string; name: string };
  owed: AccountName;
  /** `YYYY-MM-DD`: the day of the entry. */
  day: string;
}

/** What became of the share of one line. */
export interface LandedShare {
  lineId: string;
  leftQty: number;
  stock: bigint;
  late: bigint;
}

/**
 * Adds a cost to goods that were received before (domain.md §2.3): what units bear that still lie in
 * the layers of their receipt, in whatever condition, raises these layers, so that they cost more when
 * they leave; what the others bear is 成本差异. Units that were sold, lost or moved to another
 * warehouse have left: a transfer is not followed.
 * @param shares of lines in one warehouse, minor units of the currency of stock
 */
export async function addLandedValue(
  tx: Tx,
  source: CostSource,
  shares: readonly { goods: ReceivedGoods; amount: bigint }[],
): Promise<LandedShare[]> {
  const layers = await lockLayers(
    tx,
    shares.flatMap(({ goods }) => goods.movementIds),
  );
  const raised: { id: string; qtyLeft: number; amount: bigint }[] = [];
  const landed = shares.map(({ goods, amount }) => {
    const own = layers.filter(({ movementId }) => goods.movementIds.includes(movementId));
    const left = own.map(({ qtyLeft }) => qtyLeft);
    const { parts, late } = settleShare(amount, goods.qty, left);
    for (const [index, { id, qtyLeft }] of own.entries()) raised.push({ id, qtyLeft, amount: parts[index] ?? 0n });
    const leftQty = left.reduce((sum, qty) => sum + qty, 0);
    return { lineId: goods.lineId, leftQty, stock: amount - late, late };
  });
  const real = raised.filter(({ amount }) => amount > 0n);
  await changeValues(
    tx,
    source,
    real.map(({ id, amount }) => ({ id, change: amount })),
  );
  await noteRaised(tx, source.refId, real);
  const stock = landed.reduce((sum, one) => sum + one.stock, 0n);
  const late = landed.reduce((sum, one) => sum + one.late, 0n);
  const postings = sides(source, stock, late, await baseCurrency(tx));
  await postEntry(tx, source, { event: 'landed', memo: '头程费用', postings });
  return landed;
}

/**
 * Takes such a cost back: what the layers still hold of it leaves them, the rest is 成本差异, since
 * what has left was costed with it.
 * @param total everything that was posted, minor units
 * @returns what the layers gave back
 */
export async function takeBackLandedValue(tx: Tx, source: CostSource, total: bigint): Promise<bigint> {
  const layers = await tx.rows<{
    id: string;
    qtyThen: number;
    amount: bigint;
    qtyLeft: number;
    valueLeft: bigint;
  }>`
    select c.id, a.qty_left as qty_then, a.amount, c.qty_left, c.value_left
    from landed_layer a join cost_layer c on c.tenant_id = a.tenant_id and c.id = a.layer_id
    where a.tenant_id = ${tx.tenant} and a.ref_id = ${source.refId}::uuid
    order by c.id for update of c`;
  const held = layers.map((layer) => ({ id: layer.id, amount: stillHeld(layer, layer) }));
  await changeValues(
    tx,
    source,
    held.flatMap(({ id, amount }) => (amount > 0n ? [{ id, change: -amount }] : [])),
  );
  const stock = held.reduce((sum, { amount }) => sum + amount, 0n);
  const currency = await baseCurrency(tx);
  const postings = sides(source, stock, total - stock, currency).map(({ debit, credit, ...rest }) => ({
    ...rest,
    debit: credit,
    credit: debit,
  }));
  await postEntry(tx, source, { event: 'landed reversed', memo: '冲销头程费用', postings });
  return stock;
}

interface HeldLayer {
  id: string;
  movementId: string;
  qtyLeft: number;
}

/** Those that hold anything, in the order in which shipments lock them too. */
const lockLayers = (tx: Tx, movementIds: readonly string[]): Promise<HeldLayer[]> =>
  tx.rows`
    select id, movement_id, qty_left from cost_layer
    where tenant_id = ${tx.tenant} and movement_id = any(${movementIds}::uuid[]) and qty_left > 0
    order by id for update`;

/** What the units of a layer cost changes with its value, those that find no layer cost as much. */
async function changeValues(
  tx: Tx,
  { refId }: CostSource,
  changes: readonly { id: string; change: bigint }[],
): Promise<void> {
  if (changes.length === 0) return;
  const whole = 10 ** exponentOf(await baseCurrency(tx));
  const changed = await tx.rows<{ warehouseId: string; skuId: string; amount: bigint }>`
    update cost_layer l set value_left = l.value_left + c.change,
      unit_cost = case when l.qty_left > 0
        then round((l.value_left + c.change) / (l.qty_left * ${whole}::numeric), 4) else l.unit_cost end
    from unnest(${changes.map(({ id }) => id)}::uuid[], ${changes.map(({ change }) => change)}::bigint[])
      as c (id, change)
    where l.tenant_id = ${tx.tenant} and l.id = c.id
    returning l.warehouse_id, l.sku_id, c.change as amount`;
  await noteRevaluations(
    tx,
    changed.map((one) => ({ ...one, cause: 'landed', refId })),
  );
}

async function noteRaised(
  tx: Tx,
  refId: string,
  raised: readonly { id: string; qtyLeft: number; amount: bigint }[],
): Promise<void> {
  if (raised.length === 0) return;
  await tx.run`
    insert into landed_layer (tenant_id, id, ref_id, layer_id, qty_left, amount, create_time)
    select ${tx.tenant}, r.id, ${refId}::uuid, r.layer_id, r.qty_left, r.amount, ${tx.now}
    from unnest(${raised.map(() => newId())}::uuid[], ${raised.map(({ id }) => id)}::uuid[],
      ${raised.map(({ qtyLeft }) => qtyLeft)}::integer[], ${raised.map(({ amount }) => amount)}::bigint[])
      as r (id, layer_id, qty_left, amount)`;
}

function sides({ warehouse, owed }: CostSource, stock: bigint, late: bigint, currency: string): Posting[] {
  const inventory: AccountName = {
    code: 'inventory',
    part: warehouse.id,
    partName: warehouse.name,
  };
  return [
    { debit: inventory, amount: stock },
    { debit: { code: 'variance:landed' as const }, amount: late },
  ].flatMap((side) => (side.amount === 0n ? [] : [{ ...side, credit: owed, currency }]));
}

async function postEntry(
  tx: Tx,
  { refType, refId, refNo, day }: CostSource,
  entry: { event: string; memo: string; postings: readonly Posting[] },
): Promise<void> {
  if (entry.postings.length > 0) await postEntries(tx, [{ refType, refId, refNo, day, ...entry }]);
}
