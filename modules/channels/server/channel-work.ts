import { Refusal } from '#kit/model/refusal.ts';
import { moveInTransaction } from '#kit/server/command.ts';
import { isSessionLost } from '#kit/server/database-fault.ts';
import type { Tx } from '#kit/server/database.ts';
import { Dead, Later, LeaseLost, type Attempt, type QueuedHandler } from '#kit/server/deliveries.ts';
import { isUuid } from '#kit/server/kinds.ts';
import { MESSAGES } from '#kit/server/messages.ts';
import { closeRate } from '#kit/server/rate-limit.ts';
import { pick } from '#kit/server/stored-rows.ts';
import { accountStatus, channelAccount } from '#modules/base/model/channel-account.ts';
import { expireAccount, setAccountHealth, type FoundHealth } from '#modules/base/server/index.ts';
import type { Capability } from '../model/capability.ts';
import { offers, type Offering } from '../model/offering.ts';
import { ChannelError, NotYet } from '../model/port.ts';
import { closeCapability } from './capabilities.ts';
import { buyerWords } from '#modules/orders/server/index.ts';
import { readBreaker, recordAnswer, recordFault } from './breaker.ts';
import { discreet } from './discreet.ts';
import { gateOf, rateKeyOf, TurnDenied, type Channel, type Connections } from './connections.ts';
import { URGENCY } from './urgency.ts';

const WAIT_FOR_SHOP_MS = 60_000;
const DEFAULT_RETRY_AFTER_MS = 60_000;

/** Work that calls a channel on behalf of one shop. */
interface ChannelWork<P extends object, C extends Capability> {
  /** What its calls are for. */
  urgency: keyof typeof URGENCY;
  /** What the channel must let us do for it: a refusal closes this and nothing else. */
  capability: C;
  /** The shop; null when nothing is left to do. */
  shopOf(attempt: Attempt<P>): Promise<string | null>;
  run(attempt: Attempt<P>, channel: Channel<Offering<C>>): Promise<void>;
  /** Words of a buyer who is not that of the order: no refusal says them. */
  wordsOf?(tx: Tx, attempt: Attempt<P>): Promise<string[]>;
  /** The channel has no interface for it. Absent: then nothing is to be done. */
  withoutInterface?(attempt: Attempt<P>, channel: Channel): Promise<void>;
  /** The local mark of a failure for good, stored before a person takes over. */
  giveUp?(tx: Tx, attempt: Attempt<P>, message: string): Promise<void>;
  /** The shop cannot be spoken to (paused, credentials refused). Absent: wait until it can. */
  whenClosed?(attempt: Attempt<P>, reason: string): Promise<void>;
}

/**
 * What all outgoing work has in common: it waits for a shop that is not active, begins only when the
 * shop's rate lets its first call go, keeps the channel's Retry-After, rests a shop whose calls fail in a row, and turns the port's errors into
 * what the queue understands. Waiting is no fault; only real failures count towards giving up.
 */
export function channelHandler<P extends object, C extends Capability>(
  connections: Connections,
  work: ChannelWork<P, C>,
): QueuedHandler<P> {
  return {
    rank: URGENCY[work.urgency].rank,
    async run(attempt) {
      const accountId = await work.shopOf(attempt);
      if (accountId === null) return attempt.finish();
      const { channel, failures } = await openChannel(connections, work, attempt, accountId);
      if (!channel) return;
      await channel.nextTurn();
      const words = await attempt.tx(async (tx) => [
        ...(await wordsOfBuyer(tx, attempt)),
        ...((await work.wordsOf?.(tx, attempt)) ?? []),
      ]);
      try {
        await carryOut(work, attempt, {
          ...channel,
          connection: discreet(channel.connection, words),
        });
        if (failures > 0) await attempt.tx((tx) => recordAnswer(tx, accountId));
      } catch (error) {
        if (error instanceof Dead || error instanceof LeaseLost) throw error;
        if (error instanceof Later) {
          // The work itself asks to come back: the channel did answer.
          if (failures > 0) await attempt.tx((tx) => recordAnswer(tx, accountId));
          throw error;
        }
        await react(work, attempt, channel, error);
      }
    },
  };
}

/** By interface where the channel has one. */
function carryOut<P extends object, C extends Capability>(
  work: ChannelWork<P, C>,
  attempt: Attempt<P>,
  channel: Channel,
): Promise<void> {
  const { connection } = channel;
  if (offers(connection, work.capability)) return work.run(attempt, { ...channel, connection });
  return work.withoutInterface?.(attempt, channel) ?? attempt.finish();
}

/** Whoever reads why work on an order failed may not be one to see its buyer. */
async function wordsOfBuyer(tx: Tx, { payload }: Attempt): Promise<string[]> {
  const { orderId } = payload as { orderId?: unknown };
  return isUuid(orderId) ? buyerWords(tx, orderId) : [];
}

async function openChannel<P extends object, C extends Capability>(
  connections: Connections,
  work: ChannelWork<P, C>,
  attempt: Attempt<P>,
  accountId: string,
): Promise<{ channel: Channel | null; failures: number }> {
  const { channel, breaker } = await attempt
    .tx(async (tx) => ({
      channel: await connections.open(tx, accountId, URGENCY[work.urgency]),
      breaker: await readBreaker(tx, accountId),
    }))
    .catch((error: unknown) => {
      throw error instanceof Refusal ? new Dead(error.message) : error;
    });
  const { status } = channel.account;
  if (status !== 'active') {
    await closed(work, attempt, accountId, `店铺${accountStatus.items[status]}`);
    return { channel: null, failures: 0 };
  }
  if (breaker.waitMs > 0) throw new Later(breaker.reason ?? '渠道暂停访问', breaker.waitMs, false, gateOf(channel));
  return { channel, failures: breaker.failures };
}

async function closed<P extends object, C extends Capability>(
  work: ChannelWork<P, C>,
  attempt: Attempt<P>,
  accountId: string,
  reason: string,
): Promise<void> {
  if (work.whenClosed) return work.whenClosed(attempt, reason);
  await attempt.note({ waitsFor: accountId });
  throw new Later(`${reason}，等待恢复`, WAIT_FOR_SHOP_MS, false);
}

async function react<P extends object, C extends Capability>(
  work: ChannelWork<P, C>,
  attempt: Attempt<P>,
  channel: Channel,
  error: unknown,
): Promise<void> {
  // Ours, not the channel's: whatever was under way is tried again, and nothing is marked as failed.
  if (isSessionLost(error)) throw error;
  const accountId = channel.account.id;
  const message = error instanceof ChannelError ? `${error.operation}：${error.message}` : messageOf(error);
  const kind = error instanceof ChannelError ? error.kind : null;
  if (error instanceof ChannelError && kind === 'auth') {
    const found = { code: 'refused', step: error.operation, reason: error.message } as const;
    await attempt.tx((tx) => expireShop(tx, accountId, found));
    return closed(work, attempt, accountId, message);
  }
  if (error instanceof NotYet) throw new Later(message, error.retryAfterMs ?? DEFAULT_RETRY_AFTER_MS, false);
  if (kind === 'rate') {
    const ms = (error as ChannelError).retryAfterMs ?? DEFAULT_RETRY_AFTER_MS;
    // Every delivery of the shop keeps the channel's Retry-After, on every node.
    if (!(error instanceof TurnDenied)) await attempt.tx((tx) => closeRate(tx, rateKeyOf(accountId), ms));
    throw new Later(message, ms, false, gateOf(channel));
  }
  if (kind === 'transient' || kind === 'unknown') await attempt.tx((tx) => recordFault(tx, accountId, message));
  if (kind === 'denied') await attempt.tx((tx) => closeCapability(tx, accountId, work.capability, message));
  const isHopeless = kind === 'validation' || kind === 'denied' || error instanceof Refusal;
  if (isHopeless || attempt.isLast) {
    await attempt.tx(async (tx) => work.giveUp?.(tx, attempt, message));
    throw new Dead(message);
  }
  throw error instanceof ChannelError ? new Error(message, { cause: error }) : error;
}

/** What people read of a failure; words of a driver or a mistake are for the log. */
export function messageOf(error: unknown): string {
  const message = error instanceof Error ? error.message : '';
  return /\p{Script=Han}/u.test(message) ? message : MESSAGES.unexpected;
}

/** The channel refused the credentials: pulls stop, what goes out waits, a person renews them. */
export async function expireShop(tx: Tx, accountId: string, found: FoundHealth): Promise<void> {
  await setAccountHealth(tx, accountId, found);
  const [shop] = await pick(tx, channelAccount, ['status'])`id = ${accountId}::uuid for update`;
  if (shop && ['active', 'paused'].includes(shop.status)) await moveInTransaction(tx, expireAccount, [accountId]);
}
