import type { TaskOf } from '#kit/model/job.ts';
import type { Refusal } from '#kit/model/refusal.ts';
import { command, moveInTransaction, type Command } from '#kit/server/command.ts';
import type { Tx } from '#kit/server/database.ts';
import { Dead, noteInTransaction, type Attempt, type QueuedHandler } from '#kit/server/deliveries.ts';
import { enqueue } from '#kit/server/outbox.ts';
import { setColumns } from '#kit/server/stored-rows.ts';
import { cancellationRequest } from '../model/channel-product.ts';
import { answerCancellationJob } from '../model/jobs.ts';
import { familyOf } from '#modules/orders/server/index.ts';
import { cancellationLifecycle } from '../model/channel-lifecycles.ts';
import type { Offering } from '../model/offering.ts';
import { shippedAlready } from '../model/errors.ts';
import type { CancellationRequest } from '../model/port.ts';
import { cancelAtHome, closeRequestHold, openUnits, readRequest, type StoredRequest } from './cancellation-effects.ts';
import { channelHandler } from './channel-work.ts';
import type { Channel, Connections } from './connections.ts';
import type { CancellationRow } from '../model/channel-product.ts';

type AnswerCancellationAttempt = Attempt<TaskOf<typeof answerCancellationJob>>;

/** 同意取消: nothing that has left can be agreed to; the channel is notified by a delivery. */
export const confirmRequest: Command = command(cancellationLifecycle, 'confirm', {
  async guard(tx, rows) {
    const refusals = new Map<string, Refusal>();
    for (const row of rows) {
      if (!row.orderId) continue;
      const open = await openUnits(tx, row.orderId, row.channelSku, row.qty, { lock: false });
      const isOver = (await familyOf(tx, row.orderId)).every(({ status }) =>
        ['cancelled', 'rejected', 'history'].includes(status),
      );
      if (open.length === 0 && !isOver) refusals.set(row.id, shippedAlready());
    }
    return refusals;
  },
  run: (tx, rows) => answer(tx, rows, true, null),
});

/** 拒绝取消: with the reason the channel is given. */
export const rejectRequest: Command = command(cancellationLifecycle, 'reject', {
  run: (tx, rows, { reason }) => answer(tx, rows, false, reason),
});

/** Decided at the channel without us. */
export const closeRequest: Command = command(cancellationLifecycle, 'close', {
  run: async () => undefined,
});

/** The channel did not take our answer: the request waits again. */
const reopenRequest: Command = command(cancellationLifecycle, 'reopen', {
  run: async () => undefined,
});

async function answer(tx: Tx, rows: readonly CancellationRow[], accept: boolean, reason: string | null): Promise<void> {
  await setColumns(tx, cancellationRequest, rows, { answeredBy: tx.actor.username });
  for (const row of rows)
    await enqueue(tx, answerCancellationJob, {
      aggregate: `cancellation:${row.id}`,
      dedupeKey: `cancellation:${row.id}:${row.version}`,
      payload: { id: row.id, accept, reason, accountId: row.accountId },
    });
}

/** `channels.answerCancellation`: tells the channel, then cancels the units here. */
export function answerHandler(connections: Connections): QueuedHandler<TaskOf<typeof answerCancellationJob>> {
  return channelHandler(connections, {
    urgency: 'shipNotice',
    capability: 'cancellations',
    async shopOf(attempt) {
      const request = await attempt.tx((tx) => readRequest(tx, { id: idOf(attempt) }));
      const isAnswered = request && ['confirmed', 'rejected'].includes(request.status);
      return isAnswered ? request.accountId : null;
    },
    async run(attempt, channel) {
      const request = await attempt.tx((tx) => readRequest(tx, { id: idOf(attempt) }));
      if (!request || attempt.progress['applied'] === true) return attempt.finish();
      const accept = attempt.payload.accept === true;
      // An earlier attempt may have been heard: the request itself tells.
      let known = attempt.progress['sent'] === true ? await decided(channel, request) : null;
      if (!known) {
        await attempt.note({ sent: true });
        const reason = attempt.payload.reason;
        const [result] = await channel.connection.answerCancellations([
          { requestId: request.requestId, accept, ...(reason ? { reason } : {}) },
        ]);
        known = result?.ok ? (accept ? 'cancelled' : 'rejected') : await decided(channel, request);
        if (!known) throw await notTaken(attempt, request, result?.message ?? '渠道未答复');
      }
      await settle(attempt, request, known);
    },
    giveUp: async (tx, attempt) => {
      const request = await readRequest(tx, { id: idOf(attempt) });
      if (request && ['confirmed', 'rejected'].includes(request.status))
        await moveInTransaction(tx, reopenRequest, [request.id]);
    },
  });
}

const idOf = (attempt: AnswerCancellationAttempt): string => attempt.payload.id;

/** What the channel has decided; null while it waits for the answer. */
async function decided(
  channel: Channel<Offering<'cancellations'>>,
  request: StoredRequest,
): Promise<'cancelled' | 'rejected' | null> {
  const since = new Date(request.requestedAt.getTime() - 86_400_000);
  const { requests } = await channel.connection.pullCancellations(since);
  const own = requests.find((one: CancellationRequest) => one.requestId === request.requestId);
  return own && own.status !== 'pending' ? own.status : null;
}

async function notTaken(attempt: AnswerCancellationAttempt, request: StoredRequest, message: string): Promise<Dead> {
  await attempt.tx((tx) => moveInTransaction(tx, reopenRequest, [request.id]));
  return new Dead(`平台未接受答复：${message}`);
}

async function settle(
  attempt: AnswerCancellationAttempt,
  request: StoredRequest,
  known: 'cancelled' | 'rejected',
): Promise<void> {
  if (known === 'rejected') return attempt.finish((tx) => closeRequestHold(tx, request, '已拒绝取消'));
  // Units are cancelled once: the note stands or falls with them.
  const trouble = await cancelAtHome(attempt, request, (tx) => noteInTransaction(tx, attempt, { applied: true }));
  if (trouble) throw new Dead(trouble);
  await attempt.finish();
}
