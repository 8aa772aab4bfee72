import type { Refusal } from '#kit/model/refusal.ts';
import { command, type Command } from '#kit/server/command.ts';
import type { Tx } from '#kit/server/database.ts';
import { pick } from '#kit/server/stored-rows.ts';
import { channelAccount } from '#modules/base/model/channel-account.ts';
import {
  lineUnmapped,
  orderOnHold,
  shipDayNeeded,
  shipDayOutside,
  stockShort,
} from '../model/errors.ts';
import { orderAccepted } from '../model/events.ts';
import { isManualOrder, type OrderRow } from '../model/order.ts';
import { orderLifecycle } from '../model/order-lifecycle.ts';
import { holdStock } from './hold-stock.ts';
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
 * a manual order has nobody to wait for and is ready at once.
 */
export const acceptOrder: Command = command(orderLifecycle, 'accept', {
  async guard(tx, rows, { estShipDate }) {
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
  },
  async run(tx, rows, { estShipDate }) {
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
    await tx.run`
      update sales_order set accept_sync = 'pending'
      where tenant_id = ${tx.tenant} and id = any(${rows.map((row) => row.id)}::uuid[])
        and order_type <> 'manual' and accept_sync <> 'ok'`;
    for (const { id, accountId } of rows)
      await tx.emit(orderAccepted, id, { orderId: id, accountId });
    return new Map(rows.map((row) => [row.id, isAnswered(row) ? 'ready' : 'accepted']));
  },
});

const idsOf = (rows: readonly OrderRow[]): string[] => rows.map((row) => row.id);

/** A person says what to promise where the day is over; a shop that accepts by itself promises the next workday. */
function dayRefusal(
  tx: Tx,
  promise: ShipPromise | undefined,
  answer: string | null | undefined,
): Refusal | null {
  if (!promise || !needsDay(promise)) return null;
  const { nextWorkday, today, last } = promise;
  if (!answer) return tx.actor.isSystem ? null : shipDayNeeded({ nextWorkday });
  return answer < today || answer > last ? shipDayOutside({ from: today, to: last }) : null;
}

/** No channel waits for it: it is ours alone, or was answered elsewhere and taken over. */
const isAnswered = (row: OrderRow): boolean =>
  isManualOrder(row.orderType) || row.acceptSync === 'ok';

/** Lines that are unmapped or hold less than they need. */
const lineGaps = (tx: Tx, rows: readonly OrderRow[]): Promise<LineGap[]> =>
  tx.rows<LineGap>`
    select order_id, channel_sku, sku_id is null as is_unmapped,
      qty - qty_cancelled - qty_shipped - qty_reserved as missing
    from order_line
    where tenant_id = ${tx.tenant} and order_id = any(${rows.map((row) => row.id)}::uuid[])
      and qty - qty_cancelled - qty_shipped > qty_reserved`;

const shortText = (gaps: readonly LineGap[]): string =>
  gaps.map((gap) => `${gap.channelSku} 缺 ${gap.missing}`).join('；');

async function shopsOf(
  tx: Tx,
  rows: readonly OrderRow[],
): Promise<Map<string, { reserveOn: string; allowBackorder: boolean }>> {
  const shops = await pick(tx, channelAccount, ['id', 'reserveOn', 'allowBackorder'])`
    id = any(${[...new Set(rows.map((r) => r.accountId))]}::uuid[])`;
  return new Map(shops.map((shop) => [shop.id, shop]));
}
