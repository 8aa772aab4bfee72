import type { Tx } from '#kit/server/database.ts';
import { WHOLE, type Figures } from '../model/figures.ts';
import { endSilent, judgeFigures, subjectsOf, WHOLE_SUBJECT } from './alarms.ts';
import { wholeFigures } from './whole-figures.ts';
import type { MonitorServices, NodeEyes } from './services.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
const ALARM_DAYS = 30;

/** What this node has to say of itself now. It costs no statement. */
export async function liveFigures({ watch, trace, redis }: NodeEyes): Promise<Figures> {
  const [own, report] = await Promise.all([watch.read(), redis?.()]);
  return {
    ...own,
    ...trace.figures(),
    ...(report && { redisMemory: Number(report.info['used_memory'] ?? 0), redisKeys: report.keys, redisMs: report.ms }),
  };
}

/**
 * Writes the figures of this node down once a minute, whoever looks how often, and judges them.
 * @returns what to do at every look at the clock
 */
export function createSampler({ eyes, bell }: MonitorServices): (now: Date) => Promise<void> {
  let last: number | null = null;
  return async (now) => {
    const minute = Math.floor(now.getTime() / MINUTE_MS);
    if (minute === last) return;
    last = minute;
    eyes.trace.mark();
    const figures = await liveFigures(eyes);
    eyes.watch.mark();
    const { node, facts } = eyes.watch;
    await bell.within(async (tx) => {
      await tx.platform.run`
        insert into monitor_node (name, host, started_at, seen_at, facts)
        values (${node.name}, ${node.host}, ${node.startedAt}, ${now}, ${JSON.stringify(facts)}::jsonb)
        on conflict (name) do update set seen_at = excluded.seen_at, facts = excluded.facts`;
      await write(tx, node.name, new Date(minute * MINUTE_MS), figures);
      await judgeFigures(tx, bell, { figures, subjects: subjectsOf(eyes.watch), now });
    });
  };
}

/** One node of all says how the installation is. */
export const sampleWhole = ({ bell }: Pick<MonitorServices, 'bell'>, now: Date): Promise<void> =>
  bell.within(async (tx) => {
    const figures = await wholeFigures(tx, now);
    await write(tx, WHOLE, new Date(Math.floor(now.getTime() / MINUTE_MS) * MINUTE_MS), figures);
    await judgeFigures(tx, bell, { figures, subjects: WHOLE_SUBJECT, now });
    await endSilent(tx, now);
  });

const write = (tx: Tx, node: string, at: Date, figures: Figures): Promise<number> => tx.platform.run`
  insert into monitor_sample (node, at, figures) values (${node}, ${at}, ${JSON.stringify(rounded(figures))}::jsonb)
  on conflict (node, at) do update set figures = excluded.figures`;

/** A tenth is enough for a chart. */
const rounded = (figures: Figures): Figures =>
  Object.fromEntries(
    Object.entries(figures).map(([name, value]) => [
      name,
      typeof value === 'number' ? Math.round(value * 10) / 10 : null,
    ]),
  );

/** Keeps a day of figures, thirty of alarms, and of nodes those that said something within a day. */
export async function sweepSamples({ db }: Pick<MonitorServices, 'db'>, now: Date): Promise<void> {
  const day = new Date(now.getTime() - DAY_MS);
  const month = new Date(now.getTime() - ALARM_DAYS * DAY_MS);
  await db.platform(async (tx) => {
    await tx.run`delete from monitor_sample where at < ${day}`;
    await tx.run`delete from monitor_node where seen_at < ${day}`;
    await tx.run`delete from monitor_alarm where ended_at < ${month}`;
  });
}
