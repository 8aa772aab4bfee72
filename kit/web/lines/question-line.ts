import type { Field } from '#kit/model/field.ts';
import {
  isColumnShown,
  leftOf,
  LINE_ID,
  unitsFault,
  unitsOf,
  unitColumns,
  type LinesQuestion,
} from '#kit/model/lines-question.ts';
import type { FieldError } from '#kit/model/refusal.ts';
import { isBlank, type Row } from '#ui/cells/faces.ts';
import { judgeField } from '#ui/cells/judge-field.ts';

type Values = Readonly<Record<string, unknown>>;

/** One line of a question, and what is said of it by now. */
export interface QuestionLine {
  row: Row;
  values: Values;
  /** What is wrong, by column. */
  faults: ReadonlyMap<string, string>;
}

/** What was typed, by id of the line and by column; the rest is as the question starts. */
export type TypedLines = Readonly<Record<string, Values>>;

/** Lines of which something can be said. */
export const openLines = (question: LinesQuestion, rows: readonly Row[]): Row[] =>
  rows.filter((row) => (leftOf(question, row) ?? 1) > 0);

/** What a line starts with: all that is left in one column, where the question says so. */
export function startOf(question: LinesQuestion, row: Row): Values {
  const left = leftOf(question, row);
  return question.start && left !== null ? { [question.start]: left } : {};
}

/** The lines as they stand, judged as the server will. */
export function questionLine(question: LinesQuestion, row: Row, answers: Values): QuestionLine {
  const faults = new Map<string, string>();
  for (const [column, field] of Object.entries(question.columns)) {
    const fault = isColumnShown(question, column, answers) ? judgeField(field, answers[column], row) : null;
    if (fault !== null) faults.set(column, fault);
  }
  const together = faults.size === 0 ? unitsFault(question, row, answers) : null;
  if (together) faults.set(together.column, together.message);
  return { row, values: answers, faults };
}

/** Whether it can be sent: nothing is wrong, and something is said. */
export const isSayable = (question: LinesQuestion, lines: readonly QuestionLine[]): boolean =>
  lines.every(({ faults }) => faults.size === 0) && answerOf(question, lines).length > 0;

/** What is sent: lines that are answered, each with the columns that have a value. */
export const answerOf = (question: LinesQuestion, lines: readonly QuestionLine[]): Record<string, unknown>[] =>
  lines
    .filter(({ values }) => question.takes === 'all' || !question.left || unitsOf(question, values) > 0)
    .map(({ row, values }) => ({
      [LINE_ID]: row.id,
      ...Object.fromEntries(
        Object.keys(question.columns).flatMap((column) =>
          isBlank(values[column]) || !isColumnShown(question, column, values)
            ? []
            : [[column, values[column]] as const],
        ),
      ),
    }));

/** Refusals that name rows of what was sent, by line and column. */
export function refusedLines(
  errors: readonly FieldError[],
  key: string,
  sent: readonly Values[],
): ReadonlyMap<string, ReadonlyMap<string, string>> {
  const refused = new Map<string, Map<string, string>>();
  for (const { field, row, column = '', message } of errors) {
    const id = field === key && row !== undefined ? sent[row - 1]?.[LINE_ID] : undefined;
    if (typeof id === 'string') refused.set(id, (refused.get(id) ?? new Map<string, string>()).set(column, message));
  }
  return refused;
}

/** Sums under the columns that count units. */
export const sumsOf = (question: LinesQuestion, lines: readonly QuestionLine[]): ReadonlyMap<string, number> =>
  new Map(
    unitColumns(question).map(([key]) => [
      key,
      lines.reduce((sum, { values }) => sum + (typeof values[key] === 'number' ? values[key] : 0), 0),
    ]),
  );

/**
 * Cells of a spreadsheet that were pasted at a cell: by line and column, from there to the right and down.
 * @returns null where the text is a single cell: then it is typed into the input as any text
 */
export function pastedCells(
  text: string,
  at: { line: number; column: string },
  columns: readonly string[],
): { line: number; column: string; text: string }[] | null {
  const rows = text
    .replace(/\r?\n$/, '')
    .split(/\r?\n/)
    .map((row) => row.split('\t'));
  if (rows.length === 1 && rows[0]?.length === 1) return null;
  const first = columns.indexOf(at.column);
  return rows.flatMap((cells, down) =>
    cells.flatMap((cell, right) => {
      const column = columns[first + right];
      return column === undefined ? [] : [{ line: at.line + down, column, text: cell.trim() }];
    }),
  );
}

/** Kinds whose text can be read without asking anybody: they are pasted. */
export const isPasted = ({ kind }: Field): boolean =>
  ['quantity', 'integer', 'text', 'textarea', 'date', 'money', 'price', 'rate'].includes(kind);
