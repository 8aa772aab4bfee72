import { useEffect, useState, type ReactNode } from 'react';
import { BlockSums } from './block-sums.ts';
import type { GridRow } from './grid-column.ts';
import type { GridSession } from './grid-session.ts';
import { useGridState } from './use-grid-state.ts';

export interface SelectionSumsProps {
  session: GridSession;
}

/** Time for counting before the screen has its turn again, and before what is drawn is counted. */
const TURN_MS = 8;
const REST_MS = 80;

/** Below the rows: what the selected cells come to. */
export function SelectionSums({ session }: SelectionSumsProps): ReactNode {
  const block = useGridState(session, () => {
    const { block: now } = session.cursor;
    return now && `${now.top} ${now.bottom} ${now.left} ${now.right}`;
  });
  const rows = useGridState(session, () => session.tree.rows);
  const [text, setText] = useState('');
  useEffect(() => (block === null ? undefined : count(session, setText)), [session, block, rows]);
  return (
    <div className="wb-grid-sums" role="status">
      {block === null ? '' : text}
    </div>
  );
}

/** Counts once the block is at rest, in turns. @returns gives up */
function count(session: GridSession, notify: (text: string) => void): () => void {
  const { tree, layout, cursor, units } = session;
  const { top, bottom, left, right } = cursor.block ?? { top: 0, bottom: -1, left: 0, right: -1 };
  const columns = layout.columns.slice(left, right + 1).flatMap(({ column }) => (column ? [column] : []));
  const { rows } = tree;
  const sums = new BlockSums();
  let at = top;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const turn = (): void => {
    const end = performance.now() + TURN_MS;
    for (; at <= bottom && performance.now() < end; at += 1) sums.put(rows[at] as GridRow, columns);
    if (at > bottom) notify(sums.textOf(units));
    else timer = setTimeout(turn);
  };
  timer = setTimeout(turn, REST_MS);
  return () => clearTimeout(timer);
}
