import { invalid, type FieldError, type Refusal } from '#kit/model/refusal.ts';
import type { WorkCalendar } from '#kit/model/time.ts';
import { parseWireDate } from '#kit/model/wire-date.ts';
import { weekdayOf } from '#modules/base/model/work-calendar.ts';

/** What is answered for one line of an order: its open units are accepted now, later, or not at all. */
export interface LineAnswer {
  lineId: string;
  now: number;
  backorder: number;
  /** Day of the warehouse on which the backordered units leave. */
  backorderDate: string | null;
  refuse: number;
  /** Day of the warehouse on which the others leave; null = as the channel named it. */
  estShipDate: string | null;
}

/** What is known of a line and of the warehouse it leaves from. */
export interface AnswerableLine {
  id: string;
  channelSku: string;
  open: number;
  calendar: WorkCalendar;
  today: string;
  last: string;
}

const UNITS = ['now', 'backorder', 'refuse'] as const;
const DAYS = ['backorderDate', 'estShipDate'] as const;

const fault = (row: number, field: string, message: string): FieldError => ({
  field,
  row,
  code: 'orders.acceptPlan',
  message,
});

/** The answer as it arrives: JSON text or a list; a refusal where it is no list of lines. */
export function readAcceptPlan(raw: unknown): LineAnswer[] | Refusal {
  let value = raw;
  try {
    while (typeof value === 'string') value = JSON.parse(value) as unknown;
  } catch {
    return malformed();
  }
  if (!Array.isArray(value) || value.length === 0 || value.length > MOST_LINES) return malformed();
  const lines = value.map(readLine);
  return lines.includes(null) ? malformed() : (lines as LineAnswer[]);
}

/** No order has more lines. */
const MOST_LINES = 500;

const malformed = () => invalid([{ field: 'lines', code: 'orders.acceptPlan', message: '接单数量格式不正确' }]);

function readLine(item: unknown): LineAnswer | null {
  const { lineId, now = 0, backorder = 0, refuse = 0, ...days } = (item ?? {}) as Record<string, unknown>;
  const units = [now, backorder, refuse];
  if (typeof lineId !== 'string' || !units.every(isUnits)) return null;
  if (DAYS.some((key) => !isDay(days[key]))) return null;
  return {
    lineId,
    now: Number(now),
    backorder: Number(backorder),
    refuse: Number(refuse),
    backorderDate: (days['backorderDate'] as string | null | undefined) || null,
    estShipDate: (days['estShipDate'] as string | null | undefined) || null,
  };
}

const isUnits = (value: unknown): boolean =>
  Number.isSafeInteger(value) && (value as number) >= 0 && (value as number) <= 1_000_000;

const isDay = (value: unknown): boolean =>
  value === null || value === undefined || value === '' || (typeof value === 'string' && parseWireDate(value) !== null);

/** Whether a warehouse works on a day: weekdays and make-up days, less holidays. */
export const isWorkday = (day: string, { workdays, holidays, makeups = [] }: WorkCalendar): boolean =>
  makeups.includes(day) || (workdays.includes(weekdayOf(day)) && !holidays.includes(day));

/** What is wrong with a plan, each at its line and field; empty where it can be carried out. */
export function planFaults(lines: readonly AnswerableLine[], plan: readonly LineAnswer[]): FieldError[] {
  const errors = plan.flatMap((answer, row): FieldError[] => {
    const line = lines.find(({ id }) => id === answer.lineId);
    if (!line || plan.findIndex(({ lineId }) => lineId === answer.lineId) !== row)
      return [fault(row, 'now', '订单没有这一行，或重复填写')];
    return [...unitFaults(line, answer, row), ...dayFaults(line, answer, row)];
  });
  const missing = lines.filter(({ id }) => !plan.some(({ lineId }) => lineId === id));
  if (missing.length > 0)
    errors.push(fault(0, 'now', `请填写全部商品，缺 ${missing.map((l) => l.channelSku).join('、')}`));
  if (errors.length === 0 && plan.every(({ now, backorder }) => now + backorder === 0))
    errors.push(fault(0, 'refuse', '全部拒绝请用“拒单”'));
  return errors;
}

function unitFaults({ channelSku, open }: AnswerableLine, answer: LineAnswer, row: number): FieldError[] {
  const sum = UNITS.reduce((total, key) => total + answer[key], 0);
  if (sum === open) return [];
  const over = UNITS.findLast((key) => answer[key] > 0) ?? 'now';
  return sum > open
    ? [fault(row, over, `${channelSku} 共 ${open} 件，填写了 ${sum} 件`)]
    : [fault(row, 'now', `${channelSku} 还有 ${open - sum} 件没有填写`)];
}

function dayFaults(line: AnswerableLine, answer: LineAnswer, row: number): FieldError[] {
  const { backorder, backorderDate, estShipDate, now } = answer;
  const errors: FieldError[] = [];
  const judge = (field: (typeof DAYS)[number], day: string): void => {
    const message = dayFault(line, day);
    if (message) errors.push(fault(row, field, message));
  };
  if (backorder > 0 && !backorderDate) errors.push(fault(row, 'backorderDate', '请填写缺货商品的发货日'));
  else if (backorder > 0 && backorderDate) judge('backorderDate', backorderDate);
  if (now > 0 && estShipDate) judge('estShipDate', estShipDate);
  return errors;
}

function dayFault({ today, last, calendar }: AnswerableLine, day: string): string | null {
  if (day < today) return `日期已过，最早 ${today}（发货仓当地日期）`;
  if (day > last) return `日期太远，最晚 ${last}`;
  return isWorkday(day, calendar) ? null : `${day} 发货仓不上班`;
}
