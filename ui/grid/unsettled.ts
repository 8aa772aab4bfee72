import { titleOf } from './grid-column.ts';
import type { CellFault } from './grid-judge.ts';
import type { GridSession } from './grid-session.ts';

/** What others have done to the rows and nobody has chosen about yet: it must not be stored. */
export function unsettled({ live, store }: GridSession): CellFault[] {
  const clashes = live.conflicts.list().map(({ id, key, row, column }) => ({
    id,
    key,
    row,
    title: titleOf(column),
    message: '您和他人都改过，请先选择保留哪个值',
  }));
  const [first] = live.columns;
  if (!first) return clashes;
  const gone = live.comings.list().map(({ row: { id } }) => ({
    id,
    key: first.key,
    row: store.indexOf(id),
    title: titleOf(first),
    message: '此行已被他人删除，请先选择保留或放弃',
  }));
  return [...clashes, ...gone];
}
