import { moveInTransaction, recordBirth } from '#kit/server/command.ts';
import { newId, type Tx } from '#kit/server/database.ts';
import { pick, setColumns } from '#kit/server/stored-rows.ts';
import { requestIntercept } from '#modules/fulfilment/server/index.ts';
import { salesOrder } from '#modules/orders/model/order.ts';
import { familyLines, familyOf, openHold, readWholeOrder } from '#modules/orders/server/index.ts';
import { cancellationLifecycle } from '../model/channel-lifecycles.ts';
import { cancellationRequest } from '../model/channel-product.ts';
import type { Offering } from '../model/offering.ts';
import { cancellationQtyUnknown } from '../model/errors.ts';
import type { CancellationRequest } from '../model/port.ts';
import { cancelAtHome, closeRequestHold, openUnits, readRequest, type StoredRequest } from './cancellation-effects.ts';
import { closeRequest } from './cancellations.ts';
import { countOrder } from './pull-run.ts';
import type { PullScene } from './pull-scene.ts';
import { isPassing, quarantine, resolveQuarantine, unreadableRow, unstorableRow, type BadRow } from './quarantine.ts';

/**
 * Requests are asked for this far back, because the channel decides on its own long before; and as far
 * as the oldest that still waits here, for a shop may have been closed while it was decided.
 */
const LOOK_BACK_MS = 14 * 86_400_000;

/**
 * Takes in what buyers and the channel ask to be cancelled: open orders are held, shipped ones are
 * marked for interception, and what was decided at the channel meanwhile is followed.
 */
export async function takeCancellations(scene: PullScene, connection: Offering<'cancellations'>): Promise<void> {
  const { attempt, channel } = scene;
  const oldest = await attempt.tx((tx) => oldestPending(tx, channel.account.id));
  const lookBack = attempt.now.getTime() - LOOK_BACK_MS;
  const since = new Date(Math.min(lookBack, oldest?.getTime() ?? lookBack));
  const { requests, unreadable } = await connection.pullCancellations(since);
  for (const row of unreadable) await setAside(scene, unreadableRow(row));
  const taken: string[] = [];
  for (const request of requests) {
    try {
      const decided = await attempt.tx((tx) => takeOne(tx, channel.account.id, request));
      if (decided) await cancelAtHome(attempt, decided, (tx) => moveInTransaction(tx, closeRequest, [decided.id]));
      taken.push(request.requestId);
    } catch (error) {
      // One odd request keeps no other waiting; what is the database's fault is tried again.
      if (isPassing(error)) throw error;
      await setAside(scene, unstorableRow('cancellation', request.requestId, request, error));
    }
  }
  await attempt.tx((tx) => resolveQuarantine(tx, channel.account.id, taken, 'cancellation'));
}

async function oldestPending(tx: Tx, accountId: string): Promise<Date | null> {
  const { at } = await tx.one<{ at: Date | null }>`
    select min(requested_at) as at from cancellation_request
    where tenant_id = ${tx.tenant} and account_id = ${accountId}::uuid and status = 'pending'`;
  return at;
}

const setAside = ({ attempt, channel, runId }: PullScene, bad: BadRow): Promise<void> =>
  attempt.tx(async (tx) => {
    await quarantine(tx, channel.account.id, bad);
    await countOrder(tx, runId, 'quarantined');
  });

/** @returns the request when the channel has cancelled it without us */
async function takeOne(tx: Tx, accountId: string, request: CancellationRequest): Promise<StoredRequest | null> {
  const known = await readRequest(tx, { accountId, requestId: request.requestId });
  const orderId = known?.orderId ?? (await findOrder(tx, accountId, request.channelOrderNo));
  if (!known) {
    // What was decided before it was ever seen shows in the order itself.
    if (request.status === 'pending') await addRequest(tx, accountId, request, orderId);
    return null;
  }
  if (orderId && !known.orderId) {
    await setColumns(tx, cancellationRequest, [known.id], { orderId });
    if (known.status === 'pending') await hold(tx, { ...known, orderId }, request.reason);
  }
  if (known.status !== 'pending') return null;
  if (request.status === 'cancelled') return { ...known, orderId };
  if (request.status === 'rejected') {
    await moveInTransaction(tx, closeRequest, [known.id]);
    await closeRequestHold(tx, { ...known, orderId }, '平台已拒绝取消');
  }
  return null;
}

const findOrder = async (tx: Tx, accountId: string, channelOrderNo: string): Promise<string | null> => {
  const [row] = await pick(tx, salesOrder, ['id'])`
    account_id = ${accountId}::uuid
      and channel_order_no = ${channelOrderNo} and order_type not in ('manual', 'replacement')
      order by parent_id nulls first, split_seq limit 1`;
  return row?.id ?? null;
};

async function addRequest(
  tx: Tx,
  accountId: string,
  request: CancellationRequest,
  orderId: string | null,
): Promise<void> {
  const qty = request.qty ?? (await wholeLine(tx, orderId, request.channelSku));
  const id = newId();
  const added = await tx.run`
    insert into cancellation_request (tenant_id, id, account_id, request_id, channel_order_no, order_id,
      channel_sku, qty, reason, requested_at, status, environment, create_by, create_time)
    values (${tx.tenant}, ${id}, ${accountId}::uuid, ${request.requestId}, ${request.channelOrderNo},
      ${orderId}::uuid, ${request.channelSku}, ${qty}, ${request.reason.slice(0, 500)},
      ${request.requestedAt}, 'pending',
      (select environment from channel_account where tenant_id = ${tx.tenant} and id = ${accountId}::uuid),
      ${tx.actor.username}, ${tx.now})
    on conflict (tenant_id, account_id, request_id) do nothing`;
  if (added === 0) return;
  recordBirth(tx, cancellationLifecycle, 'receive', [{ id, status: 'pending', scope: accountId }]);
  const stored = { ...request, qty, id, accountId, orderId };
  await hold(tx, stored, request.reason);
}

/** A request without a quantity means all of the part that is not cancelled yet. */
async function wholeLine(tx: Tx, orderId: string | null, channelSku: string): Promise<number> {
  const order = orderId ? await readWholeOrder(tx, orderId) : null;
  const lines = order?.lines.filter((line) => line.channelSku === channelSku) ?? [];
  const units = lines.reduce((sum, line) => sum + line.qty - line.qtyCancelled, 0);
  if (units <= 0) throw cancellationQtyUnknown();
  return units;
}

/** An open order stops; of what has left, somebody must stop the parcel. */
async function hold(tx: Tx, request: StoredRequest, reason: string): Promise<void> {
  if (!request.orderId) return;
  const open = await openUnits(tx, request.orderId, request.channelSku, request.qty);
  for (const { orderId } of open)
    await openHold(tx, orderId, {
      type: 'cancelRequest',
      detail: `${request.channelSku}×${request.qty} ${reason}`.trim(),
    });
  const units = open.flatMap(({ items }) => items).reduce((sum, { qty }) => sum + qty, 0);
  const lines = await familyLines(tx, await familyOf(tx, request.orderId));
  const gone = lines.filter((line) => line.channelSku === request.channelSku && line.qtyShipped > 0);
  if (units >= request.qty || gone.length === 0) return;
  await setColumns(tx, cancellationRequest, [request.id], { intercept: true });
  await requestIntercept(
    tx,
    [...new Set(gone.map(({ orderId }) => orderId))],
    `买家申请取消 ${request.channelSku}×${request.qty} ${reason}`.trim(),
    gone.map(({ id }) => id),
  );
}
