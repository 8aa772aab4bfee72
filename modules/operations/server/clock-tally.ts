import type { ClockWork } from '#kit/model/clock-work.ts';
import { inWords } from '#kit/server/carry-out.ts';
import { newId, type Database } from '#kit/server/database.ts';
import type { PlatformTx } from '#kit/server/tx.ts';
import { tellOwnFailure } from './schedule-notices.ts';

/** One run, or several alike of one hour. */
interface Counted {
  bucket: Date;
  trigger: 'schedule' | 'hand';
  outcome: 'done' | 'failed';
  times: number;
  startedAt: Date;
  endedAt: Date;
  ms: number;
  message: string | null;
}

/** Runs of what comes at every look, counted here and written once a minute: they would be the most of all writes. */
export interface Tally {
  count(kind: ClockWork, run: { startedAt: Date; endedAt: Date; ms: number; fault: Error | undefined }): Promise<void>;
  write(tx: PlatformTx, kind: ClockWork, counted: Counted): Promise<void>;
  flush(now: Date): Promise<void>;
}

const HOUR_MS = 3_600_000;
const WRITTEN_EVERY_MS = 60_000;
/** A look that fails once comes again in seconds: people hear of it when it goes on. */
const TOLD_AT = 3;

interface Kept extends Counted {
  kind: ClockWork;
  streak: number;
}

export function createTally({ db, node }: { db: Database; node: string }): Tally {
  const stored = new Map<string, Kept>();
  let writtenAt = -Infinity;
  const streaks = new Map<string, number>();

  const write: Tally['write'] = async (tx, { name }, one) => {
    await tx.run`
      insert into clock_work_run (id, name, node, bucket, trigger, outcome, times, started_at, ended_at, ms, message)
      values (${newId()}, ${name}, ${node}, ${one.bucket}, ${one.trigger}, ${one.outcome}, ${one.times},
        ${one.startedAt}, ${one.endedAt}, ${boundMs(one.ms)}, ${one.message})
      on conflict (name, node, bucket, outcome) do update set times = clock_work_run.times + excluded.times,
        ended_at = excluded.ended_at, ms = greatest(clock_work_run.ms, excluded.ms), message = excluded.message`;
  };

  const flush = async (now: Date): Promise<void> => {
    writtenAt = now.getTime();
    const all = [...stored.values()];
    stored.clear();
    if (all.length === 0) return;
    await db.platform(async (tx) => {
      for (const one of all.toSorted((a, b) => a.kind.name.localeCompare(b.kind.name))) {
        await write(tx, one.kind, one);
        await tx.run`
          update clock_work set last_at = ${one.endedAt}, last_outcome = ${one.outcome}, last_ms = ${boundMs(one.ms)},
            last_message = ${one.message}, fail_streak = ${one.streak}, node = ${node}
          where name = ${one.kind.name} and (last_outcome is distinct from 'running' or lease_until < ${one.endedAt})`;
      }
    });
  };

  return {
    write,
    flush,
    async count(kind, { startedAt, endedAt, ms, fault }) {
      const { outcome, message } = judged(fault);
      const before = streaks.get(kind.name) ?? 0;
      const streak = outcome === 'failed' ? before + 1 : 0;
      streaks.set(kind.name, streak);
      const bucket = new Date(Math.floor(startedAt.getTime() / HOUR_MS) * HOUR_MS);
      const key = `${kind.name} ${bucket.getTime()} ${outcome}`;
      const same = stored.get(key);
      stored.set(key, {
        kind,
        streak,
        bucket,
        trigger: 'schedule',
        outcome,
        times: (same?.times ?? 0) + 1,
        startedAt: same?.startedAt ?? startedAt,
        endedAt,
        ms: Math.max(same?.ms ?? 0, ms),
        message,
      });
      const isTurning = (before === 0) !== (streak === 0);
      if (isTurning || endedAt.getTime() - writtenAt >= WRITTEN_EVERY_MS) await flush(endedAt);
      if (streak === TOLD_AT) await tellOwnFailure(db, kind, message ?? '');
    },
  };
}

/** What a run came to, in words. */
export const judged = (fault: Error | undefined): { outcome: 'done' | 'failed'; message: string | null } =>
  fault ? { outcome: 'failed', message: inWords(fault).slice(0, 500) } : { outcome: 'done', message: null };

const MOST_MS = 2_000_000_000;

/** A duration as its column takes it. */
export const boundMs = (ms: number): number => Math.min(Math.max(0, Math.round(ms)), MOST_MS);
