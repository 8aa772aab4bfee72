import { exponentOf } from '#kit/model/currency.ts';
import { formatDecimal } from '#kit/model/money.ts';
import { toWireTime } from '#kit/model/time.ts';
import type { Tx } from '#kit/server/database.ts';
import type { FactFamily } from '../model/fact.ts';
import type { KnownFacts } from '../model/facts.ts';
import { goodsFacts, type OrderGoods } from './goods-facts.ts';
import { stockFacts } from './stock-facts.ts';

/** An order, and the moment it is judged as of; of what is about an order, under the name of that. */
export interface OrderMoment {
  key: string;
  orderId: string;
  at: Date;
}

/** What everything that judges an order needs of it beside its facts. */
export interface OrderHead {
  id: string;
  orderNo: string;
  channelOrderNo: string;
  accountId: string;
  environment: string;
  version: number;
  status: string;
  warehouseId: string | null;
  shipMethodId: string | null;
  priority: string;
  tagIds: readonly string[] | null;
  holds: readonly string[];
  receivedAt: Date;
  shipBy: Date | null;
}

/** An order with its facts. */
export interface JudgedOrder {
  order: OrderHead;
  facts: KnownFacts;
}

/** How orders are looked at. */
export interface Looking {
  /**
   * As of their moments: holds that were open then, and 待审核 where an order had just come in; what is not
   * recorded over time (`isOfToday`) is as it is now.
   */
  isPast: boolean;
  /** All that was ordered and not cancelled, or only what is still to be shipped. */
  goods: 'ordered' | 'open';
}

interface StoredFacts extends OrderHead {
  key: string;
  at: Date;
  channelCode: string;
  orderType: string;
  total: bigint;
  currency: string;
  unitCount: number;
  lineCount: number;
  country: string | null;
  state: string | null;
  postalCode: string | null;
  shipSpeed: string | null;
  carrierCode: string | null;
  orderedAt: Date;
  acceptDeadline: Date | null;
  hasBuyerRemark: boolean;
  holdsThen: string[];
}

const HOUR_MS = 3_600_000;

/**
 * Facts of many orders at once: a query or two for each family that is asked about, however many orders.
 * @returns by key; orders that are not there have no entry
 */
export async function readOrderFacts(
  tx: Tx,
  moments: readonly OrderMoment[],
  families: ReadonlySet<FactFamily>,
  looking: Looking,
): Promise<Map<string, JudgedOrder>> {
  const rows = await storedFacts(tx, moments);
  const judged = new Map(
    rows.map((row): [string, JudgedOrder] => [
      row.key,
      { order: headOf(row), facts: orderFacts(row, tx.actor.zone, looking.isPast) },
    ]),
  );
  const wantsGoods = families.has('goods') || families.has('line') || families.has('stock');
  if (!wantsGoods) return judged;
  const orders = [...new Map(rows.map((row) => [row.id, row])).values()];
  const goods = await goodsOf(
    tx,
    orders.map(({ id }) => id),
    looking.goods,
  );
  const known = [new Map([...goods].map(([id, lines]) => [id, lineFacts(lines)]))];
  if (families.has('goods')) known.push(await goodsFacts(tx, goods));
  if (families.has('stock')) known.push(await stockFacts(tx, goods, orders));
  for (const { key, id } of rows)
    Object.assign(judged.get(key)?.facts ?? {}, ...known.map((facts) => facts.get(id) ?? {}));
  return judged;
}

const storedFacts = (tx: Tx, moments: readonly OrderMoment[]): Promise<StoredFacts[]> =>
  tx.rows<StoredFacts>`
    select m.key, o.id, o.order_no, o.channel_order_no, o.account_id, o.environment, o.version, o.status,
      o.warehouse_id, o.ship_method_id, o.priority, o.tag_ids, o.holds, o.create_time as "receivedAt", o.ship_by,
      m.at, a.channel_code, o.order_type, o.total, o.currency, o.unit_count, o.line_count,
      o.ship_to_country as country, o.ship_to_state as state, o.ship_to_postal_code as postal_code,
      o.ship_speed, o.carrier_code, o.ordered_at, o.accept_deadline,
      o.note is not null or exists (
        select 1 from order_remark r where r.tenant_id = o.tenant_id and r.order_id = o.id
          and r.kind = 'buyer') as has_buyer_remark,
      coalesce((select array_agg(distinct h.type) from order_hold h
        where h.tenant_id = o.tenant_id and h.order_id = o.id and h.opened_at <= m.at
          and (h.closed_at is null or h.closed_at > m.at)), '{}') as holds_then
    from unnest(${moments.map(({ key }) => key)}::text[], ${moments.map(({ orderId }) => orderId)}::uuid[],
        ${moments.map(({ at }) => at)}::timestamptz[]) as m (key, id, at)
      join sales_order o on o.id = m.id
      join channel_account a on a.tenant_id = o.tenant_id and a.id = o.account_id
    where o.tenant_id = ${tx.tenant}`;

const headOf = (row: StoredFacts): OrderHead => ({
  id: row.id,
  orderNo: row.orderNo,
  channelOrderNo: row.channelOrderNo,
  accountId: row.accountId,
  environment: row.environment,
  version: row.version,
  status: row.status,
  warehouseId: row.warehouseId,
  shipMethodId: row.shipMethodId,
  priority: row.priority,
  tagIds: row.tagIds,
  holds: row.holds,
  receivedAt: row.receivedAt,
  shipBy: row.shipBy,
});

/** Hours between two moments in text, to a tenth. */
export const hoursTo = (until: Date | null, at: Date): string | null =>
  until === null ? null : (Math.round((until.getTime() - at.getTime()) / (HOUR_MS / 10)) / 10).toString();

function orderFacts(row: StoredFacts, zone: string, isPast: boolean): KnownFacts {
  const ordered = toWireTime(row.orderedAt, zone);
  const weekday = new Date(`${ordered.slice(0, 10)}T00:00:00Z`).getUTCDay();
  return {
    accountId: row.accountId,
    channelCode: row.channelCode,
    orderType: row.orderType,
    status: isPast && row.at <= row.receivedAt ? 'new' : row.status,
    priority: row.priority,
    total: formatDecimal(BigInt(row.total), exponentOf(row.currency)),
    currency: row.currency,
    unitCount: String(row.unitCount),
    lineCount: String(row.lineCount),
    country: row.country,
    state: row.state,
    postalCode: row.postalCode,
    shipSpeed: row.shipSpeed,
    carrierCode: row.carrierCode,
    hoursToShipBy: hoursTo(row.shipBy, row.at),
    hoursToAccept: hoursTo(row.acceptDeadline, row.at),
    orderedHour: String(Number(ordered.slice(11, 13))),
    orderedWeekday: String(weekday === 0 ? 7 : weekday),
    hasBuyerRemark: row.hasBuyerRemark,
    holds: isPast ? row.holdsThen : row.holds,
    tagIds: row.tagIds,
    warehouseId: row.warehouseId,
    shipMethodId: row.shipMethodId,
  };
}

/** Lines of orders that are to be shipped, or all that were not cancelled. */
async function goodsOf(
  tx: Tx,
  orderIds: readonly string[],
  which: Looking['goods'],
): Promise<Map<string, OrderGoods[]>> {
  const isWhole = which === 'ordered';
  const rows = await tx.rows<OrderGoods & { orderId: string }>`
    select order_id, sku_id, channel_sku, qty_reserved as held,
      qty - qty_cancelled - case when ${isWhole} then 0 else qty_shipped end as qty
    from order_line
    where tenant_id = ${tx.tenant} and order_id = any(${[...orderIds]}::uuid[])
      and qty - qty_cancelled - case when ${isWhole} then 0 else qty_shipped end > 0
    order by order_id, line_no`;
  return Map.groupBy(rows, ({ orderId }) => orderId);
}

const lineFacts = (lines: readonly OrderGoods[]): KnownFacts => ({
  skuIds: [...new Set(lines.flatMap(({ skuId }) => skuId ?? []))],
  channelSkus: [...new Set(lines.map(({ channelSku }) => channelSku))],
  mostUnits: String(Math.max(...lines.map(({ qty }) => qty))),
});
