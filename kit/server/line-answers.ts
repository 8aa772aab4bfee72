import type { Fields } from '#kit/model/field.ts';
import {
  isColumnShown,
  LINE_ID,
  leftOf,
  unitsFault,
  unitsOf,
  type LinesField,
  type LinesQuestion,
  type LineAnswer,
} from '#kit/model/lines-question.ts';
import { invalid, type FieldError } from '#kit/model/refusal.ts';
import { placeOf, type Actor } from './actor.ts';
import { readFields } from './parse.ts';

/** What was said of one line. */
export interface AnsweredLine<L, C extends Fields> {
  /** Where it stands in what was said, from 1: refusals of the module name it. */
  row: number;
  line: L;
  said: LineAnswer<C>;
}

interface ReadOptions<L> {
  /** Who says it: days and words are theirs. */
  actor: Actor;
  lines: readonly L[];
  /** What a line is called in refusals; by default what its subject holds. */
  nameOf?: (line: L) => string;
  /** Key of the question among those of its move. */
  field?: string;
}

/**
 * Reads what somebody said of lines, `[{ lineId, …columns }]`, by the columns of the question. Where units are left to
 * be answered, lines of which none are said are left out, unless all have to be.
 * @returns null where nothing was said at all: the move does what its hint says
 * @throws Refusal 422 naming rows and columns: unknown and repeated lines, values that are none of their
 *   column, more units than are left; and the whole where there is nothing in it
 */
export function readLineAnswers<L extends { id: string }, const C extends Fields>(
  { title, lines: question }: LinesField<C>,
  answer: unknown,
  { actor, lines, nameOf, field = 'lines' }: ReadOptions<L>,
): AnsweredLine<L, C>[] | null {
  const rows = listOf(answer, () => invalid([{ field, code: 'malformed', message: `${title}格式不正确` }]));
  if (!rows) return null;
  const nameOfLine = nameOf ?? ((line: L) => String((line as Record<string, unknown>)[question.subject] ?? ''));
  const byId = new Map(lines.map((line) => [line.id, line]));
  const seen = new Set<string>();
  const errors: FieldError[] = [];
  const found = rows.flatMap((one, index): AnsweredLine<L, C>[] => {
    const row = index + 1;
    const given = (typeof one === 'object' ? (one ?? {}) : {}) as Record<string, unknown>;
    const line = byId.get(String(given[LINE_ID]).toLowerCase());
    if (!line) {
      errors.push({ field, row, code: 'unknownLine', message: '这一行不在单据里' });
      return [];
    }
    const read = readLine(question, given, line, actor);
    const wrong = [...read.errors, ...overfilled(question, line, read.said)];
    errors.push(...wrong.map((error) => ({ field, row, ...error, message: `${nameOfLine(line)} ${error.message}` })));
    const key = `${line.id} ${question.per ? String(read.said[question.per]) : ''}`;
    if (seen.has(key)) errors.push({ field, row, code: 'twice', message: '同一行填了两次' });
    seen.add(key);
    return [{ row, line, said: read.said as LineAnswer<C> }];
  });
  if (errors.length === 0) errors.push(...missed(question, lines, found, { field, nameOfLine }));
  const answered = found.filter(({ said }) => isAnswered(question, said as Record<string, unknown>));
  if (errors.length === 0 && answered.length === 0) errors.push({ field, code: 'required', message: `请填写${title}` });
  if (errors.length > 0) throw invalid(errors);
  return answered;
}

/** The rows that were said; null where nothing was. The answers of a move hold structures as text. */
function listOf(answer: unknown, malformed: () => Error): unknown[] | null {
  if (answer === null || answer === undefined || answer === '') return null;
  const value = typeof answer === 'string' ? parsed(answer) : answer;
  if (!Array.isArray(value)) throw malformed();
  return value as unknown[];
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

type RowError = Omit<FieldError, 'field' | 'row'>;

/** Values of the columns; amounts are in the currency of their line. */
function readLine(
  question: LinesQuestion,
  given: Record<string, unknown>,
  line: object,
  actor: Actor,
): { said: Record<string, unknown>; errors: RowError[] } {
  const request = Object.fromEntries(
    Object.entries(question.columns).filter(([column]) => isColumnShown(question, column, given)),
  );
  const { values, errors } = readFields(request, given, {
    ...placeOf(actor),
    before: line as Readonly<Record<string, unknown>>,
  });
  const said: Record<string, unknown> = {};
  for (const [key, { kind }] of Object.entries(question.columns)) {
    const value = values[key] ?? null;
    if (kind === 'quantity') said[key] = value ?? 0;
    else said[key] = kind === 'json' && typeof value === 'string' ? (JSON.parse(value) as unknown) : value;
  }
  const worded = errors.map(({ field: column, code, message }) => {
    const title = question.columns[column]?.title ?? '';
    return { column, code, message: message.includes(title) ? message : `${title}${message}` };
  });
  return { said, errors: worded };
}

function overfilled(question: LinesQuestion, line: object, answers: Readonly<Record<string, unknown>>): RowError[] {
  const fault = unitsFault(question, line, answers);
  return fault ? [{ column: fault.column, code: 'units', message: fault.message }] : [];
}

/** Where all lines have to be answered: those that were not. */
function missed<L extends { id: string }>(
  question: LinesQuestion,
  lines: readonly L[],
  found: readonly { line: L }[],
  { field, nameOfLine }: { field: string; nameOfLine: (line: L) => string },
): FieldError[] {
  if (question.takes !== 'all') return [];
  const named = new Set(found.map(({ line }) => line.id));
  return lines
    .filter((line) => (leftOf(question, line) ?? 1) > 0 && !named.has(line.id))
    .map((line) => ({ field, code: 'missed', message: `${nameOfLine(line)} 还没有填写` }));
}

const isAnswered = (question: LinesQuestion, answers: Readonly<Record<string, unknown>>): boolean =>
  question.takes === 'all' || !question.left || unitsOf(question, answers) > 0;
