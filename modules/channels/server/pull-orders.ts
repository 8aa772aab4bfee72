import type { TaskOf } from '#kit/model/job.ts';
import { runCommand } from '#kit/server/command.ts';
import type { Tx } from '#kit/server/database.ts';
import { noteInTransaction, type Attempt, type QueuedHandler } from '#kit/server/deliveries.ts';
import {
  accountPolicy,
  channelWarehousesOf,
  noteCursor,
  notePulled,
  setAccountHealth,
} from '#modules/base/server/index.ts';
import { acceptOrder } from '#modules/orders/server/index.ts';
import type { pullJob } from '../model/jobs.ts';
import { closesCapability, type Capability } from '../model/capability.ts';
import { notByInterface } from '../model/errors.ts';
import { offers, type Offering } from '../model/offering.ts';
import { ChannelError, type PullPage } from '../model/port.ts';
import { closeCapability, openCapability, setHealthBeside } from './capabilities.ts';
import { takeParts, takeReturns } from './aftersales-pull.ts';
import { takeCancellations } from './cancellation-pull.ts';
import { channelHandler } from './channel-work.ts';
import type { Connections } from './connections.ts';
import type { PullScene } from './pull-scene.ts';
import { endRun, ensureRun, notingTrouble, runOf } from './pull-run.ts';
import { receiveAll } from './receive-orders.ts';
import { rereadOpen } from './reread-orders.ts';
import type { ChannelServices } from './services.ts';

type PullAttempt = Attempt<TaskOf<typeof pullJob>>;

/**
 * `channels.pull`: one pull of one shop, page by page. A page's orders are taken in one by one,
 * each in a transaction of its own; with the last one the cursor and the next page are stored,
 * so that a pull that is broken off goes on where it was: nothing is missed, nothing doubled.
 */
export function pullHandler(
  services: ChannelServices,
  connections: Connections,
): QueuedHandler<TaskOf<typeof pullJob>> {
  const handler = channelHandler(connections, {
    urgency: 'pull',
    capability: 'pullOrders',
    shopOf: shopToPull,
    async run(attempt, channel) {
      const scene = await openScene(services, attempt, channel);
      await pullPages(scene);
      // Each is asked for, whatever is wrong with another.
      const troubles = [
        await rereadOpen(scene),
        await follow(scene, 'cancellations', takeCancellations),
        await follow(scene, 'returns', takeReturns),
        await follow(scene, 'parts', takeParts),
      ];
      const trouble = troubles.find((one) => one !== null) ?? null;
      // What the channel cannot tell of old orders or cancellations keeps no order waiting.
      await acceptReady(scene);
      if (trouble !== null) throw trouble;
      await attempt.finish(async (tx) => {
        await endRun(tx, scene.runId, null);
        await notePulled(tx, channel.account.id);
        await openCapability(tx, channel.account.id, 'pullOrders');
        await setHealthBeside(tx, channel.account.id, 'pulled');
      });
    },
    giveUp: async (tx, attempt, message) => {
      const runId = runOf(attempt);
      if (runId) await endRun(tx, runId, message);
      const found = { code: 'pullFailed', reason: message } as const;
      await setAccountHealth(tx, attempt.payload.accountId, found);
    },
    async withoutInterface(attempt, { connector }) {
      const runId = runOf(attempt);
      const { message } = notByInterface({ channel: connector.title, what: '拉单' });
      await attempt.finish(async (tx) => {
        if (runId) await endRun(tx, runId, message);
      });
    },
    // Nobody waits for a pull of a closed shop: the next one comes when the shop is open again.
    async whenClosed(attempt, reason) {
      const runId = await ensureRun(attempt, 'orders');
      await attempt.finish((tx) => endRun(tx, runId, reason));
    },
  });
  return notingTrouble(handler);
}

/** Scheduled pulls that queued up behind a slow one are one pull: the rest have nothing to do. */
async function shopToPull(attempt: PullAttempt): Promise<string | null> {
  const accountId = attempt.payload.accountId;
  if (runOf(attempt)) return accountId;
  const fresh = await attempt.tx(
    (tx) => tx.maybe`
      select 1 from channel_account where tenant_id = ${tx.tenant} and id = ${accountId}::uuid
        and last_pull_at > ${tx.now}::timestamptz - make_interval(mins => pull_minutes)`,
  );
  return fresh ? null : accountId;
}

async function openScene(
  services: ChannelServices,
  attempt: PullAttempt,
  channel: PullScene['channel'],
): Promise<PullScene> {
  const runId = await ensureRun(attempt, 'orders');
  return attempt.tx(async (tx) => {
    const links = await channelWarehousesOf(tx, channel.account.id);
    return {
      services,
      attempt,
      channel,
      actor: tx.actor,
      policy: await accountPolicy(tx, channel.account.id),
      runId,
      // Several local warehouses may stand behind one code: the first by priority is meant.
      warehouses: new Map(links.toReversed().map((link) => [link.channelCode, link.warehouseId] as const)),
    };
  });
}

async function pullPages(scene: PullScene): Promise<void> {
  const { attempt, channel, policy } = scene;
  if (attempt.progress['pagesDone'] === true) return;
  let page = (attempt.progress['page'] as string | null | undefined) ?? null;
  do {
    const found = await channel.connection.pullOrders(policy.pullCursor, page);
    await receivePage(scene, found);
    page = found.next;
    // Everything so far is stored: who has to wait for the next page waits without a place.
    if (page !== null) await channel.nextTurn();
  } while (page !== null);
}

async function receivePage(scene: PullScene, page: PullPage): Promise<void> {
  const isClosed = await receiveAll(scene, page, (tx) => closePage(tx, scene, page));
  if (!isClosed) await scene.attempt.tx((tx) => closePage(tx, scene, page));
}

async function closePage(tx: Tx, scene: PullScene, page: PullPage): Promise<void> {
  await noteCursor(tx, scene.channel.account.id, page.cursor);
  await tx.run`
    update pull_run set pages = pages + 1, error = null, update_time = ${tx.now}
    where tenant_id = ${tx.tenant} and id = ${scene.runId}::uuid`;
  await noteInTransaction(tx, scene.attempt, { page: page.next, pagesDone: page.next === null });
}

/**
 * Takes in what a channel tells beside its orders (cancellations, returns, parts), unless it keeps that closed.
 * @returns what failed in passing, for another attempt; null when there is nothing to come back for
 */
async function follow<C extends Capability>(
  scene: PullScene,
  capability: C,
  take: (scene: PullScene, connection: Offering<C>) => Promise<void>,
): Promise<unknown> {
  const { attempt, channel } = scene;
  const { connection } = channel;
  if (channel.closed.has(capability) || !offers(connection, capability)) return null;
  const accountId = channel.account.id;
  try {
    await take(scene, connection);
    await attempt.tx((tx) => openCapability(tx, accountId, capability));
    return null;
  } catch (error) {
    // A slip of one answer closes nothing; what nobody can read in the end is no slip.
    const isSlip =
      error instanceof ChannelError && (error.kind === 'transient' || (error.kind === 'unreadable' && !attempt.isLast));
    // They have a host of their own: while it is down, the shop's other calls need no rest.
    if (isSlip) return new Error(`${error.operation}：${error.message}`, { cause: error });
    if (!closesCapability(error)) return error;
    const { message } = error;
    await attempt.tx((tx) => closeCapability(tx, accountId, capability, message));
    return null;
  }
}

/** 自动接单: shops that accept by themselves take every order of their channel that nothing holds up. */
async function acceptReady({ services, attempt, actor, policy }: PullScene): Promise<void> {
  if (policy.acknowledgeMode !== 'auto') return;
  const ready = await attempt.tx(
    (tx) => tx.rows<{ id: string }>`
      select id from sales_order
      where tenant_id = ${tx.tenant} and account_id = ${policy.accountId}::uuid and status = 'new'
        and order_type not in ('manual', 'replacement') and holds = '{}' order by accept_deadline, id limit 1000`,
  );
  if (ready.length === 0) return;
  // Refusals stay with their orders: a person sees them under 待处理.
  await runCommand(services.db, actor, acceptOrder, { ids: ready.map(({ id }) => id) });
}
