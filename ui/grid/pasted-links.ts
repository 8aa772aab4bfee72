import type { Field } from '#kit/model/field.ts';
import type { Named } from '#kit/model/lookup.ts';
import { toastError } from '../feedback.tsx';
import { records } from '../records.ts';
import type { CellChange, GridRow } from './grid-column.ts';
import type { GridJudge } from './grid-judge.ts';
import type { GridStore } from './grid-store.ts';
import { rowsWith } from './rows-with.ts';

interface Place {
  store: GridStore;
  judge: GridJudge;
}

/** A cell that holds what a row is called, or its id without its name. */
export interface NamedCell extends CellChange {
  value: string;
  field: Field;
}

type Answers = ReadonlyMap<string, Named>;

/**
 * Asks which rows are meant by the texts of pasted cells: one call per resource, however many cells.
 * Cells then hold the row and its name; a text that names none, or several, stays and is marked.
 */
export async function lookUpLinks(place: Place, cells: readonly NamedCell[]): Promise<void> {
  const byTarget = Map.groupBy(cells, ({ field }) => field.to ?? '');
  await Promise.all([...byTarget].map(async ([target, own]) => take(place, own, await answersOf(target, own))));
}

/** null: nobody could be asked. */
async function answersOf(target: string, cells: readonly NamedCell[]): Promise<Answers | null> {
  const texts = [...new Set(cells.map(({ value }) => value))];
  try {
    const found = await records.get().lookUp(target, texts);
    return found && new Map(found.map((named) => [named.text, named]));
  } catch (error) {
    toastError(error);
    return null;
  }
}

function take({ store, judge }: Place, cells: readonly NamedCell[], answers: Answers | null): void {
  const keys = new Set(cells.map(({ key }) => key));
  const named = (row: GridRow): GridRow => {
    const found = [...keys].flatMap((key) => {
      const answer = answers?.get(String(row[key]));
      if (!answer || !('id' in answer)) return [];
      return [
        [key, answer.id],
        [`${key}_dictText`, answer.label],
      ];
    });
    return found.length > 0 ? { ...row, ...Object.fromEntries(found) } : row;
  };
  store.rewrite(rowsWith(named));
  judge.keepUnread(
    cells.flatMap((cell) => {
      const answer = answers?.get(cell.value);
      return answer && 'id' in answer ? [] : [{ ...cell, message: faultOf(cell, answer) }];
    }),
  );
  judge.judge(cells);
}

function faultOf({ field: { title }, value }: NamedCell, answer: Named | undefined): string {
  const name = `${title}“${value}”`;
  const space = /^[!-~]/.test(title) ? ' ' : '';
  if (!answer) return `没能查找${space}${name}，请重新粘贴或选择`;
  return 'fault' in answer && answer.fault === 'ambiguous' ? `${name}有多个，请改填编码或 ID` : `找不到${space}${name}`;
}
