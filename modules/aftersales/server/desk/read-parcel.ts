import { toWireTime } from '#kit/model/time.ts';
import type { Tx } from '#kit/server/database.ts';
import { baseConditions } from '#kit/server/query/row-conditions.ts';
import { join, sql } from '#kit/server/sql.ts';
import { deskGoods } from '#modules/inventory/server/index.ts';
import { readReturnable } from '#modules/orders/server/index.ts';
import type { DeskCount, DeskLine, DeskReturn } from '../../model/return-desk.ts';
import { returnOrder } from '../../model/return-order.ts';
import { claimsOf, takenBeside, unitsLeft } from '../claims/claims.ts';

/** In these states goods of a return may be received. */
export const RECEIVABLE: readonly string[] = ['approved', 'receiving'];

interface StoredReturn extends Omit<DeskReturn, 'dueAt' | 'isOpen' | 'lines'> {
  dueAt: Date | null;
  type: string;
  warehouseId: string | null;
}

interface StoredLine {
  id: string;
  returnId: string;
  orderLineId: string | null;
  skuId: string;
  requested: number;
  received: number;
}

/** Counts that nobody has taken in or undone. */
export interface OpenCount {
  id: string;
  returnId: string;
  lineId: string | null;
  skuId: string;
  qty: number;
  reason: string | null;
  countedBy: string;
}

/** Whether goods of a return can be received now. */
export const isReceivable = (status: string, type: string): boolean =>
  RECEIVABLE.includes(status) && type !== 'refundOnly';

/** Returns of one parcel that the actor sees, with what was counted of them so far. */
export async function readParcel(tx: Tx, ids: readonly string[]): Promise<DeskReturn[]> {
  const rows = await tx.query<StoredReturn>(sql`
    select t.id, t.return_no, t.ra_no, t.status, t.type, t.order_id, o.channel_order_no, a.name as shop,
      coalesce(w.name, '') as warehouse, t.warehouse_id, t.tracking_no, t.due_at
    from return_order t
      left join sales_order o on o.tenant_id = t.tenant_id and o.id = t.order_id
      left join channel_account a on a.tenant_id = t.tenant_id and a.id = t.account_id
      left join warehouse w on w.tenant_id = t.tenant_id and w.id = t.warehouse_id
    where ${join(baseConditions(returnOrder, tx.actor), ' and ')} and t.id = any(${[...ids]}::uuid[])
    order by t.due_at nulls last, t.id`);
  const seen = rows.map(({ id }) => id);
  const lines = await tx.rows<StoredLine>`
    select id, return_id, order_line_id, sku_id, qty_requested as requested, qty_received as received
    from return_line where tenant_id = ${tx.tenant} and return_id = any(${seen}::uuid[]) order by create_time, id`;
  const counts = await openCounts(tx, seen);
  const goodsOf = await goodsAt(tx, rows, [...lines, ...counts]);
  const mostOf = await mostUnits(tx, rows, lines, counts);
  return rows.map(({ type, warehouseId: _warehouse, dueAt, ...row }) => {
    const own = counts.filter(({ returnId }) => returnId === row.id);
    const awaited = lines
      .filter(({ returnId }) => returnId === row.id)
      .map(({ orderLineId, ...line }) => ({
        ...line,
        most: mostOf({ ...line, orderLineId }),
        ...countedOf(
          tx,
          own.filter(({ lineId }) => lineId === line.id),
        ),
        goods: goodsOf(row.id, line.skuId),
        isStranger: false,
      }));
    return {
      ...row,
      dueAt: dueAt ? toWireTime(dueAt, tx.actor.zone) : null,
      isOpen: isReceivable(row.status, type),
      lines: [...awaited, ...strangersOf(tx, row.id, own, goodsOf)],
    };
  });
}

/** What is counted of returns and waits to be taken in. */
export const openCounts = (tx: Tx, returnIds: readonly string[]): Promise<OpenCount[]> =>
  tx.rows<OpenCount>`
    select id, return_id, line_id, sku_id, qty, reason, counted_by from return_count
    where tenant_id = ${tx.tenant} and return_id = any(${[...returnIds]}::uuid[])
      and undone_at is null and taken_at is null
    order by counted_at, id`;

/** Units of each line that its order leaves to come back with this return. */
async function mostUnits(
  tx: Tx,
  rows: readonly { orderId: string | null }[],
  lines: readonly StoredLine[],
  counts: readonly OpenCount[],
): Promise<(line: Pick<StoredLine, 'id' | 'returnId' | 'orderLineId'>) => number | null> {
  const orders = await readReturnable(
    tx,
    rows.flatMap(({ orderId }) => orderId ?? []),
  );
  const ordered = [...orders.values()].flatMap((order) => order.lines);
  const claims = await claimsOf(
    tx,
    lines.flatMap(({ orderLineId }) => orderLineId ?? []),
  );
  const coming = lines.map((line) => ({
    ...line,
    received: counts.filter(({ lineId }) => lineId === line.id).reduce((sum, { qty }) => sum + qty, line.received),
  }));
  return (line) => {
    const sold = ordered.find(({ id }) => id === line.orderLineId);
    const own = coming.filter(({ returnId }) => returnId === line.returnId);
    return sold ? Math.max(0, unitsLeft(sold, claims, line.returnId) - takenBeside(line, own)) : null;
  };
}

type GoodsOf = (returnId: string, skuId: string) => DeskLine['goods'];

/** Goods with their bins in the warehouse of each return. */
async function goodsAt(
  tx: Tx,
  rows: readonly { id: string; warehouseId: string | null }[],
  target: readonly { returnId: string; skuId: string }[],
): Promise<GoodsOf> {
  const byWarehouse = new Map<string | null, Awaited<ReturnType<typeof deskGoods>>>();
  for (const warehouseId of new Set(rows.map((row) => row.warehouseId))) {
    const here = new Set(rows.filter((row) => row.warehouseId === warehouseId).map(({ id }) => id));
    const skuIds = target.filter(({ returnId }) => here.has(returnId)).map(({ skuId }) => skuId);
    byWarehouse.set(warehouseId, await deskGoods(tx, skuIds, warehouseId ?? undefined));
  }
  const warehouseOf = new Map(rows.map(({ id, warehouseId }) => [id, warehouseId]));
  return (returnId, skuId) => {
    const goods = byWarehouse.get(warehouseOf.get(returnId) ?? null)?.(skuId);
    return goods ?? { code: '', name: '', codes: [], picture: null };
  };
}

function countedOf(tx: Tx, counts: readonly OpenCount[]): Pick<DeskLine, 'counted' | 'counts' | 'reason'> {
  const byPerson = new Map<string, number>();
  for (const { countedBy, qty } of counts) byPerson.set(countedBy, (byPerson.get(countedBy) ?? 0) + qty);
  const people: DeskCount[] = [...byPerson]
    .filter(([, qty]) => qty !== 0)
    .map(([by, qty]) => ({ by, qty, isMe: by === tx.actor.username }));
  return {
    counted: counts.reduce((sum, { qty }) => sum + qty, 0),
    counts: people,
    reason: counts.find(({ reason }) => reason)?.reason ?? null,
  };
}

/** The line of goods that no return awaits, by the return with which they came. */
export const strangerId = (returnId: string, skuId: string): string => `${returnId}:${skuId}`;

function strangersOf(tx: Tx, returnId: string, counts: readonly OpenCount[], goodsOf: GoodsOf): DeskLine[] {
  const strange = counts.filter(({ lineId }) => lineId === null);
  return [...new Set(strange.map(({ skuId }) => skuId))].flatMap((skuId) => {
    const counted = countedOf(
      tx,
      strange.filter((one) => one.skuId === skuId),
    );
    if (counted.counted === 0) return [];
    return [
      {
        id: strangerId(returnId, skuId),
        returnId,
        skuId,
        goods: goodsOf(returnId, skuId),
        ...counted,
        requested: 0,
        received: 0,
        most: null,
        isStranger: true,
      },
    ];
  });
}
