import { CRON_BOUNDS, CRON_FIELDS } from '#kit/model/cron/cron.ts';
import type { CronField } from '#kit/model/cron/cron.ts';
import { parseCron, parseCronField } from '#kit/model/cron/parse.ts';
import { CRON_DEFAULT_FIELD, CRON_DEFAULT_WEEK } from '#kit/model/limits.ts';
import { choiceOfRule, startChoice, textOfChoice, type UnitChoice } from './unit-choice.ts';

/** State of the dialog: each unit as text and as its tab shows it. */
export interface CronEditor {
  texts: Readonly<Record<CronField, string>>;
  choices: Readonly<Record<CronField, UnitChoice>>;
  /** The whole expression as somebody types it, while it is not good; else null. */
  draft: string | null;
}

interface EditorOptions {
  thisYear: number;
  /** Seconds are not shown: a new expression has second 0. */
  hideSecond?: boolean;
}

const EMPTY = Object.fromEntries(
  CRON_FIELDS.map((field) => [field, field === 'week' ? CRON_DEFAULT_WEEK : CRON_DEFAULT_FIELD]),
) as Readonly<Record<CronField, string>>;

/** What a unit means: an empty one is `*`, the week `?` (spec §4). */
const meantBy = (field: CronField, text: string): string => text.trim() || EMPTY[field];

/**
 * The editor over an expression. What cannot be read falls back to every (spec §4), unit by unit;
 * `fault` says what was wrong with a text that was not empty.
 */
export function openCronEditor(
  text: string,
  { thisYear, hideSecond = false }: EditorOptions,
): { editor: CronEditor; fault: string | null } {
  const choices = Object.fromEntries(CRON_FIELDS.map((field) => [field, startChoice(field, thisYear)])) as Record<
    CronField,
    UnitChoice
  >;
  const isBlank = text.trim() === '';
  const parsed = parseCron(text);
  const fault = isBlank || parsed.ok ? null : parsed.message;
  const start = hideSecond && isBlank ? { ...EMPTY, second: '0' } : EMPTY;
  const parts = text.length > LONGEST ? [] : text.trim().split(/\s+/);
  const texts = Object.fromEntries(
    CRON_FIELDS.map((field, index) => {
      const part = parts[index] ?? '';
      return [field, part && parseCronField(field, part).ok ? part : start[field]];
    }),
  ) as Record<CronField, string>;
  return { editor: withTexts(choices, exclusive(texts)), fault };
}

/** Nothing longer was ever an expression. */
const LONGEST = 2000;

/** Of day and week both set or both open, the week counts only where it says something. */
function exclusive(texts: Record<CronField, string>): Record<CronField, string> {
  const { day, week } = texts;
  if (day === '?' && week === '?') return { ...texts, day: '*' };
  if (day === '?' || week === '?') return texts;
  return week === '*' ? { ...texts, week: '?' } : { ...texts, day: '?' };
}

function withTexts(before: CronEditor['choices'], texts: Readonly<Record<CronField, string>>): CronEditor {
  const choices = Object.fromEntries(
    CRON_FIELDS.map((field) => [field, choiceOf(field, texts[field], before[field])]),
  ) as Record<CronField, UnitChoice>;
  return { texts, choices, draft: null };
}

/** A text that cannot be read leaves the tab as it was. */
function choiceOf(field: CronField, text: string, before: UnitChoice): UnitChoice {
  const parsed = parseCronField(field, meantBy(field, text));
  return parsed.ok ? choiceOfRule(field, parsed.rule, text, before) : before;
}

/** A choice on a tab. */
export function editChoice(editor: CronEditor, field: CronField, choice: UnitChoice): CronEditor {
  const chosen = { ...editor, choices: { ...editor.choices, [field]: choice } };
  return editUnit(chosen, field, textOfChoice(field, choice));
}

/**
 * A unit typed as text. While it is no good only the text stands there; else day and week exclude
 * each other, and finer units that still say `*` become their least (contract §5.2: who wants every
 * hour does not want every second of it).
 */
export function editUnit(editor: CronEditor, field: CronField, text: string): CronEditor {
  const texts = { ...editor.texts, [field]: text };
  if (parseCronField(field, meantBy(field, text)).ok) settle(texts, field);
  return withTexts(editor.choices, texts);
}

/** The whole expression typed; its units follow when it is good. */
export function editExpression(editor: CronEditor, text: string): CronEditor {
  if (!parseCron(text).ok) return { ...editor, draft: text };
  const parts = text.trim().split(/\s+/);
  const texts = Object.fromEntries(CRON_FIELDS.map((field, index) => [field, parts[index] ?? EMPTY[field]])) as Record<
    CronField,
    string
  >;
  return withTexts(editor.choices, texts);
}

/** The expression; without a year where that is hidden and says nothing. */
export function expressionOf({ texts, draft }: CronEditor, hideYear = false): string {
  if (draft !== null) return draft;
  const meant = CRON_FIELDS.map((field) => meantBy(field, texts[field]));
  return (hideYear && meant.at(-1) === '*' ? meant.slice(0, -1) : meant).join(' ');
}

const FINER: Readonly<Partial<Record<CronField, CronField>>> = {
  minute: 'second',
  hour: 'minute',
  day: 'hour',
  week: 'hour',
  year: 'month',
};

/** What follows from the change of a unit, in place. */
function settle(texts: Record<CronField, string>, field: CronField): void {
  const meant = meantBy(field, texts[field]);
  if (field === 'day' || field === 'week') {
    const other = field === 'day' ? 'week' : 'day';
    const otherMeant = meantBy(other, texts[other]);
    if (meant === '?' && otherMeant === '?') {
      texts[other] = '*';
      settle(texts, other);
    } else if (meant !== '?' && otherMeant !== '?') texts[other] = '?';
    if (meant === '?') return;
  }
  const dayOrWeek = meantBy('day', texts.day) === '?' ? 'week' : 'day';
  const finer = field === 'month' ? dayOrWeek : FINER[field];
  if (!finer || meantBy(finer, texts[finer]) !== '*') return;
  texts[finer] = `${CRON_BOUNDS[finer].least}`;
  settle(texts, finer);
}
