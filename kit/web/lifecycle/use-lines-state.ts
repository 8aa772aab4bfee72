import { useState, type ReactNode } from 'react';
import type { Fields } from '#kit/model/field.ts';
import { isLinesField, type LinesField } from '#kit/model/lines-question.ts';
import type { AnyResource } from '#kit/model/resource.ts';
import type { Row } from '#ui/cells/faces.ts';
import { ApiError } from '#ui/http/api-error.ts';
import { linesOf, useRow } from '../detail/use-row.ts';
import {
  answerOf,
  questionLine,
  isSayable,
  openLines,
  refusedLines,
  startOf,
  type QuestionLine,
  type TypedLines,
} from '../lines/question-line.ts';

/** What differs in the dialog of a move that asks about lines. */
export interface LinesSlot {
  /** In place of the lines that come with the document. */
  rows?: readonly Row[] | undefined;
  /** What a line starts with, in place of what the question says. */
  start?: (row: Row) => Readonly<Record<string, unknown>>;
  /** Why a column cannot be filled in. */
  closed?: (column: string) => string | undefined;
  /** The other questions, by what is said of the lines. */
  fields?: (fields: Fields, lines: readonly QuestionLine[]) => Fields;
  /** Of the button that makes the move. */
  okText?: (lines: readonly QuestionLine[]) => string;
  /** Why it cannot be made yet, beyond what is wrong with single lines. */
  fault?: (lines: readonly QuestionLine[]) => string | null;
  above?: ReactNode;
  /** What follows from what is said. */
  below?: (lines: readonly QuestionLine[]) => ReactNode;
}

export interface LinesState {
  key: string;
  field: LinesField;
  lines: readonly QuestionLine[];
  /** The lines are on their way, or could not be read. */
  waiting: { error: Error | null } | null;
  typed: TypedLines;
  restore: (typed: TypedLines) => void;
  setAnswers: (answers: TypedLines) => void;
  refused: ReadonlyMap<string, ReadonlyMap<string, string>>;
  isReady: boolean;
  answer: () => readonly Record<string, unknown>[];
  /** Keeps what of a refusal belongs to lines. */
  hear: (error: unknown, sent: readonly Readonly<Record<string, unknown>>[]) => void;
}

const NOTHING: ReadonlyMap<string, ReadonlyMap<string, string>> = new Map();

/** What is said of lines in the dialog of a move; null where it asks about none. */
export function useLinesState(of: AnyResource, id: string, fields: Fields, slot: LinesSlot = {}): LinesState | null {
  const [key, field] = Object.entries(fields).find(([, one]) => isLinesField(one)) ?? [];
  const { data, error } = useRow(of, field && !slot.rows ? id : undefined);
  const [typed, setTyped] = useState<TypedLines>({});
  const [refused, setRefused] = useState(NOTHING);
  if (key === undefined || !isLinesField(field)) return null;
  const question = field.lines;
  const rows = slot.rows ?? (data ? (linesOf(data, question.of) as Row[]) : undefined);
  const lines = openLines(question, rows ?? []).map((row) =>
    questionLine(question, row, { ...(slot.start?.(row) ?? startOf(question, row)), ...typed[row.id] }),
  );
  return {
    key,
    field,
    lines,
    waiting: rows ? null : { error },
    typed,
    restore: setTyped,
    setAnswers(answers) {
      setTyped({ ...typed, ...answers });
      setRefused(new Map([...refused].filter(([line]) => !(line in answers))));
    },
    refused,
    isReady: rows !== undefined && isSayable(question, lines) && (slot.fault?.(lines) ?? null) === null,
    answer: () => answerOf(question, lines),
    hear: (failure, sent) =>
      setRefused(failure instanceof ApiError ? refusedLines(failure.errors, key, sent) : NOTHING),
  };
}
