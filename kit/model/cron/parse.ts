import { CRON_BOUNDS, CRON_FIELDS, EVERY, UNSET } from './cron.ts';
import type { Cron, CronField, CronItem, DayRule, ListRule, WeekRule } from './cron.ts';

type ParsedCron = { ok: true; cron: Cron } | { ok: false; message: string };
type ParsedField<F extends CronField> = { ok: true; rule: Cron[F] } | { ok: false; message: string };

/** Every value of every field, written out one by one, stays below this. */
const MOST_LENGTH = 2000;
const LEAST_FIELDS = 6;
/** The last day of the shortest reach that Quartz allows: `L-30`. */
const MOST_DAYS_BEFORE = 30;

/** What is wrong with one field, without naming the field. */
class CronFault extends Error {}

/**
 * Reads a Quartz expression of six or seven fields, in any case.
 *
 * Beyond Quartz's own refusals, what it reads silently as something else is refused: a step of 0,
 * empty entries of a list, characters after an entry, and `W`, `L` or `#` within a list (its
 * documentation rules those out). Years are 1970 to 2199.
 * @returns the expression, or the reason in Chinese (contract §5.2)
 */
export function parseCron(text: string): ParsedCron {
  if (text.length > MOST_LENGTH) return wrong(`不能超过${MOST_LENGTH}个字符`);
  const parts = text.trim().split(/\s+/);
  if (parts[0] === '') return wrong('不能为空');
  if (parts.length > CRON_FIELDS.length) return { ok: false, message: 'Cron表达式最多7项！' };
  if (parts.length < LEAST_FIELDS) return wrong('至少6项，依次为秒、分、时、日、月、周');
  const rules: Partial<Record<CronField, unknown>> = { year: EVERY };
  for (const [index, part] of parts.entries()) {
    const field = CRON_FIELDS[index] as CronField;
    const parsed = parseCronField(field, part);
    if (!parsed.ok) return parsed;
    rules[field] = parsed.rule;
  }
  const cron = rules as Cron;
  if ((cron.day.kind === 'unset') === (cron.week.kind === 'unset'))
    return wrong('日和周必须有一项为 ?，且只能有一项为 ?');
  return { ok: true, cron };
}

const wrong = (reason: string): { ok: false; message: string } => ({
  ok: false,
  message: `Cron表达式错误：${reason}`,
});

/**
 * Reads one field on its own.
 * @returns its rule, or the reason in Chinese as {@link parseCron} gives it
 */
export function parseCronField<F extends CronField>(field: F, text: string): ParsedField<F> {
  try {
    if (text.length > MOST_LENGTH) throw new CronFault('内容过长');
    return { ok: true, rule: readField(field, text.toUpperCase()) as Cron[F] };
  } catch (error) {
    if (!(error instanceof CronFault)) throw error;
    if (field === 'year') return { ok: false, message: `Cron表达式参数[年]错误：${error.message}` };
    return wrong(`[${CRON_BOUNDS[field].title}] ${error.message}`);
  }
}

function readField(field: CronField, text: string): Cron[CronField] {
  if (field === 'day') return readDay(text);
  if (field === 'week') return readWeek(text);
  return readList(field, text);
}

function readDay(text: string): DayRule {
  if (text === '?') return UNSET;
  const last = /^L(?:-(\d{1,4}))?(W?)$/.exec(text);
  if (last) {
    const daysBefore = Number(last[1] ?? 0);
    if (daysBefore > MOST_DAYS_BEFORE) throw new CronFault('L- 后的天数必须在 0-30 之间');
    return { kind: 'last', daysBefore, isWorkday: last[2] === 'W' };
  }
  const workday = /^(\d{1,4})W$/.exec(text);
  if (workday) return { kind: 'nearestWorkday', day: readValue('day', workday[1] ?? '') };
  if (/[LW]/.test(text)) throw new CronFault('L 和 W 只能单独使用，如 L、L-3、LW、15W');
  return readList('day', text);
}

function readWeek(text: string): WeekRule {
  if (text === '?') return UNSET;
  if (text === 'L') text = '7';
  const last = /^([A-Z]{3}|\d{1,4})L$/.exec(text);
  if (last) return { kind: 'lastWeekday', weekday: readValue('week', last[1] ?? '') };
  const nth = /^([A-Z]{3}|\d{1,4})#(\d{1,4})$/.exec(text);
  if (nth) {
    const count = Number(nth[2]);
    if (count < 1 || count > 5) throw new CronFault('# 后必须是 1-5');
    return { kind: 'nthWeekday', weekday: readValue('week', nth[1] ?? ''), nth: count };
  }
  if (text.includes('#') || /(^|,|\d)L(,|$)/.test(text)) throw new CronFault('L 和 # 只能单独使用，如 L、6L、2#1');
  return readList('week', text);
}

const readList = (field: CronField, text: string): ListRule => ({
  kind: 'list',
  items: text.split(',').map((item) => readItem(field, item)),
});

function readItem(field: CronField, text: string): CronItem {
  if (text === '') throw new CronFault('不能有空项');
  if (text === '?') throw new CronFault('? 只能单独用于日或周');
  const [reach = '', stepText, ...more] = text.split('/');
  const [fromText = '', toText, ...ends] = reach.split('-');
  if (more.length > 0 || ends.length > 0) throw new CronFault(`无法识别 ${shortened(text)}`);
  const step = stepText === undefined ? null : readStep(field, stepText);
  // Quartz reads `/5` as `*/5`.
  if (reach === '*' || (reach === '' && step !== null)) return { from: null, to: null, step };
  const from = readValue(field, fromText);
  const to = toText === undefined ? null : readValue(field, toText);
  if (toText !== undefined && isNumber(fromText) !== isNumber(toText))
    throw new CronFault(`${shortened(text)} 的两端必须同为数字或同为名称`);
  if (field === 'year' && to !== null && to < from) throw new CronFault('起始年份不能大于结束年份');
  return { from, to, step };
}

const isNumber = (text: string): boolean => /^\d{1,4}$/.test(text);
/** A message repeats no more than this of what was typed. */
const shortened = (text: string): string => (text.length > 20 ? `${text.slice(0, 20)}…` : text);

function readValue(field: CronField, text: string): number {
  const { least, most, names } = CRON_BOUNDS[field];
  const named = names?.indexOf(text) ?? -1;
  if (named >= 0) return least + named;
  if (!isNumber(text)) throw new CronFault(`无法识别 ${shortened(text) || '空值'}`);
  const value = Number(text);
  if (value < least || value > most) throw new CronFault(`${value} 超出范围 ${least}-${most}`);
  return value;
}

function readStep(field: CronField, text: string): number {
  const { mostStep } = CRON_BOUNDS[field];
  const step = isNumber(text) ? Number(text) : 0;
  if (step < 1 || step > mostStep) throw new CronFault(`间隔必须是 1-${mostStep} 的整数`);
  return step;
}
