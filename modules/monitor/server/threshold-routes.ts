import { invalid, Refusal, type FieldError } from '#kit/model/refusal.ts';
import { toWireTime } from '#kit/model/time.ts';
import { audit } from '#kit/server/audit.ts';
import { answer, implement, type Route } from '#kit/server/route.ts';
import { monitorCalls, type ShownAlarm, type ShownThreshold } from '../model/routes.ts';
import { isMetric, METRICS, specOf, valueText } from '../model/thresholds.ts';
import { rulesInForce, subjectText } from './alarms.ts';

const MOST_ALARMS = 100;
const MOST_MINUTES = 1440;

interface StoredAlarm {
  id: string;
  metric: string;
  subject: string;
  beganAt: Date;
  rungAt: Date | null;
  endedAt: Date | null;
  worst: number;
  lastValue: number;
}

/** 告警: thresholds as they are in force, and what rings or has rung. */
export const thresholdRoutes = ({ hasMail }: { hasMail: boolean }): Route[] => [
  implement(monitorCalls.thresholds, (call) =>
    call.tx(async (tx) => {
      const rules = await rulesInForce(tx);
      const alarms = await tx.platform.rows<StoredAlarm>`
        select id, metric, subject, began_at, rung_at, ended_at, worst, last_value from monitor_alarm
        order by ended_at desc nulls first, began_at desc limit ${MOST_ALARMS}`;
      const at = (moment: Date | null): string | null => moment && toWireTime(moment, tx.actor.zone);
      return {
        hasMail,
        thresholds: METRICS.map((metric): ShownThreshold => {
          const { title, unit, side, least, most, bound, minutes } = specOf(metric);
          const rule = rules.get(metric) ?? { isOn: true, bound, minutes, version: 0 };
          return { metric, title, unit, side, least, most, ...rule, usual: { bound, minutes } };
        }),
        alarms: alarms.map((one): ShownAlarm => {
          const isKnown = isMetric(one.metric);
          const text = (value: number): string => (isMetric(one.metric) ? valueText(one.metric, value) : String(value));
          return {
            id: one.id,
            metric: one.metric,
            title: isKnown && isMetric(one.metric) ? specOf(one.metric).title : one.metric,
            subject: subjectText(one.subject),
            beganAt: toWireTime(one.beganAt, tx.actor.zone),
            rungAt: at(one.rungAt),
            endedAt: at(one.endedAt),
            worst: text(one.worst),
            value: text(one.lastValue),
          };
        }),
      };
    }),
  ),
  implement(monitorCalls.saveThreshold, (call) =>
    call.tx(async (tx) => {
      const { metric, isOn, bound, minutes, version } = call.body;
      if (!isMetric(metric)) throw invalid([{ field: 'metric', code: 'unknown', message: '没有这项指标' }]);
      const { least, most, unit, title } = specOf(metric);
      const errors: FieldError[] = [];
      if (bound < least || bound > most)
        errors.push({ field: 'bound', code: 'rule', message: `请填写 ${least} 到 ${most} ${unit}` });
      if (minutes < 1 || minutes > MOST_MINUTES)
        errors.push({ field: 'minutes', code: 'rule', message: `请填写 1 到 ${MOST_MINUTES} 分钟` });
      if (errors.length > 0) throw invalid(errors);
      const saved = await tx.platform.maybe`
        insert into monitor_threshold (metric, is_on, bound, minutes, update_by, update_time)
        select ${metric}, ${isOn}, ${bound}, ${minutes}, ${tx.actor.username}, ${tx.now} where ${version}::integer = 0
        on conflict (metric) do nothing returning metric`;
      const changed =
        saved ??
        (await tx.platform.maybe`
          update monitor_threshold set is_on = ${isOn}, bound = ${bound}, minutes = ${minutes},
            update_by = ${tx.actor.username}, update_time = ${tx.now}, version = version + 1
          where metric = ${metric} and version = ${version} returning metric`);
      if (!changed) throw new Refusal('stale', '该阈值已被他人修改，请刷新后重试');
      audit(tx, 'monitor:threshold', [{ rowId: null, action: 'edit', diff: { metric, isOn, bound, minutes } }]);
      return answer(`已保存“${title}”的阈值`);
    }),
  ),
];
