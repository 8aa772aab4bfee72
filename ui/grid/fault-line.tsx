import type { ReactNode } from 'react';
import type { GridSession } from './grid-session.ts';
import { useGridState } from './use-grid-state.ts';

/**
 * Below the rows: what is wrong with the cell of the cursor, who else is at it, and the way to the
 * next wrong one.
 */
export function FaultLine({ session }: { session: GridSession }): ReactNode {
  const { judge, cursor, live } = session;
  const count = useGridState(session, () => judge.faultCount);
  const message = useGridState(session, () => {
    const { active } = cursor;
    if (!active) return undefined;
    return judge.messageAt(active.id, active.key) ?? session.tree.failureOf(active.id);
  });
  const note = useGridState(session, () => cursor.active && live.noteAt(cursor.active));
  return (
    <div className={count > 0 ? 'wb-grid-faults' : undefined}>
      <span id={`${session.name}-note`} role="status">
        {message && note ? `${message}；${note}` : (message ?? note)}
      </span>
      {count > 0 && <HiddenFaults session={session} />}
      {count > 0 && (
        <button type="button" className="wb-grid-next-fault" onClick={() => goToNext(session)}>
          {count} 处错误，下一处
        </button>
      )}
    </div>
  );
}

/** Rows that are filtered out are judged like the others. */
function HiddenFaults({ session }: { session: GridSession }): ReactNode {
  const { judge, view } = session;
  const hidden = useGridState(session, () =>
    view.hiddenCount === 0
      ? 0
      : [...judge.faults].reduce((sum, [id, own]) => sum + (view.isHidden(id) ? own.size : 0), 0),
  );
  if (hidden === 0) return null;
  return (
    <span>
      其中 {hidden} 处在筛选隐藏的行中{' '}
      <button type="button" className="wb-grid-next-fault" onClick={() => view.reveal(judge.faults.keys())}>
        显示
      </button>
    </span>
  );
}

/** The first wrong cell behind the cursor, else the first of all. */
function goToNext(session: GridSession): void {
  const { tree, store } = session;
  // In the order in which they are read; what is filtered out comes last.
  const rowOf = (id: string): number => {
    if (tree.settings) return store.indexOf(id);
    const index = tree.indexOf(id);
    return index < 0 ? store.rows.length : index;
  };
  const faults = session.judge
    .list()
    .map((fault) => ({ ...fault, row: rowOf(fault.id) }))
    .toSorted((one, other) => one.row - other.row);
  const { active } = session.cursor;
  const place = session.cursor.placeOf(active);
  const at = active && place ? { ...place, row: rowOf(active.id) } : null;
  const columnOf = (key: string): number => session.layout.columns.findIndex((column) => column.key === key);
  const next = faults.find(({ row, key }) => at && (row > at.row || (row === at.row && columnOf(key) > at.column)));
  const fault = next ?? faults[0];
  if (fault) session.goTo(fault);
}
