import { toastError } from '../feedback.tsx';
import { isBlank } from '../cells/faces.ts';
import { titleOf, type GridColumn, type LinkageOption } from './grid-column.ts';
import type { GridJudge } from './grid-judge.ts';
import type { GridLinkage } from './grid-linkage.ts';
import type { GridStore } from './grid-store.ts';
import { rowsWith } from './rows-with.ts';

interface Place {
  store: GridStore;
  judge: GridJudge;
  linkage: GridLinkage;
}

/** A cell of a linked column that holds what a choice is called, or its code. */
export interface LinkedCell {
  id: string;
  column: GridColumn;
}

/**
 * Finds the choices that texts of linked columns name, the upper ones first: what may stand below
 * hangs on them. A text that names none of its choices stays and is marked.
 */
export async function lookUpChoices(place: Place, cells: readonly LinkedCell[]): Promise<void> {
  const byDepth = Map.groupBy(cells, ({ column }) => place.linkage.depthOf(column.key));
  for (const depth of [...byDepth.keys()].sort((a, b) => a - b))
    await Promise.all((byDepth.get(depth) ?? []).map((cell) => settle(place, cell)));
}

async function settle(place: Place, { id, column }: LinkedCell): Promise<void> {
  const { store, judge, linkage } = place;
  const { key } = column;
  const row = store.rowOf(id);
  const text = row?.[key];
  if (!row || isBlank(text)) return;
  const options = await optionsOf(linkage, key, row);
  // Typed over meanwhile.
  if (store.rowOf(id)?.[key] !== text) return;
  const found = options && choiceOf(options, String(text));
  if (found)
    store.rewrite(
      rowsWith((one) =>
        one.id === id && one[key] === text ? { ...one, [key]: found.value, [`${key}_dictText`]: found.text } : one,
      ),
    );
  else {
    const message = options ? `${titleOf(column)}不在可选范围内` : `没能查找${titleOf(column)}，请重新选择`;
    judge.keepUnread([{ id, key, value: text, message }]);
  }
  judge.judge([{ id, key }]);
}

/** null: nobody could be asked. */
async function optionsOf(
  linkage: GridLinkage,
  key: string,
  row: Readonly<Record<string, unknown>>,
): Promise<readonly LinkageOption[] | null> {
  try {
    return await linkage.optionsOf(key, row);
  } catch (error) {
    toastError(error);
    return null;
  }
}

/** By its code, else by what it is called; two of one name are none. */
function choiceOf(options: readonly LinkageOption[], text: string): LinkageOption | null {
  const byCode = options.find(({ value }) => value === text);
  if (byCode) return byCode;
  const named = options.filter((option) => option.text === text);
  return named.length === 1 ? (named[0] as LinkageOption) : null;
}
