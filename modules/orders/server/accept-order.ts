import type { Refusal } from '#kit/model/refusal.ts';
import { command, moveInTransaction, type Command } from '#kit/server/command.ts';
import type { Tx } from '#kit/server/database.ts';
import { pick } from '#kit/server/stored-rows.ts';
import { channelAccount } from '#modules/base/model/channel-account.ts';
import {
  lineUnmapped,
  orderOnHold,
  shipDayNeeded,
  shipDayOutOfRange,
  siblingNotReady,
  stockShort,
} from '../model/errors.ts';
import { orderAccepted } from '../model/events.ts';
import { isManualOrder, type OrderRow } from '../model/order.ts';
import { orderLifecycle } from '../model/order-lifecycle.ts';
import { holdStock } from './hold-stock.ts';
import { callBackAcceptance } from './call-back-order.ts';
import { acceptOutlook } from './move-outlook.ts';
import { holdTitles } from '../model/hold-title.ts';
import { needsDay, shipPromises, storePromises, type ShipPromise } from './ship-promise.ts';

interface LineGap {
  orderId: string;
  channelSku: string;
  isUnmapped: boolean;
  missing: number;
}

/**
 * 接单: promise the goods to the channel. Stock was held when the order came in; accepting only
 * tops up what a shop reserves late, and refuses a shortage. Telling the channel is a delivery;
 * a manual order has nobody to wait for and is ready at once. A channel takes a number as a whole: what
 * an order was split into is accepted with it, or none of it is.
 */
export const acceptOrder: Command = command(orderLifecycle, 'accept', {
  read: (tx, rows) => waitingSiblings(tx, rows),
  async guard(tx, rows, answers, siblings) {
    const refusals = await acceptRefusals(tx, [...rows, ...siblings.values()].flat(), answers);
    const own = new Map([...refusals].filter(([id]) => rows.some((row) => row.id === id)));
    for (const row of rows) {
      const other = siblings.get(row.id)?.find(({ id }) => refusals.has(id));
      if (own.has(row.id) || !other) continue;
      const why = refusals.get(other.id)?.message ?? '';
      own.set(row.id, siblingNotReady({ orderNo: other.orderNo, why }));
    }
    return own;
  },
  async run(tx, rows, answers, siblings) {
    const along = idsOf([...siblings.values()].flat());
    if (along.length > 0) await moveInTransaction(tx, acceptSibling, along, answers);
    return acceptAll(tx, rows, answers);
  },
  outlook: acceptOutlook,
  callBack: callBackAcceptance,
});

/** What is accepted because another part of the same number is. */
const acceptSibling: Command = command(orderLifecycle, 'accept', {
  guard: (tx, rows, answers) => acceptRefusals(tx, rows, answers),
  run: (tx, rows, answers) => acceptAll(tx, rows, answers),
  callBack: callBackAcceptance,
});

export interface AcceptAnswers {
  estShipDate?: string | null;
}

/** Parts of the same numbers that wait to be accepted and are not asked about themselves, by order. */
export async function waitingSiblings(tx: Tx, rows: readonly OrderRow[]): Promise<Map<string, readonly OrderRow[]>> {
  const split = rows.filter((row) => !isManualOrder(row.orderType));
  if (split.length === 0) return new Map();
  const found = await tx.rows<OrderRow & { askedBy: string }>`
    select distinct on (m.id) m.*, o.id as asked_by
    from sales_order o join sales_order m on m.tenant_id = o.tenant_id and m.account_id = o.account_id
      and m.channel_order_no = o.channel_order_no and m.order_type = o.order_type and m.split_seq >= 0
    where o.tenant_id = ${tx.tenant} and o.id = any(${idsOf(split)}::uuid[]) and m.status = 'new'
      and m.id <> all(${idsOf(split)}::uuid[]) order by m.id, o.id`;
  return Map.groupBy(found, ({ askedBy }) => askedBy);
}

export async function acceptRefusals(
  tx: Tx,
  rows: readonly OrderRow[],
  { estShipDate }: AcceptAnswers,
): Promise<Map<string, Refusal>> {
  const refusals = new Map<string, Refusal>();
  const promises = await shipPromises(tx, idsOf(rows));
  const gaps = await lineGaps(tx, rows);
  const shops = await shopsOf(tx, rows);
  for (const row of rows) {
    const holds = row.holds;
    const own = gaps.filter((gap) => gap.orderId === row.id);
    const unmapped = own.find((gap) => gap.isUnmapped);
    const shop = shops.get(row.accountId);
    if (holds.length > 0) refusals.set(row.id, orderOnHold({ holds: holdTitles(holds) }));
    else if (unmapped) refusals.set(row.id, lineUnmapped({ channelSku: unmapped.channelSku }));
    else if (shop?.reserveOn === 'receive' && !shop.allowBackorder && own.length > 0)
      refusals.set(row.id, stockShort({ lines: shortText(own) }));
    else {
      const refusal = isAnswered(row) ? null : dayRefusal(tx, promises.get(row.id), estShipDate);
      if (refusal) refusals.set(row.id, refusal);
    }
  }
  return refusals;
}

/** @returns the states that follow */
export async function acceptAll(
  tx: Tx,
  rows: readonly OrderRow[],
  { estShipDate }: AcceptAnswers,
): Promise<Map<string, string>> {
  const gaps = await lineGaps(tx, rows);
  const shops = await shopsOf(tx, rows);
  for (const row of rows) {
    if (!gaps.some((gap) => gap.orderId === row.id)) continue;
    const shop = shops.get(row.accountId);
    const short = await holdStock(tx, {
      id: row.id,
      orderNo: row.orderNo,
      accountId: row.accountId,
      pinnedWarehouseId: row.warehouseId ?? null,
    });
    if (short && !shop?.allowBackorder) throw stockShort({ lines: short });
  }
  const promises = await shipPromises(tx, idsOf(rows));
  await storePromises(tx, [...promises.values()], estShipDate ?? null);
  return notifyAccepted(tx, rows);
}

/**
 * Has the channels of orders hear that they are accepted.
 * @returns the states that follow
 */
export async function notifyAccepted(tx: Tx, rows: readonly OrderRow[]): Promise<Map<string, string>> {
  await tx.run`
    update sales_order set accept_sync = 'pending'
    where tenant_id = ${tx.tenant} and id = any(${rows.map((row) => row.id)}::uuid[])
      and order_type not in ('manual', 'replacement') and accept_sync <> 'ok'`;
  await tx.emitAll(
    orderAccepted,
    rows.map(({ id, accountId }) => ({ aggregate: id, payload: { orderId: id, accountId } })),
  );
  return new Map(rows.map((row) => [row.id, isAnswered(row) ? 'ready' : 'accepted']));
}

export const idsOf = (rows: readonly OrderRow[]): string[] => rows.map((row) => row.id);

/** A person says what to promise where the day is over; a shop that accepts by itself promises the next workday. */
function dayRefusal(tx: Tx, promise: ShipPromise | undefined, answer: string | null | undefined): Refusal | null {
  if (!promise || !needsDay(promise)) return null;
  const { nextWorkday, today, last } = promise;
  if (!answer) return tx.actor.isSystem ? null : shipDayNeeded({ nextWorkday });
  return answer < today || answer > last ? shipDayOutOfRange({ from: today, to: last }) : null;
}

/** No channel waits for it: it is ours alone, or was answered elsewhere and taken over. */
const isAnswered = (row: OrderRow): boolean => isManualOrder(row.orderType) || row.acceptSync === 'ok';

/** Lines that are unmapped or hold less than they need. */
const lineGaps = (tx: Tx, rows: readonly OrderRow[]): Promise<LineGap[]> =>
  tx.rows<LineGap>`
    select order_id, channel_sku, sku_id is null as is_unmapped,
      qty - qty_cancelled - qty_shipped - qty_reserved - qty_backordered as missing
    from order_line
    where tenant_id = ${tx.tenant} and order_id = any(${rows.map((row) => row.id)}::uuid[])
      and qty - qty_cancelled - qty_shipped - qty_backordered > qty_reserved`;

const shortText = (gaps: readonly LineGap[]): string =>
  gaps.map((gap) => `${gap.channelSku} 缺 ${gap.missing}`).join('；');

export async function shopsOf(
  tx: Tx,
  rows: readonly OrderRow[],
): Promise<Map<string, { reserveOn: string; allowBackorder: boolean }>> {
  const shops = await pick(tx, channelAccount, ['id', 'reserveOn', 'allowBackorder'])`
    id = any(${[...new Set(rows.map((r) => r.accountId))]}::uuid[])`;
  return new Map(shops.map((shop) => [shop.id, shop]));
}
