import type { FieldError } from '#kit/model/refusal.ts';
import type { WorkCalendar } from '#kit/model/time.ts';
import { weekdayOf } from '#modules/base/model/work-calendar.ts';

/** What is answered for one line of an order: its open units are accepted now, later, or not at all. */
export interface LineAnswer {
  /** Where it stands in the answer, from 1. */
  row: number;
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
  calendar: WorkCalendar;
  today: string;
  last: string;
}

const fault = (row: number, column: string, message: string): FieldError => ({
  field: 'lines',
  row,
  column,
  code: 'orders.acceptPlan',
  message,
});

/** Whether a warehouse works on a day: weekdays and make-up days, less holidays. */
export const isWorkday = (day: string, { workdays, holidays, makeups = [] }: WorkCalendar): boolean =>
  makeups.includes(day) || (workdays.includes(weekdayOf(day)) && !holidays.includes(day));

/** What is wrong with the days of a plan, each at its line; empty where it can be carried out. */
export function planFaults(lines: readonly AnswerableLine[], plan: readonly LineAnswer[]): FieldError[] {
  const errors = plan.flatMap((answer) => {
    const line = lines.find(({ id }) => id === answer.lineId);
    return line ? dayFaults(line, answer) : [];
  });
  if (errors.length === 0 && plan.every(({ now, backorder }) => now + backorder === 0))
    errors.push(fault(1, 'refuse', '全部拒绝请用“拒单”'));
  return errors;
}

function dayFaults(line: AnswerableLine, answer: LineAnswer): FieldError[] {
  const { row, backorder, backorderDate, estShipDate, now } = answer;
  const errors: FieldError[] = [];
  const judge = (column: 'backorderDate' | 'estShipDate', day: string): void => {
    const message = dayFault(line, day);
    if (message) errors.push(fault(row, column, message));
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
