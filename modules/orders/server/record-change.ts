import { newId, type Tx } from '#kit/server/database.ts';
import { pick, setColumns } from '#kit/server/stored-rows.ts';
import { orderWantedAgain } from '../model/events.ts';
import { groupOf, isBuyerField, isIn, type ChangeState } from '../model/order-change.ts';
import type { Address } from '../model/incoming-order.ts';
import { salesOrder } from '../model/order.ts';
import {
  changesBetween,
  plainPart,
  toldOrder,
  wantedUnits,
  type ToldChange,
  type ToldOrder,
} from '../model/told-order.ts';
import { cancelUnits } from './cancel-units.ts';
import {
  judgePricesAgain,
  refreshChangeHolds,
  SERVICE_COLUMNS,
  supersedeChanges,
  wordsOf,
} from './change-items.ts';
import type { MappedOrder } from './mapped-order.ts';
import {
  openAddress,
  openQty,
  readLines,
  type OrderLineState,
  type StoredOrder,
} from './read-order.ts';
import { asIfTold, readTold, storeTold } from './told.ts';

/**
 * The channel reports an order we have in another way: a record of every field that changed since it
 * last reported it, never a second order. What it cancels before we packed is cancelled here too, its
 * dates bind at once; everything else waits under a hold until somebody applies or refuses it.
 * @returns whether anything a person would call a change was found
 */
export async function recordChange(tx: Tx, orderId: string, order: MappedOrder): Promise<boolean> {
  const known = await tx.one<StoredOrder>`
    select * from sales_order where tenant_id = ${tx.tenant} and id = ${orderId}::uuid for update`;
  // Another pull brought the same while this one waited for the order.
  if (known.payloadHash === order.payloadHash) return false;
  const before =
    (await readTold(tx, orderId)) ?? (await asIfTold(tx, orderId, toldOrder(order, null)));
  const told = toldOrder(order, before);
  const lines = await readLines(tx, orderId);
  const changes = changesBetween(before, told)
    .filter((change) => !isOwnEcho(change, lines))
    .map((change) => ({ ...change, status: statusOf(tx, change, known, told, lines) }))
    .map((change) => withOwnBefore(tx, change, known, lines));
  await storeTold(tx, orderId, told);
  await bindFacts(tx, orderId, known, order);
  if (changes.length === 0) return false;
  await insertChanges(tx, orderId, changes);
  const cancelled = changes.flatMap(({ status, field, lineId }) =>
    status === 'applied' && field === 'cancelled' && lineId ? [lineId] : [],
  );
  const items = lines
    .filter((line) => cancelled.includes(line.id) && openQty(line) > 0)
    .map((line) => ({ lineId: line.id, qty: openQty(line) }));
  if (items.length > 0) await cancelUnits(tx, orderId, { items, reason: '平台取消' });
  if (known.stage === 'cancelled' && changes.some(isMore)) await callBack(tx, orderId);
  await refreshChangeHolds(tx, orderId);
  // A price that the channel took back is judged as if it had never been another.
  const prices = changes.filter(({ field }) => groupOf(field) === 'price');
  if (prices.length > 0 && prices.every(({ status }) => status === 'noted'))
    await judgePricesAgain(tx, orderId, '平台已恢复原价');
  return true;
}

/**
 * What the channel changed while an order was history was only noted. Whoever takes it over ships what
 * is wanted now: every difference waits as a change that has just been reported.
 */
export async function recordMissed(tx: Tx, orderId: string): Promise<void> {
  const told = await readTold(tx, orderId);
  if (!told) return;
  const row = await tx.one<StoredOrder>`
    select * from sales_order where tenant_id = ${tx.tenant} and id = ${orderId}::uuid for update`;
  const known: StoredOrder = { ...row, status: 'new', stage: 'pending' };
  const own = await asIfTold(tx, orderId, told);
  const keyOf = (lineId: string | null): string | undefined =>
    told.lines.find((line) => line.lineId === lineId)?.key;
  const lines = own.lines.map((line) => ({ ...line, key: keyOf(line.lineId) ?? line.key }));
  const state = await readLines(tx, orderId);
  const changes = changesBetween({ ...own, lines }, told)
    .filter(({ field }) => groupOf(field) !== 'note')
    .filter((change) => !isSame(tx, change, known, told, state))
    .map((change): JudgedChange => ({ ...change, status: 'pending' }))
    .map((change) => withOwnBefore(tx, change, known, state));
  if (changes.length === 0) return;
  await insertChanges(tx, orderId, changes);
  await refreshChangeHolds(tx, orderId, true);
}

const isMore = ({ field, before, after }: ToldChange): boolean =>
  field === 'added' || (groupOf(field) === 'units' && Number(after) > Number(before));

/**
 * The channel wants goods again of an order that has ended here. Nothing brings it back to life: it
 * must not be forgotten either, so its cancellation counts as unheard and a person gets a task.
 */
async function callBack(tx: Tx, orderId: string): Promise<void> {
  await setColumns(tx, salesOrder, [orderId], { cancelSync: 'pending' });
  const [order] = await pick(tx, salesOrder, ['accountId'])`id = ${orderId}::uuid`;
  if (order) await tx.emit(orderWantedAgain, orderId, { orderId, accountId: order.accountId });
}

/** The estimated day that our own acceptance set comes back as the channel's. */
const isOwnEcho = (
  { field, lineId, after }: ToldChange,
  lines: readonly OrderLineState[],
): boolean =>
  field === 'estShipDate' &&
  lines.some((line) => line.id === lineId && line.estShipDate === after?.slice(0, 10));

/** What waits for a person is what differs from the order as it stands here. */
function statusOf(
  tx: Tx,
  change: ToldChange,
  known: StoredOrder,
  told: ToldOrder,
  lines: readonly OrderLineState[],
): ChangeState {
  const group = groupOf(change.field);
  const isOpen = known.stage === 'pending' || known.stage === 'shipping';
  if (group === 'note') return 'noted';
  if (group === 'date') return isOpen ? 'applied' : 'noted';
  if (!isOpen || isSame(tx, change, known, told, lines)) return 'noted';
  const isEarly = ['new', 'accepted', 'ready'].includes(known.status);
  return change.field === 'cancelled' && change.lineId && isEarly ? 'applied' : 'pending';
}

/** Whether the order says here already what the channel says now. */
function isSame(
  tx: Tx,
  change: ToldChange,
  known: StoredOrder,
  told: ToldOrder,
  lines: readonly OrderLineState[],
): boolean {
  const { field, lineId, lineKey, after } = change;
  const own = ownValue(tx, change, known, lines);
  switch (groupOf(field)) {
    case 'units': {
      const toldLine = told.lines.find(({ key }) => key === lineKey);
      return toldLine !== undefined && String(wantedUnits(toldLine)) === own;
    }
    case 'price':
      return (field !== 'currency' && lineId === null) || own === after;
    case 'service':
    case 'warehouse':
      return own === after;
    case 'address':
      return plainPart(own ?? '') === plainPart(after ?? '');
    default:
      return false;
  }
}

/** What the order says here of a field that the channel changed; null where it says nothing. */
function ownValue(
  tx: Tx,
  { field, lineId }: ToldChange,
  known: StoredOrder,
  lines: readonly OrderLineState[],
): string | null {
  const line = lines.find(({ id }) => id === lineId);
  if (isIn('service', field)) return known[SERVICE_COLUMNS[field]];
  switch (groupOf(field)) {
    case 'units':
      return String(line ? line.qty - line.qtyCancelled : 0);
    case 'price':
      return field === 'currency' ? known.currency : (line?.unitPrice ?? null);
    case 'warehouse':
      return known.pinnedWarehouseCode;
    case 'address':
      return openAddress(tx, known)[field.slice('shipTo.'.length) as keyof Address] ?? '';
    default:
      return null;
  }
}

/**
 * What applying a change makes of the order starts from what the order says, not from a word of the
 * channel that nobody ever took over: of 3, 1 and then 2 the order that has 3 loses one.
 */
function withOwnBefore(
  tx: Tx,
  change: JudgedChange,
  known: StoredOrder,
  lines: readonly OrderLineState[],
): JudgedChange {
  const isToDo = change.status === 'pending' || change.status === 'applied';
  if (!isToDo || ['note', 'date', 'line'].includes(groupOf(change.field))) return change;
  return { ...change, before: ownValue(tx, change, known, lines) };
}

/** Dates of the channel and what else it tells bind without being asked. */
async function bindFacts(
  tx: Tx,
  orderId: string,
  known: StoredOrder,
  order: MappedOrder,
): Promise<void> {
  const isOpen = known.stage === 'pending' || known.stage === 'shipping';
  await tx.run`
    update sales_order set payload_hash = ${order.payloadHash},
      ship_by = case when ${isOpen} then coalesce(${order.shipBy ?? null}::timestamptz, ship_by) else ship_by end,
      deliver_by = case when ${isOpen} then coalesce(${order.deliverBy ?? null}::timestamptz, deliver_by) else deliver_by end,
      packing_slip_url = coalesce(${order.packingSlipUrl ?? null}::text, packing_slip_url),
      extra = ${JSON.stringify(order.extra)}::jsonb
        || jsonb_strip_nulls(jsonb_build_object('shippedElsewhere', extra -> 'shippedElsewhere'))
    where tenant_id = ${tx.tenant} and id = ${orderId}::uuid`;
}

type JudgedChange = ToldChange & { status: ChangeState };

/** One record of the telling, and one of each field; of the buyer only sealed. */
async function insertChanges(
  tx: Tx,
  orderId: string,
  changes: readonly JudgedChange[],
): Promise<void> {
  const changeId = newId();
  const open = changes.filter(({ field }) => !isBuyerField(field));
  const valuesOf = (side: 'before' | 'after'): string =>
    JSON.stringify(
      Object.fromEntries(
        open.map((change) => [
          [change.lineKey, change.field].filter(Boolean).join(' '),
          change[side],
        ]),
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
