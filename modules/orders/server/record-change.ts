import { newId, type Tx } from '#kit/server/database.ts';
import { pick, setColumns } from '#kit/server/stored-rows.ts';
import { orderAddressLate, orderShipByChanged, orderUnitsLate, orderRestored } from '../model/events.ts';
import { groupOf, isBuyerField } from '../model/order-change.ts';
import { salesOrder } from '../model/order.ts';
import { changesBetween, snapshotOf, type SnapshotChange } from '../model/channel-snapshot.ts';
import { completeOrder, isCompletion } from './complete-snapshot.ts';
import { cancelUnits } from './cancel-units.ts';
import { aspectOf, judgePricesAgain, refreshChangeHolds, supersedeChanges, wordsOf } from './change-items.ts';
import { isOwnEcho, isSame, ownValue, statusOf, withOwnBefore, type JudgedChange } from './judge-change.ts';
import type { MappedOrder } from './mapped-order.ts';
import { openQty, readLines, type OrderLineState, type StoredOrder } from './read-order.ts';
import { recheckDispute } from './recheck-dispute.ts';
import { familyOf } from './family.ts';
import { snapshotOfStored, readSnapshot, storeSnapshot } from './snapshots.ts';
import { divideSnapshot, type MemberChanges } from './snapshot-family.ts';

/**
 * The channel reports an order we have in another way: a record of every field that changed since it
 * last reported it, never a second order, for each order it was split into what concerns that. What it cancels before we packed is cancelled here too, its
 * dates bind at once; everything else waits under a hold until somebody applies or refuses it.
 * @returns whether anything a person would call a change was found
 */
export async function recordChange(tx: Tx, orderId: string, order: MappedOrder): Promise<boolean> {
  const known = await tx.one<StoredOrder>`
    select * from sales_order where tenant_id = ${tx.tenant} and id = ${orderId}::uuid for update`;
  // Another pull brought the same while this one waited for the order.
  if (known.payloadHash === order.payloadHash) return false;
  const before = (await readSnapshot(tx, orderId)) ?? (await snapshotOfStored(tx, orderId, snapshotOf(order, null)));
  const reported = snapshotOf(order, before);
  const dealt = await divideSnapshot(tx, orderId, before, reported);
  await storeSnapshot(tx, orderId, reported);
  await setPayload(tx, orderId, order.payloadHash);
  const found = [];
  const completes = before.isPartial === true && !reported.isPartial;
  for (const one of dealt) found.push(await recordOne(tx, one, order, completes));
  return found.includes(true);
}

/**
 * What a telling changes of one order.
 * @param completes until now nobody had reported all of it
 * @returns whether anything
 */
async function recordOne(
  tx: Tx,
  { orderId, changes: said, snapshot }: MemberChanges,
  order: MappedOrder,
  completes: boolean,
): Promise<boolean> {
  const known = await tx.one<StoredOrder>`
    select * from sales_order where tenant_id = ${tx.tenant} and id = ${orderId}::uuid for update`;
  const lines = await readLines(tx, orderId);
  const changes = said
    .filter((change) => !isOwnEcho(change, lines))
    .map((change): JudgedChange => {
      const status = statusOf(tx, change, known, snapshot, lines);
      const isNew = completes && status === 'pending' && isCompletion(change, ownValue(tx, change, known, lines));
      return { ...change, status: isNew ? 'applied' : status };
    })
    .map((change) => withOwnBefore(tx, change, known, lines));
  await bindFacts(tx, orderId, known, order);
  if (changes.length === 0) return false;
  await insertChanges(tx, orderId, changes);
  if (completes)
    await completeOrder(
      tx,
      known,
      changes.filter((one) => one.status === 'applied' && isCompletion(one, null)),
    );
  const cancelled = changes.flatMap(({ status, field, lineId }) =>
    status === 'applied' && field === 'cancelled' && lineId ? [lineId] : [],
  );
  const items = lines
    .filter((line) => cancelled.includes(line.id) && openQty(line) > 0)
    .map((line) => ({ lineId: line.id, qty: openQty(line) }));
  if (items.length > 0) await cancelUnits(tx, orderId, { items, reason: '平台取消' });
  if (known.stage === 'cancelled' && changes.some(isMore)) await callBack(tx, orderId);
  const isElsewhere = changes.some(({ field }) => groupOf(field) === 'address');
  if (isElsewhere && lines.some(({ qtyShipped }) => qtyShipped > 0))
    await tx.emit(orderAddressLate, orderId, { orderId, reason: '发货后平台变更了收货地址' });
  await reportLateUnits(tx, orderId, changes, lines);
  await refreshChangeHolds(tx, orderId);
  // A price that the channel took back is judged as if it had never been another.
  const prices = changes.filter(({ field }) => groupOf(field) === 'price');
  if (prices.length > 0 && prices.every(({ status }) => status === 'noted'))
    await judgePricesAgain(tx, orderId, '平台已恢复原价');
  if (prices.length > 0) await recheckDispute(tx, orderId);
  return true;
}

/** Goods that the channel took back have left: it was read too late, and their parcels are to be stopped. */
async function reportLateUnits(
  tx: Tx,
  orderId: string,
  changes: readonly JudgedChange[],
  lines: readonly OrderLineState[],
): Promise<void> {
  const late = lines.flatMap(({ id, channelSku, qtyShipped }) => {
    const last = changes.findLast(({ field, lineId }) => groupOf(field) === 'units' && lineId === id);
    return last && Number(last.after) < qtyShipped
      ? [{ id, words: `${channelSku} 平台要 ${last.after ?? 0}，已发 ${qtyShipped}` }]
      : [];
  });
  if (late.length === 0) return;
  await tx.emit(orderUnitsLate, orderId, {
    orderId,
    lineIds: late.map(({ id }) => id),
    reason: `发货后读到平台取消或减少：${late.map(({ words }) => words).join('；')}`,
  });
}

const setPayload = (tx: Tx, orderId: string, payloadHash: string): Promise<number> =>
  tx.run`
    update sales_order set payload_hash = ${payloadHash}
    where tenant_id = ${tx.tenant} and id = ${orderId}::uuid`;

/**
 * What the channel changed while an order was history was only noted. Whoever takes it over ships what
 * is wanted now: every difference waits as a change that has just been reported.
 * @param aspects what of it may wait (`aspectOf`); absent = all
 */
export async function recordMissed(tx: Tx, orderId: string, aspects?: ReadonlySet<string>): Promise<void> {
  const snapshot = await readSnapshot(tx, orderId);
  if (!snapshot) return;
  const row = await tx.one<StoredOrder>`
    select * from sales_order where tenant_id = ${tx.tenant} and id = ${orderId}::uuid for update`;
  const known: StoredOrder = { ...row, status: 'new', stage: 'pending' };
  const own = await snapshotOfStored(tx, orderId, snapshot);
  const keyOf = (lineId: string | null): string | undefined =>
    snapshot.lines.find((line) => line.lineId === lineId)?.key;
  const lines = own.lines.map((line) => ({ ...line, key: keyOf(line.lineId) ?? line.key }));
  const state = await readLines(tx, orderId);
  const changes = changesBetween({ ...own, lines }, snapshot)
    .filter(({ field }) => groupOf(field) !== 'note')
    .filter((change) => aspects?.has(aspectOf(change)) ?? true)
    .filter((change) => !isSame(tx, change, known, snapshot, state))
    .map((change): JudgedChange => ({ ...change, status: 'pending' }))
    .map((change) => withOwnBefore(tx, change, known, state));
  if (changes.length === 0) return;
  await insertChanges(tx, orderId, changes);
  await refreshChangeHolds(tx, orderId, true);
}

/**
 * What the channel changed of an order that counted as gone was only noted. Once its goods are here again
 * (撤销发货) that waits as well; nothing else does, for what a person has decided stays decided.
 */
export async function recordNoted(tx: Tx, orderId: string): Promise<void> {
  if ((await familyOf(tx, orderId)).length > 1) return awaitDealt(tx, orderId);
  const noted = await tx.rows<Pick<SnapshotChange, 'lineKey' | 'field'>>`
    select distinct line_key, field from order_change_item
    where tenant_id = ${tx.tenant} and order_id = ${orderId}::uuid and status = 'noted'`;
  if (noted.length > 0) await recordMissed(tx, orderId, new Set(noted.map(aspectOf)));
}

/** Of one part of a number: the units that were dealt to it last wait as they were dealt. */
async function awaitDealt(tx: Tx, orderId: string): Promise<void> {
  const last = await tx.rows<{ id: string; status: string; isOther: boolean }>`
    select distinct on (c.line_id) c.id, c.status, c.after <> (l.qty - l.qty_cancelled)::text as "isOther"
    from order_change_item c join order_line l on l.tenant_id = c.tenant_id and l.id = c.line_id
    where c.tenant_id = ${tx.tenant} and c.order_id = ${orderId}::uuid
      and c.field in ('qty', 'cancelled', 'gone')
    order by c.line_id, c.create_time desc, c.id desc`;
  const noted = last.filter(({ status, isOther }) => status === 'noted' && isOther);
  if (noted.length === 0) return;
  await tx.run`
    update order_change_item set status = 'pending', decided_by = null, decided_at = null, decision = null,
      update_by = ${tx.actor.username}, update_time = ${tx.now}, version = version + 1
    where tenant_id = ${tx.tenant} and id = any(${noted.map(({ id }) => id)}::uuid[])`;
  await refreshChangeHolds(tx, orderId, true);
}

const isMore = ({ field, before, after }: SnapshotChange): boolean =>
  field === 'added' || (groupOf(field) === 'units' && Number(after) > Number(before));

/**
 * The channel wants goods again of an order that has ended here. Nothing brings it back to life: it
 * must not be forgotten either, so its cancellation counts as unheard and a person gets a task.
 */
async function callBack(tx: Tx, orderId: string): Promise<void> {
  await setColumns(tx, salesOrder, [orderId], { cancelSync: 'pending' });
  const [order] = await pick(tx, salesOrder, ['accountId'])`id = ${orderId}::uuid`;
  if (order) await tx.emit(orderRestored, orderId, { orderId, accountId: order.accountId });
}

/** Dates of the channel and what else it tells bind without being asked; a deadline that follows a backorder stays. */
async function bindFacts(tx: Tx, orderId: string, known: StoredOrder, order: MappedOrder): Promise<void> {
  const isOpen = known.stage === 'pending' || known.stage === 'shipping';
  const { shipBy } = await tx.one<{ shipBy: Date | null }>`
    update sales_order set
      ship_by = case when not ${isOpen} then ship_by
        when backorder_by <= ship_by then greatest(${order.shipBy ?? null}::timestamptz, backorder_by)
        else coalesce(${order.shipBy ?? null}::timestamptz, ship_by) end,
      deliver_by = case when ${isOpen} then coalesce(${order.deliverBy ?? null}::timestamptz, deliver_by) else deliver_by end,
      packing_slip_url = coalesce(${order.packingSlipUrl ?? null}::text, packing_slip_url),
      extra = case when ${order.isPartial ?? false} then extra else '{}'::jsonb end
        || ${JSON.stringify(order.extra)}::jsonb
        || jsonb_strip_nulls(jsonb_build_object('shippedElsewhere', extra -> 'shippedElsewhere'))
    where tenant_id = ${tx.tenant} and id = ${orderId}::uuid
    returning ship_by`;
  if (shipBy?.getTime() !== known.shipBy?.getTime())
    await tx.emit(orderShipByChanged, orderId, { orderId, shipBy: shipBy?.toISOString() ?? null });
}

/** One record of the telling, and one of each field; of the buyer only sealed. */
async function insertChanges(tx: Tx, orderId: string, changes: readonly JudgedChange[]): Promise<void> {
  const changeId = newId();
  const open = changes.filter(({ field }) => !isBuyerField(field));
  const valuesOf = (side: 'before' | 'after'): string =>
    JSON.stringify(
      Object.fromEntries(
        open.map((change) => [[change.lineKey, change.field].filter(Boolean).join(' '), change[side]]),
      ),
    );
  await tx.run`
    insert into order_change (tenant_id, id, order_id, summary, before, after, create_by, create_time)
    values (${tx.tenant}, ${changeId}, ${orderId}::uuid, ${wordsOf(changes).slice(0, 500)},
      ${valuesOf('before')}::jsonb, ${valuesOf('after')}::jsonb, ${tx.actor.username}, ${tx.now})`;
  await supersedeChanges(tx, orderId, changes);
  const plain = (change: JudgedChange, side: 'before' | 'after'): string | null =>
    isBuyerField(change.field) ? null : change[side];
  const sealed = (change: JudgedChange, side: 'before' | 'after'): string | null =>
    isBuyerField(change.field) ? tx.vault.seal(change[side] ?? '') : null;
  await tx.run`
    insert into order_change_item (tenant_id, id, change_id, order_id, line_key, line_id, channel_sku, field,
      before, after, sealed_before, sealed_after, status, decided_by, decided_at, create_by, create_time)
    select ${tx.tenant}, i.id, ${changeId}, ${orderId}::uuid, i.line_key, i.line_id, i.channel_sku, i.field,
      i.before, i.after, i.sealed_before, i.sealed_after, i.status,
      case when i.status = 'applied' then ${tx.actor.username} end,
      case when i.status = 'applied' then ${tx.now}::timestamptz end, ${tx.actor.username}, ${tx.now}
    from unnest(${changes.map(() => newId())}::uuid[], ${changes.map((c) => c.lineKey)}::text[],
      ${changes.map((c) => c.lineId)}::uuid[], ${changes.map((c) => c.channelSku)}::text[],
      ${changes.map((c) => c.field)}::text[], ${changes.map((c) => plain(c, 'before'))}::text[],
      ${changes.map((c) => plain(c, 'after'))}::text[], ${changes.map((c) => sealed(c, 'before'))}::text[],
      ${changes.map((c) => sealed(c, 'after'))}::text[], ${changes.map((c) => c.status)}::text[])
      as i (id, line_key, line_id, channel_sku, field, before, after, sealed_before, sealed_after, status)`;
}
