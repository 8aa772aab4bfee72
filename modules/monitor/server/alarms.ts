import { newId, type Tx } from '#kit/server/database.ts';
import { WHOLE, type Figures } from '../model/figures.ts';
import {
  judgeValue,
  METRICS,
  specOf,
  THRESHOLDS,
  valueText,
  type AlarmState,
  type Metric,
  type Rule,
} from '../model/thresholds.ts';
import type { NodeWatch } from './node-watch.ts';
import type { OperatorBell, OperatorNotice } from './services.ts';

/** An open alarm as it is stored. */
interface OpenAlarm extends AlarmState {
  id: string;
  metric: string;
  subject: string;
}

/** A rule as it is in force, with the version of what the operator has said. */
export type KeptRule = Rule & { version: number };

/** What figures are of, by what a threshold is about. */
export type Subjects = Partial<Record<(typeof THRESHOLDS)[Metric]['of'], string>>;

/** Two processes of a host that see one folder have one disk. */
export const subjectsOf = ({ node, dataDir }: NodeWatch): Subjects => ({
  node: node.name,
  host: `${node.host} ${dataDir}`,
});
export const WHOLE_SUBJECT: Subjects = { whole: WHOLE };

/** Thresholds as the operator wants them, else as the product comes. */
export async function rulesInForce(tx: Tx): Promise<Map<Metric, KeptRule>> {
  const rows = await tx.platform.rows<KeptRule & { metric: string }>`
    select metric, is_on, bound, minutes, version from monitor_threshold`;
  const kept = new Map(rows.map(({ metric, ...rule }) => [metric, rule]));
  return new Map(
    METRICS.map((metric) => {
      const { bound, minutes } = specOf(metric);
      return [metric, kept.get(metric) ?? { isOn: true, bound, minutes, version: 0 }];
    }),
  );
}

/** Judges figures by the thresholds that are about these subjects, and rings what has lasted or is over. */
export async function judgeFigures(
  tx: Tx,
  bell: OperatorBell,
  { figures, subjects, now }: { figures: Figures; subjects: Subjects; now: Date },
): Promise<void> {
  const rules = await rulesInForce(tx);
  const open = await tx.platform.rows<OpenAlarm>`
    select id, metric, subject, began_at, rung_at, calm_at, worst from monitor_alarm
    where ended_at is null and subject = any(${Object.values(subjects)}::text[])
    order by metric, subject for update`;
  for (const metric of METRICS) {
    const spec = specOf(metric);
    const subject = subjects[spec.of];
    const rule = rules.get(metric);
    if (subject === undefined || !rule) continue;
    const before = open.find((one) => one.metric === metric && one.subject === subject) ?? null;
    const value = spec.value(figures);
    // What the operator has switched off ends without a word; what cannot be counted stays as it is.
    if (!rule.isOn) {
      if (before) await end(tx, before, now);
      continue;
    }
    if (value === null) continue;
    const verdict = judgeValue({ ...rule, side: spec.side }, value, before, now);
    const about = { metric, subject, value, rule, now };
    switch (verdict.act) {
      case 'nothing':
        break;
      case 'forget':
        if (before) await tx.platform.run`delete from monitor_alarm where id = ${before.id}`;
        break;
      case 'recover':
        if (before) await end(tx, before, now);
        if (before) await bell.ring(tx, recovery(before, about));
        break;
      case 'watch':
      case 'ring': {
        const id = await keep(tx, before, verdict.state, about);
        if (verdict.act === 'ring' && id !== null) await bell.ring(tx, alarm(id, verdict.state, about));
      }
    }
  }
}

interface About {
  metric: Metric;
  subject: string;
  value: number;
  rule: Rule;
  now: Date;
}

/** @returns its id; null where another node has written it down in this very moment */
async function keep(tx: Tx, before: OpenAlarm | null, state: AlarmState, about: About): Promise<string | null> {
  const { metric, subject, value, now } = about;
  const { beganAt, rungAt, calmAt, worst } = state;
  if (before) {
    await tx.platform.run`
      update monitor_alarm set rung_at = ${rungAt}, calm_at = ${calmAt}, worst = ${worst}, last_value = ${value},
        seen_at = ${now}
      where id = ${before.id}`;
    return before.id;
  }
  const id = newId();
  const row = await tx.platform.maybe<{ id: string }>`
    insert into monitor_alarm (id, metric, subject, began_at, rung_at, calm_at, worst, last_value, seen_at)
    values (${id}, ${metric}, ${subject}, ${beganAt}, ${rungAt}, ${calmAt}, ${worst}, ${value}, ${now})
    on conflict (metric, subject) where ended_at is null do nothing
    returning id`;
  return row?.id ?? null;
}

/** What has rung is a line of the past; what has not was nothing. */
async function end(tx: Tx, { id, rungAt }: OpenAlarm, now: Date): Promise<void> {
  if (rungAt) await tx.platform.run`update monitor_alarm set ended_at = ${now} where id = ${id}`;
  else await tx.platform.run`delete from monitor_alarm where id = ${id}`;
}

/** Alarms of nodes that have said nothing for so long are over: nobody sees their figure any more. */
const SILENT_MS = 15 * 60_000;

/** Ends what nobody looks at any more, without a word. */
export async function endSilent(tx: Tx, now: Date): Promise<void> {
  const before = new Date(now.getTime() - SILENT_MS);
  await tx.platform.run`
    delete from monitor_alarm where ended_at is null and rung_at is null and seen_at < ${before}`;
  await tx.platform.run`
    update monitor_alarm set ended_at = ${now} where ended_at is null and seen_at < ${before}`;
}

/** The node or the host that an alarm is about, in words. */
export const subjectText = (subject: string): string => (subject === WHOLE ? '整个系统' : subject);

function alarm(
  id: string,
  { beganAt, worst }: AlarmState,
  { metric, subject, value, rule, now }: About,
): OperatorNotice {
  const { title, side, page, advice } = specOf(metric);
  const minutes = Math.round((now.getTime() - beganAt.getTime()) / 60_000);
  const limit = `${side === 'above' ? '高于' : '低于'}阈值 ${valueText(metric, rule.bound)}`;
  return {
    title: `监控告警：${title} ${valueText(metric, value)}`,
    lines: [
      `${subjectText(subject)}：${title} ${valueText(metric, value)}，${limit}，已持续 ${minutes} 分钟，最差 ${valueText(metric, worst)}。`,
      advice,
      '恢复正常时会再通知；在此之前不再重复通知。',
    ],
    page,
    id,
  };
}

function recovery({ id, beganAt, worst }: OpenAlarm, { metric, subject, value, now }: About): OperatorNotice {
  const { title, page } = specOf(metric);
  const minutes = Math.round((now.getTime() - beganAt.getTime()) / 60_000);
  return {
    title: `监控恢复：${title} ${valueText(metric, value)}`,
    lines: [
      `${subjectText(subject)}：${title}已恢复到 ${valueText(metric, value)}，前后 ${minutes} 分钟，最差 ${valueText(metric, worst)}。`,
    ],
    page,
    id,
  };
}
