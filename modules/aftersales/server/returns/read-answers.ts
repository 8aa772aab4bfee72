import { invalid, type FieldError } from '#kit/model/refusal.ts';
import { answerFaults } from '../../model/return-errors.ts';

const MOST = 1_000_000;

/** What was said of one line. */
export interface SaidRow<L> {
  /** Where it stands in what was said, from 1. */
  row: number;
  line: L;
  said: Readonly<Record<string, unknown>>;
}

/**
 * What somebody says of lines: `[{ lineId, … }]`.
 * @returns null where nothing was said
 * @throws Refusal 422 naming the rows of lines that are not there, or are named twice
 */
export function readRows<L extends { id: string }>(answer: unknown, lines: readonly L[]): SaidRow<L>[] | null {
  if (answer === null || answer === undefined || answer === '') return null;
  // The answers of a move hold structures as the text that a column would.
  const value: unknown = typeof answer === 'string' ? JSON.parse(answer) : answer;
  const rows = Array.isArray(value) ? (value as unknown[]) : [];
  const errors: FieldError[] = [];
  const seen = new Set<string>();
  const found = rows.flatMap((one, index): SaidRow<L>[] => {
    const row = index + 1;
    const said = (one ?? {}) as Readonly<Record<string, unknown>>;
    const line = lines.find(({ id }) => id === said['lineId']);
    if (!line) errors.push(answerFaults.unknown(row));
    else if (seen.has(line.id)) errors.push(answerFaults.twice(row));
    else {
      seen.add(line.id);
      return [{ row, line, said }];
    }
    return [];
  });
  refuse(errors);
  return found;
}

/** A number of units; null where it is none. */
export const unitsIn = (value: unknown): number | null => {
  if (value === undefined || value === null) return 0;
  return typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= MOST ? value : null;
};

/** @throws Refusal 422 where anything is wrong */
export function refuse(errors: readonly FieldError[]): void {
  if (errors.length > 0) throw invalid([...errors]);
}
