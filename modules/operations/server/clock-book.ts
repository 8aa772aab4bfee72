import { newId, type Database } from '#kit/server/database.ts';
import type { Scheduled } from '#kit/server/module.ts';
import { boundMs, createTally, judged, type Tally } from './clock-tally.ts';
import { tellOwnFailure } from './schedule-notices.ts';

/** A run that this node has taken up. */
interface Taken {
  one: Scheduled;
  startedAt: Date;
  /** Null for what comes at every look: that is counted in memory and written once a minute. */
  fence: number | null;
  trigger: 'schedule' | 'hand';
}

/** The book of what the product does with the clock: what is due here, what came of it, what is paused. */
export interface ClockBook {
  /** Knows these from now on; what this version does not do any more is shown no longer. */
  enter(works: readonly Scheduled[]): Promise<void>;
  /** @returns what is to be done now: not paused, due, and taken up by no other node */
  due(now: Date): Promise<Taken[]>;
  end(taken: Taken, now: Date, ms: number, fault?: Error): Promise<void>;
  /** Writes what is counted still. */
  close(now: Date): Promise<void>;
}

/** Of a run whose node never came back. */
const UNREPORTED = '执行的节点没有报告结果';
/** So long a node may be at one of them before another takes it up. */
const LEAST_LEASE_MS = 300_000;

interface State {
  name: string;
  pausedAt: Date | null;
  askedAt: Date | null;
  nextAt: Date | null;
}

export function createClockBook({ db, node }: { db: Database; node: string }): ClockBook {
  let known: readonly Scheduled[] = [];
  const tally = createTally({ db, node });
  return {
    async enter(works) {
      known = works;
      await enterWorks(db, works);
    },
    async due(now) {
      const states = await db.platform(
        (tx) => tx.rows<State>`select name, paused_at, asked_at, next_at from clock_work where is_live`,
      );
      const byName = new Map(states.map((state) => [state.name, state]));
      const found: Taken[] = [];
      for (const one of known) {
        const state = byName.get(one.kind.name);
        if (!state) continue;
        const isRequested = state.askedAt !== null;
        if (one.everyMs === undefined && !isRequested) {
          if (state.pausedAt === null) found.push({ one, startedAt: now, fence: null, trigger: 'schedule' });
          continue;
        }
        const isDue = state.pausedAt === null && (state.nextAt === null || state.nextAt <= now);
        if (!isRequested && !isDue) continue;
        const fence = await takeUp(db, one, now, node);
        if (fence !== null) found.push({ one, startedAt: now, fence, trigger: isRequested ? 'hand' : 'schedule' });
      }
      return found;
    },
    end: (taken, now, ms, fault) =>
      taken.fence === null
        ? tally.count(taken.one.kind, { startedAt: taken.startedAt, endedAt: now, ms, fault })
        : endTaken(db, taken, { now, ms, fault, node }, tally),
    close: (now) => tally.flush(now),
  };
}

/** A row for each, with the words of this version. */
async function enterWorks(db: Database, works: readonly Scheduled[]): Promise<void> {
  const kinds = works.map(({ kind }) => kind);
  const every = works.map(({ everyMs }) => (everyMs === undefined ? null : Math.ceil(everyMs / 1000)));
  await db.platform(async (tx) => {
    await tx.rows`
      insert into clock_work (name, id, title, about, every_seconds, create_time)
      select w.name, w.id, w.title, w.about, w.every, ${tx.now}
      from unnest(${kinds.map(({ name }) => name)}::text[], ${kinds.map(() => newId())}::uuid[],
        ${kinds.map(({ title }) => title)}::text[], ${kinds.map(({ about }) => about)}::text[],
        ${every}::integer[]) as w (name, id, title, about, every)
      order by w.name
      on conflict (name) do update set title = excluded.title, about = excluded.about,
        every_seconds = excluded.every_seconds, is_live = true
      returning name`;
    await tx.run`
      update clock_work set is_live = false where is_live and name <> all(${kinds.map(({ name }) => name)}::text[])`;
  });
}

/**
 * Takes one up: of several nodes only one does. What another node has left unfinished past its lease is noted as
 * 中断 before.
 */
async function takeUp(db: Database, { kind, everyMs = 0 }: Scheduled, now: Date, node: string): Promise<number | null> {
  const until = new Date(now.getTime() + Math.max(everyMs, LEAST_LEASE_MS));
  const next = everyMs > 0 ? new Date(now.getTime() + everyMs) : null;
  return db.platform(async (tx) => {
    const row = await tx.maybe<{ fence: number; lastOutcome: string | null; lastAt: Date; node: string }>`
      select fence, last_outcome, last_at, node from clock_work
      where name = ${kind.name} and is_live and (last_outcome is distinct from 'running' or lease_until < ${now})
        and (asked_at is not null or paused_at is null and (next_at is null or next_at <= ${now}))
      for update skip locked`;
    if (!row) return null;
    if (row.lastOutcome === 'running')
      await tx.run`
        insert into clock_work_run (id, name, node, bucket, trigger, outcome, started_at, ended_at, ms, message)
        values (${newId()}, ${kind.name}, ${row.node}, ${row.lastAt}, 'schedule', 'interrupted', ${row.lastAt},
          ${now}, ${boundMs(now.getTime() - row.lastAt.getTime())}, ${UNREPORTED})
        on conflict do nothing`;
    await tx.run`
      update clock_work set fence = fence + 1, lease_until = ${until}, next_at = ${next}, asked_at = null,
        node = ${node}, last_at = ${now}, last_outcome = 'running', last_ms = null, last_message = null
      where name = ${kind.name}`;
    return row.fence + 1;
  });
}

interface End {
  now: Date;
  ms: number;
  fault: Error | undefined;
  node: string;
}

/** Notes what came of it, unless another node has taken it up since. */
async function endTaken(
  db: Database,
  { one, startedAt, fence, trigger }: Taken,
  end: End,
  tally: Tally,
): Promise<void> {
  const { name } = one.kind;
  const { outcome, message } = judged(end.fault);
  const streak = await db.platform(async (tx) => {
    const held = await tx.maybe<{ failStreak: number }>`
      update clock_work set last_outcome = ${outcome}, last_ms = ${boundMs(end.ms)}, last_message = ${message},
        lease_until = null, fail_streak = case when ${outcome} = 'failed' then fail_streak + 1 else 0 end
      where name = ${name} and fence = ${fence} and last_outcome = 'running'
      returning fail_streak`;
    if (!held) return null;
    await tally.write(tx, one.kind, {
      bucket: startedAt,
      trigger,
      outcome,
      times: 1,
      startedAt,
      endedAt: end.now,
      ms: end.ms,
      message,
    });
    return held.failStreak;
  });
  if (streak === 1) await tellOwnFailure(db, one.kind, message ?? '');
}
