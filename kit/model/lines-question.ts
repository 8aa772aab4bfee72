import type { Field, Fields } from './field.ts';
import type { AnyResource } from './resource.ts';
import type { FieldRow } from './row.ts';

/** Units of a line that can be answered: one of its columns, less others. */
export interface UnitsLeft {
  /** What they are called: 待翻新. */
  title: string;
  of: string;
  less?: readonly string[];
}

/**
 * A question about the lines of a document: its columns are asked of each. Of its quantities some are
 * answered together: what they come to is bounded by what is `left` of the line.
 */
export interface LinesQuestion<C extends Fields = Fields> {
  /** The lines: they come with the document (`lines` of its resource). */
  readonly of: AnyResource;
  /** Key of a line that names it; a link brings name and picture of what it leads to. */
  readonly subject: string;
  /** Keys of a line that are shown beside it. */
  readonly shown?: readonly string[];
  readonly columns: C;
  readonly left?: UnitsLeft;
  /**
   * How much of what is left is answered: no more than it (`upTo`, by default), exactly it, and no line is
   * left out (`all`), or as much as the module allows (`any`).
   */
  readonly takes?: 'upTo' | 'all' | 'any';
  /** The quantity that begins with all that is left; the others begin empty. */
  readonly start?: keyof C & string;
  /** A line may be answered several times, once for each value of this column. */
  readonly per?: keyof C & string;
  /** Columns that are asked for only where there are units in another one. */
  readonly with?: Readonly<Partial<Record<keyof C & string, keyof C & string>>>;
}

/** A field that asks about lines. */
export type LinesField<C extends Fields = Fields> = Field<'json', readonly object[]> & {
  readonly lines: LinesQuestion<C>;
};

/** Asks about the lines of a document: `[{ lineId, …columns }]` on the wire. */
export const lines = <const C extends Fields, const O extends { required?: boolean; hint?: string }>(
  title: string,
  { required, hint, ...question }: LinesQuestion<C> & O,
): LinesField<C> & (O extends { required: true } ? { required: true } : unknown) =>
  ({
    kind: 'json',
    title,
    ...(required === undefined ? {} : { required }),
    ...(hint === undefined ? {} : { hint }),
    lines: question,
  }) as never;

export const isLinesField = (field: Field | undefined): field is LinesField => field?.lines !== undefined;

/** The key that names a line in an answer. */
export const LINE_ID = 'lineId';

/** What was said of one line, parsed; no number of units is none of them. */
export type LineAnswer<C extends Fields> = {
  [K in keyof C]: C[K] extends { kind: 'quantity' } ? number : FieldRow<C>[K];
};

type Values = Readonly<Record<string, unknown>>;

/** Columns that count units. */
export const unitColumns = ({ columns }: LinesQuestion): [key: string, field: Field][] =>
  Object.entries(columns).filter(([, { kind }]) => kind === 'quantity');

/** Units of a line that can still be answered; null where nothing bounds them. */
export function leftOf({ left }: LinesQuestion, line: object): number | null {
  if (!left) return null;
  const units = (key: string): number => Number((line as Values)[key] ?? 0);
  return (left.less ?? []).reduce((rest, key) => rest - units(key), units(left.of));
}

/** Units that are answered of a line; what is no number is none. */
export const unitsOf = (question: LinesQuestion, answers: Values): number =>
  unitColumns(question).reduce((sum, [key]) => sum + (typeof answers[key] === 'number' ? answers[key] : 0), 0);

/** Whether a column is asked for, by the units in the one that it goes with. */
export const isColumnShown = (question: LinesQuestion, column: string, answers: Values): boolean => {
  const other = question.with?.[column];
  return other === undefined || Number(answers[other] ?? 0) > 0;
};

/** What is wrong with the units of one line together, in words that follow its name. */
export function unitsFault(
  question: LinesQuestion,
  line: object,
  answers: Values,
): { column: string; message: string } | null {
  const { left, takes = 'upTo' } = question;
  const open = leftOf(question, line);
  if (open === null || !left || takes === 'any') return null;
  const columns = unitColumns(question);
  const units = unitsOf(question, answers);
  const filled = columns.findLast(([key]) => Number(answers[key] ?? 0) > 0) ?? columns[0];
  if (!filled) return null;
  if (units > open) {
    const titles = columns.map(([, { title }]) => title);
    const together = titles.length > 1 ? `${titles.slice(0, -1).join('、')}和${titles.at(-1)}合计` : titles[0];
    return { column: filled[0], message: `${left.title} ${open} 件，${together} ${units} 件，超出 ${units - open} 件` };
  }
  if (units < open && takes === 'all')
    return {
      column: columns[0]?.[0] ?? filled[0],
      message: `${left.title} ${open} 件，还有 ${open - units} 件没有填写`,
    };
  return null;
}
