import { Dead, Later, type Attempt } from '#kit/server/deliveries.ts';
import { ChannelError, type Confirmation, type WriteOutcome } from '../model/port.ts';
import type { ChannelTiming } from './services.ts';

/** A write that happens once and counts as done when it is seen at the channel. */
interface ConfirmedWrite {
  /** For people: 接单. */
  title: string;
  /**
   * @param isTaken the channel has said that it took the write: then any trace of it will do. Where
   * nobody knows whether it heard, only one that is of no other write.
   */
  confirm(isTaken: boolean): Promise<Confirmation>;
  send(): Promise<WriteOutcome>;
  /** The local effect of done, in one transaction with the tick beside the delivery. */
  settle(): Promise<void>;
  /**
   * The channel has this answer, and nothing of ours can have been heard: it is somebody else's.
   * Absent: what is seen there counts as done, whoever did it.
   */
  foreign?(): Promise<void>;
  /** The local mark of a refusal, in the channel's words. */
  refuse(message: string): Promise<void>;
  /** The local mark of an effect that was taken and never came. */
  giveUp(message: string): Promise<void>;
}

/**
 * Carries out a write over as many attempts as it takes: what may have been sent is looked up
 * before anything is sent again; an effect that was taken is waited for; a refusal or an effect
 * that never comes is handed to a person, whose retry looks first as well.
 */
export async function writeOnce(attempt: Attempt, timing: ChannelTiming, write: ConfirmedWrite): Promise<void> {
  const mayBeOurs = attempt.progress['sent'] === true;
  if (attempt.attempt > 1 || mayBeOurs) {
    const known = await write.confirm(attempt.progress['taken'] === true);
    if (known.status === 'done') return settleSeen(write, mayBeOurs);
    await waitForEffect(attempt, timing, write);
  }
  await noteSending(attempt);
  const outcome = await write.send().catch((error: unknown) => rethrowUnsent(attempt, error, mayBeOurs));
  if (outcome.status === 'done') return write.settle();
  if (outcome.status === 'repeat') return settleSeen(write, mayBeOurs);
  if (outcome.status === 'refused') {
    await attempt.note({ sent: mayBeOurs });
    await write.refuse(outcome.message);
    throw new Dead(`平台拒绝${write.title}：${outcome.message}`);
  }
  await attempt.note({ taken: true, polls: 0 });
  const seen = await write.confirm(true);
  if (seen.status === 'done') return write.settle();
  await waitForEffect(attempt, timing, write);
}

/** Seen at the channel: distinguished before anything follows from it. */
const settleSeen = (write: ConfirmedWrite, mayBeOurs: boolean): Promise<void> =>
  !mayBeOurs && write.foreign ? write.foreign() : write.settle();

/** Not there yet: either it is on its way, or enough time has passed to send again. */
async function waitForEffect(attempt: Attempt, timing: ChannelTiming, write: ConfirmedWrite): Promise<void> {
  if (attempt.progress['taken'] !== true) return waitToSettle(attempt, timing);
  const polls = Number(attempt.progress['polls'] ?? 0);
  const pause = timing.pollsMs[polls];
  if (pause !== undefined) {
    await attempt.note({ polls: polls + 1 });
    throw new Later(`等待平台确认${write.title}`, pause, false);
  }
  // The next attempt is a person's: it looks once more, and may send again.
  await attempt.note({ taken: false, polls: 0 });
  const message = `平台已收到${write.title}，但迟迟未生效`;
  await write.giveUp(message);
  throw new Dead(message);
}

/** Notes before a call that from now on it may have been heard. */
export const noteSending = (attempt: Attempt): Promise<void> =>
  attempt.note({ sent: true, taken: false, sentAt: attempt.now.toISOString() });

/**
 * After an error: only "unknown" leaves open whether the channel heard the call.
 * @param wasSent whether it may have heard an earlier one, which a call that was not let through leaves
 */
export async function rethrowUnsent(attempt: Attempt, error: unknown, wasSent: boolean): Promise<never> {
  if (error instanceof ChannelError && error.kind !== 'unknown') await attempt.note({ sent: wasSent });
  throw error;
}

/** Waits out the time in which a call that was sent may still take effect. */
export async function waitToSettle(attempt: Attempt, { settleMs }: ChannelTiming): Promise<void> {
  const { sent, sentAt } = attempt.progress;
  if (sent !== true) return;
  const passed = attempt.now.getTime() - Date.parse(String(sentAt));
  if (passed < settleMs) throw new Later('等待确认上次提交的结果', settleMs - passed, false);
}
