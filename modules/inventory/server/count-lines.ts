import { newId, type Tx } from '#kit/server/database.ts';
import type { StockCountRow } from '../model/stock-count.ts';
import { planBins } from './counted-bins.ts';
import { lockLevels, type LevelKey } from './levels.ts';

/** Most lines of one count: as many as a draft may have. */
const MOST_LINES = 5000;

/**
 * What is to be counted, each SKU once, with what the ledger says of it at this moment. Levels are
 * locked meanwhile, so that of two counts that begin at once one sees the other.
 * @returns how many lines there are, and the first that another count is busy with
 */
export async function beginLines(
  tx: Tx,
  count: StockCountRow,
): Promise<{ lineCount: number; busy: { sku: string; countNo: string } | undefined }> {
  const { id, warehouseId, extent, isBlind } = count;
  await tx.run`
    delete from stock_count_line l using stock_count_line e
    where l.tenant_id = ${tx.tenant} and l.count_id = ${id}::uuid and e.tenant_id = l.tenant_id
      and e.count_id = l.count_id and e.sku_id = l.sku_id and e.condition = l.condition and e.id < l.id`;
  if (extent === 'all') await planWhole(tx, id, warehouseId);
  if (extent === 'bins') await planBins(tx, count, MOST_LINES);
  const keys = await tx.rows<LevelKey>`
    select ${warehouseId}::uuid as warehouse_id, sku_id, condition from stock_count_line
    where tenant_id = ${tx.tenant} and count_id = ${id}::uuid`;
  if (keys.length === 0) return { lineCount: 0, busy: undefined };
  const levels = [...(await lockLevels(tx, keys, true)).values()];
  await tx.run`
    update stock_count_line l set start_qty = v.on_hand, start_seq = v.seq,
      book_qty = case when ${isBlind ?? false} then null else v.on_hand end
    from unnest(${levels.map((l) => l.skuId)}::uuid[], ${levels.map((l) => l.condition)}::text[],
      ${levels.map((l) => l.onHand)}::integer[], ${levels.map((l) => l.seq)}::bigint[])
      as v (sku_id, condition, on_hand, seq)
    where l.tenant_id = ${tx.tenant} and l.count_id = ${id}::uuid
      and l.sku_id = v.sku_id and l.condition = v.condition`;
  return { lineCount: keys.length, busy: await busyElsewhere(tx, id, warehouseId, levels) };
}

/** Everything that lies in the warehouse, beside what was planned by name. */
const planWhole = async (tx: Tx, id: string, warehouseId: string): Promise<void> => {
  const lying = await tx.rows<LevelKey>`
    select warehouse_id, sku_id, condition from stock_level v
    where v.tenant_id = ${tx.tenant} and v.warehouse_id = ${warehouseId}::uuid and v.on_hand <> 0
      and not exists (select 1 from stock_count_line l where l.tenant_id = v.tenant_id
        and l.count_id = ${id}::uuid and l.sku_id = v.sku_id and l.condition = v.condition)
    order by sku_id, condition limit ${MOST_LINES}`;
  await tx.run`
    insert into stock_count_line (tenant_id, id, count_id, sku_id, condition, create_by, create_time)
    select ${tx.tenant}, n.id, ${id}::uuid, n.sku_id, n.condition, ${tx.actor.username}, ${tx.now}
    from unnest(${lying.map(() => newId())}::uuid[], ${lying.map((l) => l.skuId)}::uuid[],
      ${lying.map((l) => l.condition)}::text[]) as n (id, sku_id, condition)`;
};

/** A SKU is counted by one document at a time: two would post the same difference twice. */
export const busyElsewhere = (
  tx: Tx,
  id: string,
  warehouseId: string,
  keys: readonly Pick<LevelKey, 'skuId' | 'condition'>[],
): Promise<{ sku: string; countNo: string } | undefined> =>
  tx.maybe`
    select s.sku_code as sku, c.count_no from stock_count c
    join stock_count_line l on l.tenant_id = c.tenant_id and l.count_id = c.id
    join unnest(${keys.map((k) => k.skuId)}::uuid[], ${keys.map((k) => k.condition)}::text[])
      as k (sku_id, condition) on k.sku_id = l.sku_id and k.condition = l.condition
    join sku s on s.tenant_id = l.tenant_id and s.id = l.sku_id
    where c.tenant_id = ${tx.tenant} and c.warehouse_id = ${warehouseId}::uuid
      and c.status in ('counting', 'review') and c.id <> ${id}::uuid
    order by s.sku_code limit 1`;

/** Which lines nobody has counted: how many, and the first of them. */
export const linesCounted = (tx: Tx, id: string): Promise<{ uncounted: number; first: string | null }> =>
  tx.one`
    select count(*)::integer as uncounted, min(s.sku_code) as first
    from stock_count_line l join sku s on s.tenant_id = l.tenant_id and s.id = l.sku_id
    where l.tenant_id = ${tx.tenant} and l.count_id = ${id}::uuid and l.counted_qty is null`;

/** A count is over: lines show what was found, those that nobody counted hold nothing if so said. */
export async function settleLines(tx: Tx, { id, warehouseId }: StockCountRow, emptyIsZero: boolean): Promise<void> {
  if (emptyIsZero)
    await tx.run`
      update stock_count_line l set counted_qty = 0, count_moved = v.on_hand - l.start_qty,
        counted_by = ${tx.actor.username}, counted_at = ${tx.now}, version = l.version + 1
      from stock_level v where l.tenant_id = ${tx.tenant} and l.count_id = ${id}::uuid
        and l.counted_qty is null and v.tenant_id = l.tenant_id and v.warehouse_id = ${warehouseId}::uuid
        and v.sku_id = l.sku_id and v.condition = l.condition`;
  await tx.run`
    update stock_count_line set book_qty = start_qty, moved_qty = count_moved,
      difference_qty = counted_qty - start_qty - count_moved
    where tenant_id = ${tx.tenant} and count_id = ${id}::uuid`;
}

/** Brings the sums of a count up to its lines. */
export async function tallyCount(tx: Tx, id: string): Promise<void> {
  await tx.run`
    update stock_count c set line_count = s.lines, counted_count = s.counted,
      different_count = s.different, difference_qty = s.difference
    from (select count(*)::integer as lines, count(counted_qty)::integer as counted,
        count(*) filter (where difference_qty <> 0)::integer as different,
        coalesce(sum(difference_qty), 0)::integer as difference
      from stock_count_line where tenant_id = ${tx.tenant} and count_id = ${id}::uuid) s
    where c.tenant_id = ${tx.tenant} and c.id = ${id}::uuid`;
}
