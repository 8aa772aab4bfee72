import { numberKey } from '#kit/model/numbers.ts';
import { bareKey, parcelNumbers } from '#kit/model/tracking-number.ts';
import { toWireTime } from '#kit/model/time.ts';
import type { Tx } from '#kit/server/database.ts';
import { isUuid } from '#kit/server/kinds.ts';
import { baseConditions } from '#kit/server/query/row-conditions.ts';
import { join, sql, type Sql } from '#kit/server/sql.ts';
import { skusLike } from '#modules/catalog/server/index.ts';
import { shipment } from '../../model/shipment.ts';
import { cartonCodeOf } from '../../model/station-codes.ts';
import { MOST_AT_STATION } from '../../model/station-routes.ts';
import type { FoundBy, StationCandidate } from '../../model/station.ts';
import { staleBefore } from './station-read.ts';

/** As many as the number keys choose from. */
const MOST_CANDIDATES = 9;

interface Found {
  by: FoundBy | null;
  rows: StationCandidate[];
}

/**
 * What a scanned code leads to, of what the actor sees: a shipment by its own number, that of its
 * order or of one of its boxes; otherwise the most urgent one that still needs the goods. What stands
 * in a sandbox is found by its number alone, and nothing at all is said of what others see.
 */
export async function findAtStation(tx: Tx, code: string): Promise<Found> {
  const numbers = parcelNumbers(code);
  if (numbers.length === 0) return { by: null, rows: [] };
  const byNumber = await findByNumber(tx, numbers.map(numberKey));
  if (byNumber.rows.length > 0) return byNumber;
  const carton = cartonCodeOf(numbers[0] as string);
  const rows = await findByGoods(tx, carton ? [carton.goods] : numbers);
  return { by: rows.length > 0 ? 'sku' : null, rows };
}

async function findByNumber(tx: Tx, keys: readonly string[]): Promise<Found> {
  const found = await candidates<{ by: FoundBy }>(tx, {
    also: sql`, case when t.shipment_no_key = any(${keys}::text[]) then 'shipment'
      when o.channel_order_no_key = any(${keys}::text[]) or o.order_no_key = any(${keys}::text[]) then 'order'
      else 'box' end as by`,
    // What leaves together is packed at the shipment that leads.
    where: sql`t.status <> 'voided' and t.lead_id is null and (
      t.id in (select coalesce(s.lead_id, s.id) from shipment s where s.tenant_id = ${tx.tenant}
        and (s.shipment_no_key = any(${keys}::text[]) or s.order_id in (select n.id from sales_order n
          where n.tenant_id = ${tx.tenant}
          and (n.channel_order_no_key = any(${keys}::text[]) or n.order_no_key = any(${keys}::text[])))))
      or t.id in (select b.shipment_id from box b where b.tenant_id = ${tx.tenant} and b.status <> 'void'
        and (b.box_no_key = any(${keys}::text[]) or b.tracking_no_bare = any(${keys.map(bareKey)}::text[]))))`,
    order: sql`(t.status not in ('draft', 'packing')), t.id`,
    limit: MOST_CANDIDATES,
  });
  // A number of its own comes before one of a box of another shipment.
  const by = (['shipment', 'order', 'box'] as const).find((one) => found.some((row) => row.by === one));
  const rows = found.filter((row) => row.by === by).map(({ by: _by, ...row }) => row);
  return { by: by ?? null, rows };
}

async function findByGoods(tx: Tx, codes: readonly string[]): Promise<StationCandidate[]> {
  const skuIds = (await skusLike(tx, codes)).map(({ id }) => id);
  if (skuIds.length === 0) return [];
  return candidates(tx, {
    where: sql`${isNext(tx)} and exists (
      select 1 from shipment_line l where l.tenant_id = t.tenant_id and l.sku_id = any(${skuIds}::uuid[])
        and (l.shipment_id = t.id or l.shipment_id in (select p.id from shipment p
          where p.tenant_id = t.tenant_id and p.lead_id = t.id))
        and (t.status = 'draft' or exists (
          select 1 from box b cross join jsonb_array_elements(b.items) i
          where b.tenant_id = t.tenant_id and b.shipment_id = t.id and b.status = 'open'
            and i->>'shipmentLineId' = l.id::text)))`,
    order: BY_URGENCY,
    limit: 1,
  });
}

/** What may be packed next: nothing is known against it, and nobody else is at it. */
const isNext = (
  tx: Tx,
): Sql => sql`t.status in ('draft', 'packing') and t.lead_id is null and t.environment <> 'sandbox'
  and o.holds = '{}' and not exists (select 1 from packing_hold h where h.tenant_id = t.tenant_id
    and h.shipment_id = t.id and h.touched_at > ${staleBefore(tx)} and h.user_id <> ${tx.actor.userId}::uuid)`;

const BY_URGENCY = sql`case t.priority when 'urgent' then 0 when 'rush' then 1 else 2 end,
  o.ship_by nulls last, t.id`;

/** Which shipments, in which order. */
interface ShipmentSearch {
  warehouseId: string;
  /** Only these, in their order; all where there are none. */
  ids: readonly string[];
  skip: readonly string[];
}

/** What is packed next, first what is most urgent, and how many there are. */
export async function queueAtStation(
  tx: Tx,
  { warehouseId, ids, skip }: ShipmentSearch,
): Promise<{ rows: StationCandidate[]; total: number }> {
  const where = join(
    [
      isNext(tx),
      sql`t.id <> all(${skip}::uuid[])`,
      ...(ids.length > 0 ? [sql`t.id = any(${ids}::uuid[])`] : []),
      ...(isUuid(warehouseId) ? [sql`t.warehouse_id = ${warehouseId}::uuid`] : []),
    ],
    ' and ',
  );
  const order = ids.length > 0 ? sql`array_position(${ids}::uuid[], t.id)` : BY_URGENCY;
  const rows = await candidates(tx, { where, order, limit: MOST_CANDIDATES });
  const [counted] = await tx.query<{ n: number }>(sql`
    select count(*)::integer as n from shipment t
      join sales_order o on o.tenant_id = t.tenant_id and o.id = t.order_id
    where ${join(baseConditions(shipment, tx.actor), ' and ')} and ${where}`);
  return { rows, total: counted?.n ?? 0 };
}

/** Shipments that this person packed at a station and that wait for labels, a printer, or to leave. */
export async function waitingIds(tx: Tx): Promise<string[]> {
  const rows = await tx.query<{ id: string }>(sql`
    select t.id from shipment t
      join packing_hold h on h.tenant_id = t.tenant_id and h.shipment_id = t.id
    where ${join(baseConditions(shipment, tx.actor), ' and ')}
      and h.user_id = ${tx.actor.userId}::uuid and h.touched_at > ${new Date(tx.now.getTime() - DAY)}
      and t.status in ('packed', 'labelling', 'labelled')
    order by h.touched_at, t.id limit ${MOST_AT_STATION}`);
  return rows.map(({ id }) => id);
}

const DAY = 86_400_000;

async function candidates<More extends object = object>(
  tx: Tx,
  request: { also?: Sql; where: Sql; order: Sql; limit: number },
): Promise<(StationCandidate & More)[]> {
  const rows = await tx.query<Omit<StationCandidate, 'shipBy'> & { shipBy: Date | null } & More>(sql`
    select t.id, t.shipment_no, o.channel_order_no, t.status, t.priority, t.warehouse_id,
      o.item_summary as goods, o.ship_by ${request.also ?? sql``}
    from shipment t join sales_order o on o.tenant_id = t.tenant_id and o.id = t.order_id
    where ${join(baseConditions(shipment, tx.actor), ' and ')} and ${request.where}
    order by ${request.order} limit ${request.limit}`);
  return rows.map((row) => ({
    ...row,
    shipBy: row.shipBy ? toWireTime(row.shipBy, tx.actor.zone) : null,
  }));
}
