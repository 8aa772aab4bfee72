import { CRON_BOUNDS, isEvery, listedValues } from './cron.ts';
import type { Cron, CronField, CronItem, ListRule } from './cron.ts';

/** An expression in Chinese, for example 每周一、周三 08:00. */
export function describeCron(cron: Cron): string {
  const days = describeDays(cron);
  const clock = describeClockTimes(cron);
  if (clock !== null) return `${days || '每天'} ${clock}`;
  const hours = isEvery(cron.hour) ? '' : wordList(cron.hour, 'hour');
  const isHourly = isEvery(cron.hour) || isSteady(cron.hour);
  const within = [days || (isHourly ? '' : '每天'), hours].filter(Boolean).join(' ');
  const minutes = describeMinutes(cron);
  return within ? `${within}，${minutes}` : minutes;
}

/** Longer lists are cut here. */
const MOST_NAMED = 12;
const WEEKDAYS = ['周日', '周一', '周二', '周三', '周四', '周五', '周六'];

const weekdayName = (weekday: number): string => WEEKDAYS[weekday - 1] ?? '';
const padded = (value: number): string => String(value).padStart(2, '0');

/** Where hour, minute and second are named one by one: 08:00、12:30:15; null where they are not. */
function describeClockTimes(cron: Cron): string | null {
  const rules = [cron.hour, cron.minute, cron.second] as const;
  if (!rules.every(({ items }) => items.every((item) => isSingle(item)))) return null;
  const hours = listedValues('hour', cron.hour);
  const minutes = listedValues('minute', cron.minute);
  const seconds = listedValues('second', cron.second);
  if (hours.length * minutes.length * seconds.length > MOST_NAMED) return null;
  return hours
    .flatMap((hour) =>
      minutes.flatMap((minute) =>
        seconds.map((second) => `${padded(hour)}:${padded(minute)}${second > 0 ? `:${padded(second)}` : ''}`),
      ),
    )
    .join('、');
}

const isSingle = ({ from, to, step }: CronItem): boolean => from !== null && to === null && step === null;
const onlyValue = (rule: ListRule): number | null => {
  const [item] = rule.items;
  return rule.items.length === 1 && item && isSingle(item) ? item.from : null;
};

/** How often within the hours. */
function describeMinutes({ hour, minute, second }: Cron): string {
  // 每2小时，第30分 says already which hours these are.
  const each = isSteady(hour) ? '' : '每小时';
  const seconds = describeSeconds(second);
  if (isEvery(minute)) {
    if (isEvery(second) || isSteady(second)) return seconds;
    return `每分钟${seconds}`;
  }
  const at = onlyValue(minute);
  if (at === 0 && seconds === '') return `${each}整点`;
  if (isSteady(minute)) return `${wordList(minute, 'minute')}${seconds && `的${seconds}`}`;
  return `${each}${wordList(minute, 'minute')}${seconds && `的${seconds}`}`;
}

/** Empty at second 0. */
function describeSeconds(second: ListRule): string {
  if (isEvery(second)) return '每秒';
  return onlyValue(second) === 0 ? '' : wordList(second, 'second');
}

/** Whether the whole rule is one step from the beginning, as `0/5`. */
function isSteady({ items }: ListRule): boolean {
  const [item] = items;
  return items.length === 1 && item?.step != null && item.to === null && (item.from ?? 0) === 0;
}

interface Wording {
  /** One value on its own. */
  one(value: number): string;
  /** What a step counts. */
  unit: string;
}

const WORDING: Readonly<Record<CronField, Wording>> = {
  second: { one: (value) => `第${value}秒`, unit: '秒' },
  minute: { one: (value) => `第${value}分`, unit: '分钟' },
  hour: { one: (value) => `${value}点`, unit: '小时' },
  day: { one: (value) => `${value}日`, unit: '天' },
  month: { one: (value) => `${value}月`, unit: '个月' },
  week: { one: weekdayName, unit: '天' },
  year: { one: (value) => `${value}年`, unit: '年' },
};

function wordList({ items }: ListRule, field: CronField): string {
  const words = items.slice(0, MOST_NAMED).map((item) => wordItem(item, field));
  const rest = items.length > MOST_NAMED ? `等${items.length}项` : '';
  return words.join('、') + rest;
}

function wordItem({ from, to, step }: CronItem, field: CronField): string {
  const { one, unit } = WORDING[field];
  const { least } = CRON_BOUNDS[field];
  const steps = step === null || (step === 1 && to !== null) ? '' : `每${step}${unit}`;
  if (from === null) return steps || `每${unit}`;
  if (to !== null) return `${one(from)}至${one(to)}${steps}`;
  if (!steps) return one(from);
  const isFromStart = from === least && least === 0;
  return isFromStart ? steps : `${one(from)}起${steps}`;
}

/** Empty for every day. */
function describeDays(cron: Cron): string {
  const isEveryMonth = isEvery(cron.month);
  const years = isEvery(cron.year) ? '' : wordList(cron.year, 'year');
  const months = isEveryMonth ? '' : `${years ? '' : '每年'}${wordList(cron.month, 'month')}`;
  const isDaily = isEvery(cron.day) || isEvery(cron.week);
  const when = years + months;
  if (isDaily) return when && `${when}${isEveryMonth ? '' : '的'}每天`;
  const days = cron.week.kind === 'unset' ? wordDays(cron) : wordWeek(cron);
  if (!isEveryMonth) return `${when}的${days}`;
  // 每周 for weekdays; the other rules count within a month.
  return `${when}${cron.week.kind === 'list' ? '' : '每月'}${days}`;
}

function wordDays({ day }: Cron): string {
  switch (day.kind) {
    case 'list':
      return wordList(day, 'day');
    case 'last': {
      const base = day.daysBefore > 0 ? `最后一日前${day.daysBefore}天` : '最后一日';
      if (!day.isWorkday) return base;
      return day.daysBefore > 0 ? `离${base}最近的工作日` : '最后一个工作日';
    }
    case 'nearestWorkday':
      return `离${day.day}日最近的工作日`;
    case 'unset':
      return '';
  }
}

function wordWeek({ week }: Cron): string {
  switch (week.kind) {
    case 'list':
      return `每${wordList(week, 'week')}`;
    case 'lastWeekday':
      return `最后一个${weekdayName(week.weekday)}`;
    case 'nthWeekday':
      return `第${week.nth}个${weekdayName(week.weekday)}`;
    case 'unset':
      return '';
  }
}
