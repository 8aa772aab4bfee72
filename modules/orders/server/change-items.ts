import type { Address } from '#kit/model/address.ts';
import type { Tx } from '#kit/server/database.ts';
import {
  changeText,
  changeTitle,
  groupOf,
  isBuyerField,
  type ChangeState,
  type FieldsOf,
  type OpenChange,
} from '../model/order-change.ts';
import type { OrderRow } from '../model/order.ts';
import { plainPart, type SnapshotChange } from '../model/channel-snapshot.ts';
import { arrivingLines, priceFaults, pricedBy } from './arrival.ts';
import { closeHolds, openHold } from './holds.ts';

/** A field that the channel changed, as it stands in the records. */
export interface ChangeItem extends OpenChange {
  id: string;
  orderId: string;
  lineKey: string | null;
  lineId: string | null;
  channelSku: string | null;
  status: ChangeState;
}

/** Where the order keeps each field of its channel's service. */
export const SERVICE_COLUMNS = {
  shipSpeed: 'shipSpeed',
  carrierCode: 'carrierCode',
} as const satisfies Record<FieldsOf<'service'>, string>;

/** What waits to be applied or refused, oldest first. */
export const pendingChanges = (tx: Tx, orderIds: readonly string[]): Promise<ChangeItem[]> =>
  tx.rows<ChangeItem>`
    select id, order_id, line_key, line_id,
      channel_sku, field, before, after, status
    from order_change_item
    where tenant_id = ${tx.tenant} and order_id = any(${orderIds}::uuid[]) and status = 'pending'
    order by create_time, id`;

/** A later word of the channel about the same field makes the earlier one void. */
export async function supersedeChanges(tx: Tx, orderId: string, changes: readonly SnapshotChange[]): Promise<void> {
  // Quantity, cancelled and gone are one thing: the units that are wanted.
  const aspects = new Set(changes.map(aspectOf));
  const void_ = (await pendingChanges(tx, [orderId])).filter((item) => aspects.has(aspectOf(item)));
  await decide(tx, void_, 'superseded', null);
}

/** What a change is about, with its line: a later word about the same takes its place. */
export const aspectOf = ({ lineKey, field }: { lineKey: string | null; field: string }): string =>
  `${lineKey ?? ''} ${['units', 'line'].includes(groupOf(field)) ? 'units' : field}`;

/** Notes what became of changes, by whom. */
export async function decide(
  tx: Tx,
  items: readonly { id: string }[],
  status: Exclude<ChangeState, 'pending'>,
  decision: string | null,
): Promise<void> {
  if (items.length === 0) return;
  await tx.run`
    update order_change_item set status = ${status}, decided_by = ${tx.actor.username}, decided_at = ${tx.now},
      decision = ${decision?.slice(0, 255) ?? null}, update_by = ${tx.actor.username}, update_time = ${tx.now},
      version = version + 1
    where tenant_id = ${tx.tenant} and id = any(${items.map(({ id }) => id)}::uuid[]) and status = 'pending'`;
}

/** An order that has ended waits for no decision any more: its changes are only noted. */
export const noteChanges = async (tx: Tx, orderId: string, decision: string): Promise<void> =>
  decide(tx, await pendingChanges(tx, [orderId]), 'noted', decision);

const HELD = '平台变更已处理';

/**
 * The holds of an order follow the changes that wait: prices under 价格异常, the rest under 平台变更.
 * @param isReturning history that is being taken over, which its state does not show yet
 */
export async function refreshChangeHolds(tx: Tx, orderId: string, isReturning = false): Promise<void> {
  const waiting = await pendingChanges(tx, [orderId]);
  const order = await tx.one<{ status: string; stage: string; accountId: string }>`
    select status, stage, account_id from sales_order
    where tenant_id = ${tx.tenant} and id = ${orderId}::uuid`;
  if (!isReturning && order.stage !== 'pending' && order.stage !== 'shipping') {
    await decide(tx, waiting, 'noted', '订单已结束');
    return;
  }
  const prices = waiting.filter(({ field }) => groupOf(field) === 'price');
  const others = waiting.filter(({ field }) => groupOf(field) !== 'price');
  if (others.length > 0) await openHold(tx, orderId, { type: 'channelChange', detail: wordsOf(others) });
  else await closeHolds(tx, orderId, 'channelChange', HELD);
  if (prices.length > 0) await openHold(tx, orderId, { type: 'priceMismatch', detail: `平台改价：${wordsOf(prices)}` });
}

/**
 * A changed price was refused: what the order costs here is judged as at its arrival, where nobody
 * has promised anything yet.
 */
export async function judgePricesAgain(tx: Tx, orderId: string, resolution: string): Promise<boolean> {
  const waiting = (await pendingChanges(tx, [orderId])).filter(({ field }) => groupOf(field) === 'price');
  if (waiting.length > 0) return false;
  const { status, ...policy } = await tx.one<Pick<OrderRow, 'status' | 'accountId'> & { priceTolerancePct: number }>`
    select o.status, o.account_id, a.price_tolerance_pct
    from sales_order o join channel_account a on a.tenant_id = o.tenant_id and a.id = o.account_id
    where o.tenant_id = ${tx.tenant} and o.id = ${orderId}::uuid`;
  const isOpen = status === 'new';
  const faults = isOpen
    ? await priceFaults(tx, policy, {
        id: orderId,
        pricedBy: await pricedBy(tx, orderId),
        lines: await arrivingLines(tx, orderId),
      })
    : [];
  if (faults.length > 0) await openHold(tx, orderId, { type: 'priceMismatch', detail: faults.join('；') });
  else await closeHolds(tx, orderId, 'priceMismatch', resolution);
  return faults.length === 0;
}

/** Units were cancelled here: changes that wanted just that are settled. */
export async function settleUnits(tx: Tx, orderId: string): Promise<void> {
  const waiting = await pendingChanges(tx, [orderId]);
  if (waiting.length === 0) return;
  const lines = await tx.rows<{ id: string; wanted: number }>`
    select id, qty - qty_cancelled as wanted from order_line
    where tenant_id = ${tx.tenant} and order_id = ${orderId}::uuid`;
  const done = waiting.filter(
    ({ field, lineId, after }) =>
      groupOf(field) === 'units' && lines.some((line) => line.id === lineId && String(line.wanted) === after),
  );
  await decide(tx, done, 'noted', '本地数量已一致');
  await refreshChangeHolds(tx, orderId);
}

/** The address was corrected here: parts that the channel wanted just so are done. */
export async function settleAddress(tx: Tx, orderId: string, address: Address): Promise<void> {
  const rows = await tx.rows<{ id: string; field: string; sealedAfter: string }>`
    select id, field, sealed_after from order_change_item
    where tenant_id = ${tx.tenant} and order_id = ${orderId}::uuid and status = 'pending'
      and sealed_after is not null`;
  const done = rows.filter(({ field, sealedAfter }) => {
    const own = address[field.slice('shipTo.'.length) as keyof Address];
    return plainPart(own) === plainPart(tx.vault.open(sealedAfter));
  });
  await decide(tx, done, 'noted', '本地地址已一致');
  if (rows.length > 0) await refreshChangeHolds(tx, orderId);
}

/** Changes in one text, without what is the buyer's: holds and records are read by everybody. */
export function wordsOf(items: readonly Pick<ChangeItem, 'field' | 'channelSku' | 'before' | 'after'>[]): string {
  const buyer = items.filter(({ field }) => isBuyerField(field));
  const words = items
    .filter(({ field }) => !isBuyerField(field))
    .map(
      ({ field, channelSku, before, after }) =>
        `${channelSku ? `${channelSku} ` : ''}${changeTitle(field)} ${changeText(field, before)} → ${changeText(field, after)}`,
    );
  if (buyer.length > 0) words.push(`收货地址（${buyer.map(({ field }) => changeTitle(field)).join('、')}）`);
  return words.join('；');
}

/** Units of a part that were cancelled since a moment because the channel's own telling said so. */
export async function unitsCancelledByChannel(
  tx: Tx,
  orderId: string,
  channelSku: string,
  since: Date,
): Promise<number> {
  const { units } = await tx.one<{ units: number }>`
    select coalesce(sum(before::integer - after::integer), 0)::integer as units from order_change_item
    where tenant_id = ${tx.tenant} and order_id = ${orderId}::uuid and channel_sku = ${channelSku}
      and field in ('qty', 'cancelled', 'gone') and status = 'applied' and decided_at >= ${since}
      and before::integer > after::integer`;
  return units;
}
