import { exponentOf } from '#kit/model/currency.ts';
import { lineAmount } from '#kit/model/money.ts';
import { DEFAULT_CALENDAR } from '#kit/model/time.ts';
import type { Actor } from '#kit/server/actor.ts';
import { recordBirth } from '#kit/server/command.ts';
import { newId, type Database, type Tx } from '#kit/server/database.ts';
import type { Numbering } from '#kit/server/document-number.ts';
import { noteMakers } from '#kit/server/makers.ts';
import { workCalendar } from '#modules/base/model/work-calendar.ts';
import { acceptDeadline } from '../model/accept-deadline.ts';
import { addressKey } from '../model/address-check.ts';
import { orderLifecycle } from '../model/order-lifecycle.ts';
import { salesOrder } from '../model/order.ts';
import { noteAnswered } from './answered-elsewhere.ts';
import { takeIn, type ArrivalPolicy } from './arrival.ts';
import { familyOf } from './family.ts';
import { noteRead } from './open-orders.ts';
import type { MappedOrder } from './mapped-order.ts';
import { zeroQuantity } from '../model/errors.ts';
import { snapshotOf, type ChannelSnapshot } from '../model/channel-snapshot.ts';
import { insertLines, searchText, summaryOf, type NewLine } from './order-lines.ts';
import { recordChange } from './record-change.ts';
import { storeSnapshot } from './snapshots.ts';

export type { MappedLine, MappedOrder } from './mapped-order.ts';

/** What of a shop's policy matters when its channel tells an order. */
export interface AccountPolicy extends ArrivalPolicy {
  acceptHours: number;
}

export interface Received {
  outcome: 'created' | 'changed' | 'repeated';
  orderId: string;
}

interface ReceiveServices {
  db: Database;
  numbering: Numbering;
}

/**
 * Takes one order in, whole or not at all, in a transaction of its own. The unique key (account,
 * channel order number, type) makes a second arrival find the first: same payload, nothing
 * happens; another payload, a change record.
 * @param finish further work in the same transaction (the pull's cursor)
 */
export async function receiveOrder(
  services: ReceiveServices,
  actor: Actor,
  policy: AccountPolicy,
  order: MappedOrder,
  finish?: (tx: Tx, received: Received) => Promise<void>,
): Promise<Received> {
  const { db, numbering } = services;
  const known = await db.tx(actor, (tx) => findOrder(tx, policy.accountId, order.channelOrderNo));
  const [orderNo] = known ? [''] : await numbering.take(actor, 'SO', 1);
  return db.tx(actor, async (tx) => {
    const created = known ? null : await createOrder(tx, policy, order, orderNo as string);
    if (created && order.answered?.shippedParts) await noteAnswered(tx, created, order.answered);
    const received: Received = created ? { outcome: 'created', orderId: created } : await meetAgain(tx, policy, order);
    if (order.source === 'import' && received.outcome !== 'repeated')
      for (const { id } of await familyOf(tx, received.orderId)) await noteMakers(tx, salesOrder, id);
    await finish?.(tx, received);
    return received;
  });
}

const findOrder = (tx: Tx, accountId: string, channelOrderNo: string) =>
  tx.maybe<{ id: string; payloadHash: string | null }>`
    select id, payload_hash from sales_order
    where tenant_id = ${tx.tenant} and account_id = ${accountId}::uuid
      and channel_order_no = ${channelOrderNo} and order_type = 'dropship' and split_seq = 0`;

async function meetAgain(tx: Tx, policy: AccountPolicy, order: MappedOrder): Promise<Received> {
  const known = await findOrder(tx, policy.accountId, order.channelOrderNo);
  if (!known) throw new Error(`order ${order.channelOrderNo} was there and is gone`);
  await noteRead(tx, known.id);
  const isChanged = known.payloadHash !== order.payloadHash && (await recordChange(tx, known.id, order));
  if (order.answered) for (const { id } of await familyOf(tx, known.id)) await noteAnswered(tx, id, order.answered);
  return { outcome: isChanged ? 'changed' : 'repeated', orderId: known.id };
}

/** @returns the new id, or null when somebody else stored this order meanwhile */
async function createOrder(tx: Tx, policy: AccountPolicy, order: MappedOrder, orderNo: string): Promise<string | null> {
  const id = newId();
  const exponent = exponentOf(order.currency);
  // Lines that were cancelled down to nothing before we saw them are none; the telling keeps them.
  const stored = order.lines.filter((line) => line.qty > 0);
  const empty = order.lines.find((line) => line.qty === 0 && !line.isCancelled);
  if (empty || stored.length === 0) throw zeroQuantity({ channelSku: empty?.channelSku ?? '' });
  const lines = stored.map((line) => ({
    ...line,
    id: newId(),
    net: line.isCancelled ? 0n : lineAmount(line.qty, line.unitPrice, exponent),
    cancelled: line.isCancelled ? line.qty : 0,
  }));
  const isCancelled = lines.every((line) => line.isCancelled);
  const status = isCancelled ? 'cancelled' : order.answered ? 'history' : 'new';
  if (!(await insertHeader(tx, policy, order, { id, orderNo, status, lines }))) return null;
  await insertLines(tx, id, order, lines);
  await storeSnapshot(tx, id, firstSnapshot(order, lines));
  recordBirth(tx, orderLifecycle, 'import', [{ id, status, scope: policy.accountId }]);
  await takeIn(tx, policy, {
    id,
    orderNo,
    pinnedWarehouseId: order.warehouseId,
    shipTo: order.shipTo,
    ...(order.isAddressWithheld ? { isAddressWithheld: true } : {}),
    lines: status === 'new' ? lines.filter((line) => !line.isCancelled) : [],
    pricedBy: order.source === 'import' ? 'person' : 'channel',
  });
  return id;
}

/** What the channel says at first, each line with ours beside it. */
function firstSnapshot(order: MappedOrder, lines: readonly NewLine[]): ChannelSnapshot {
  const snapshot = snapshotOf(order, null);
  return {
    ...snapshot,
    lines: snapshot.lines.map((line, index) => ({
      ...line,
      lineId: lines.find(({ lineNo }) => lineNo === order.lines[index]?.lineNo)?.id ?? null,
    })),
  };
}

async function insertHeader(
  tx: Tx,
  policy: AccountPolicy,
  order: MappedOrder,
  head: { id: string; orderNo: string; status: string; lines: NewLine[] },
): Promise<boolean> {
  const { shipTo } = order;
  const live = head.lines.filter((line) => line.cancelled === 0);
  const seal = (text: string | undefined): string | null => (text ? tx.vault.seal(text) : null);
  const search = searchText(head.orderNo, order.channelOrderNo, head.lines, shipTo.name);
  const deadline = await acceptBy(tx, policy, order);
  const inserted = await tx.run`
    insert into sales_order (tenant_id, id, order_no, channel_order_no, account_id, order_type, source, status,
      item_summary, line_count, unit_count, currency, total, ordered_at, accept_deadline, ship_by, deliver_by,
      warehouse_id, pinned_warehouse_code, ship_speed, carrier_code, ship_to_name, ship_to_address1,
      ship_to_address2, ship_to_city, ship_to_state, ship_to_postal_code, ship_to_country, ship_to_phone,
      address_hash, packing_slip_url, extra, payload_hash, search_text, cancelled_at, cancelled_side,
      accept_sync, shipped_at, channel_read_at, environment, create_by, create_time)
    values (${tx.tenant}, ${head.id}, ${head.orderNo}, ${order.channelOrderNo}, ${policy.accountId}::uuid, 'dropship',
      ${order.source ?? 'api'}, ${head.status}, ${summaryOf(head.lines)}, ${head.lines.length},
      ${live.reduce((sum, line) => sum + line.qty, 0)}, ${order.currency},
      ${head.lines.reduce((sum, line) => sum + line.net, 0n)}, ${order.orderedAt}, ${deadline},
      ${order.shipBy ?? null}, ${order.deliverBy ?? null}, ${order.warehouseId}::uuid,
      ${order.channelWarehouseCode ?? null}, ${order.shipSpeed ?? null}, ${order.carrierCode ?? null},
      ${shipTo.name}, ${seal(shipTo.address1)}, ${seal(shipTo.address2)}, ${shipTo.city}, ${shipTo.state},
      ${shipTo.postalCode}, ${shipTo.country}, ${seal(shipTo.phone)}, ${tx.vault.digest(addressKey(shipTo))},
      ${order.packingSlipUrl ?? null}, ${JSON.stringify(order.extra)}::jsonb, ${order.payloadHash}, ${search},
      ${head.status === 'cancelled' ? tx.now : null}, ${head.status === 'cancelled' ? 'channel' : null},
      ${head.status === 'history' ? 'ok' : 'none'},
      ${head.status === 'history' ? (order.answered?.shippedAt ?? null) : null}, ${tx.now},
      (select environment from channel_account where tenant_id = ${tx.tenant} and id = ${policy.accountId}::uuid),
      ${tx.actor.username}, ${tx.now})
    on conflict (tenant_id, account_id, channel_order_no, order_type, split_seq) do nothing`;
  return inserted > 0;
}

/** By the calendar of the warehouse it leaves from; by the usual one where none is known yet. */
async function acceptBy(tx: Tx, policy: AccountPolicy, order: MappedOrder): Promise<Date> {
  const warehouse = await tx.maybe<{ timezone: string; cutoffTime: string; calendar: unknown }>`
    select timezone, cutoff_time, calendar from warehouse
    where tenant_id = ${tx.tenant} and id = ${order.warehouseId}::uuid`;
  return acceptDeadline(
    order.orderedAt,
    policy.acceptHours,
    warehouse ? workCalendar(warehouse.calendar, warehouse.cutoffTime) : DEFAULT_CALENDAR,
    warehouse?.timezone ?? tx.actor.zone,
  );
}
