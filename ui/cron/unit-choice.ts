import { CRON_BOUNDS, isEvery } from '#kit/model/cron/cron.ts';
import type { Cron, CronField, ListRule } from '#kit/model/cron/cron.ts';
import { CRON_YEARS_AHEAD } from '#kit/model/limits.ts';

/**
 * What a tab of the editor says of its unit (spec §3, "Schedule values": not set, every, range,
 * loop, work, last, specify; §4 for the other ways of a day). `other` stands for what only text
 * says, as `1-5,10/2`.
 */
export type UnitMode =
  | 'unset'
  | 'every'
  | 'range'
  | 'loop'
  | 'workday'
  | 'last'
  | 'lastWorkday'
  | 'beforeEnd'
  | 'lastWeekday'
  | 'nthWeekday'
  | 'specify'
  | 'other';

/** A mode with the values of all modes: who looks at another one finds the old values again. */
export interface UnitChoice {
  mode: UnitMode;
  rangeStart: number;
  rangeEnd: number;
  loopStart: number;
  loopStep: number;
  /** Day to which the nearest workday is meant. */
  workday: number;
  daysBeforeEnd: number;
  lastWeekday: number;
  nthWeekday: number;
  nth: number;
  specified: readonly number[];
  /** The unit as text, for `other`. */
  text: string;
}

const TIME: readonly UnitMode[] = ['every', 'range', 'loop', 'specify'];

/** Modes of each unit in the order of its tab. */
export const UNIT_MODES: Readonly<Record<CronField, readonly UnitMode[]>> = {
  second: TIME,
  minute: TIME,
  hour: TIME,
  day: ['unset', 'every', 'range', 'loop', 'workday', 'last', 'lastWorkday', 'beforeEnd', 'specify'] as UnitMode[],
  month: TIME,
  week: ['unset', 'every', 'range', 'loop', 'lastWeekday', 'nthWeekday', 'specify'],
  year: TIME,
};

/** Values that stand in the inputs of a unit before anybody chose. */
export function startChoice(field: CronField, thisYear: number): UnitChoice {
  const { least, most } = CRON_BOUNDS[field];
  const start = field === 'year' ? Math.min(Math.max(thisYear, least), most) : least;
  return {
    mode: 'every',
    rangeStart: start,
    rangeEnd: field === 'year' ? Math.min(start + CRON_YEARS_AHEAD, most) : most,
    loopStart: start,
    loopStep: 1,
    workday: 1,
    daysBeforeEnd: 1,
    lastWeekday: MONDAY,
    nthWeekday: MONDAY,
    nth: 1,
    specified: [start],
    text: '',
  };
}

const MONDAY = 2;

/** The unit as text of an expression. */
export function textOfChoice(field: CronField, choice: UnitChoice): string {
  switch (choice.mode) {
    case 'unset':
      return '?';
    case 'every':
      return '*';
    case 'range':
      return `${choice.rangeStart}-${choice.rangeEnd}`;
    case 'loop':
      return `${choice.loopStart}/${choice.loopStep}`;
    case 'workday':
      return `${choice.workday}W`;
    case 'last':
      return 'L';
    case 'lastWorkday':
      return 'LW';
    case 'beforeEnd':
      return `L-${choice.daysBeforeEnd}`;
    case 'lastWeekday':
      return `${choice.lastWeekday}L`;
    case 'nthWeekday':
      return `${choice.nthWeekday}#${choice.nth}`;
    case 'specify':
      return specifiedText(field, choice.specified);
    case 'other':
      return choice.text;
  }
}

/** With nothing specified the least value, as an expression has no empty field. */
const specifiedText = (field: CronField, specified: readonly number[]): string =>
  specified.length === 0 ? `${CRON_BOUNDS[field].least}` : specified.toSorted((a, b) => a - b).join(',');

/** What the tab shows for a rule; inputs of the other modes keep the values of `before`. */
export function choiceOfRule<F extends CronField>(
  field: F,
  rule: Cron[F],
  text: string,
  before: UnitChoice,
): UnitChoice {
  const any: Cron[CronField] = rule;
  switch (any.kind) {
    case 'unset':
      return { ...before, mode: 'unset' };
    case 'nearestWorkday':
      return { ...before, mode: 'workday', workday: any.day };
    case 'lastWeekday':
      return { ...before, mode: 'lastWeekday', lastWeekday: any.weekday };
    case 'nthWeekday':
      return { ...before, mode: 'nthWeekday', nthWeekday: any.weekday, nth: any.nth };
    case 'last':
      if (any.daysBefore === 0) return { ...before, mode: any.isWorkday ? 'lastWorkday' : 'last' };
      if (any.isWorkday) return { ...before, mode: 'other', text };
      return { ...before, mode: 'beforeEnd', daysBeforeEnd: any.daysBefore };
    case 'list':
      return choiceOfList(field, any, text, before);
  }
}

function choiceOfList(field: CronField, rule: ListRule, text: string, before: UnitChoice): UnitChoice {
  if (isEvery(rule)) return { ...before, mode: 'every' };
  const [item] = rule.items;
  if (rule.items.length === 1 && item) {
    const { from, to, step } = item;
    if (from !== null && to !== null && step === null)
      return { ...before, mode: 'range', rangeStart: from, rangeEnd: to };
    if (to === null && step !== null)
      return {
        ...before,
        mode: 'loop',
        loopStart: from ?? CRON_BOUNDS[field].least,
        loopStep: step,
      };
  }
  const values = rule.items.map(({ from, to, step }) => (to === null && step === null ? from : null));
  if (values.every((value) => value !== null)) return { ...before, mode: 'specify', specified: [...new Set(values)] };
  return { ...before, mode: 'other', text };
}
