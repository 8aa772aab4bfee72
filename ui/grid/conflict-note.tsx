import { useEffect, useRef, type ReactNode } from 'react';
import { ConflictChoices } from '../conflicts/conflict-choices.tsx';
import { useRealNames } from '../conflicts/use-real-names.ts';
import { titleOf } from './grid-column.ts';
import type { CellConflict } from './grid-conflicts.ts';
import type { GridSession } from './grid-session.ts';
import { GoneRows } from './gone-rows.tsx';
import { useGridState } from './use-grid-state.ts';

export interface ConflictNoteProps {
  session: GridSession;
  /** Whether a row that is gone may become a new one. */
  mayAdd: boolean;
}

const nameOf = ({ id, key }: { id: string; key: string }): string => `${id} ${key}`;

/**
 * Below the rows: every cell that somebody else has changed too, and every row that somebody has
 * taken away, to be settled one by one or together. Alt+Enter leads here from such a cell, Escape
 * back to it.
 */
export function ConflictNote({ session, mayAdd }: ConflictNoteProps): ReactNode {
  useGridState(session, () => session.store.version);
  const conflicts = session.live.conflicts.list();
  const panel = useRef<HTMLDivElement>(null);
  const { names } = session.live;
  const known = useRealNames(conflicts.map(({ theirs }) => names.usernameOf(theirs)));
  useEffect(() => names.learn(known), [names, known]);
  useComing(session, panel);
  const gone = session.live.comings.list();
  if (conflicts.length + gone.length === 0) return null;
  const settle = (names: readonly string[], side: 'mine' | 'theirs'): void => {
    const cells = conflicts.filter((conflict) => names.includes(nameOf(conflict)));
    session.settleConflicts(cells, side);
    goOn(session, panel.current);
  };
  return (
    <div
      ref={panel}
      role="region"
      aria-label="与他人的修改不同"
      className="wb-grid-conflicts"
      onKeyDown={({ key }) => {
        if (key === 'Escape') session.viewport.focusCell();
      }}
    >
      {conflicts.length > 0 && (
        <>
          <p>{conflicts.length} 处您和他人都改过，您的输入已保留。请逐项选择，之后才能保存。</p>
          <ConflictChoices conflicts={conflicts.map((conflict) => faceOf(session, conflict))} onChoose={settle} />
        </>
      )}
      {gone.length > 0 && (
        <GoneRows session={session} rows={gone} mayKeep={mayAdd} onChosen={() => goOn(session, panel.current)} />
      )}
    </div>
  );
}

function faceOf(session: GridSession, conflict: CellConflict) {
  const { column, id, mine, theirs, base } = conflict;
  const text = (of: typeof mine): string => session.plainTextOf(column, of);
  const place = session.tree.indexOf(id);
  return {
    name: nameOf(conflict),
    who: session.live.names.of(theirs),
    title: `${titleOf(column)}，${place < 0 ? '收起的行' : `第 ${place + 1} 行`}`,
    mine: text(mine),
    theirs: text(theirs),
    base: text(base),
  };
}

/** The buttons that were pressed are gone: the keyboard goes to the next ones, or back to the cell. */
function goOn(session: GridSession, panel: HTMLElement | null): void {
  requestAnimationFrame(() => {
    if (document.activeElement && document.activeElement !== document.body) return;
    const next = panel?.isConnected ? panel.querySelector('button') : null;
    if (next) next.focus();
    else session.viewport.focusCell();
  });
}

/** Alt+Enter on a cell of the grid: to what is to be chosen there. */
function useComing(session: GridSession, panel: React.RefObject<HTMLElement | null>): void {
  const isThere = useGridState(session, () => !session.live.conflicts.isEmpty || !session.live.comings.isEmpty);
  useEffect(() => {
    const grid = panel.current?.closest<HTMLElement>('.wb-grid');
    const hear = (event: KeyboardEvent): void => {
      const { active } = session.cursor;
      if (!event.altKey || event.key !== 'Enter' || !active || !panel.current) return;
      // Tables within opened rows have cursors of their own.
      const { target } = event;
      if (!(target instanceof Element) || target.closest('.wb-grid') !== grid) return;
      if (panel.current.contains(target)) return;
      const buttons = [...panel.current.querySelectorAll('button')];
      const own = buttons.find(({ dataset }) => {
        const of = dataset['conflict'];
        return of !== undefined && (of === nameOf(active) || of === active.id);
      });
      if (!own) return;
      event.preventDefault();
      own.focus();
    };
    grid?.addEventListener('keydown', hear);
    return () => grid?.removeEventListener('keydown', hear);
  }, [session, panel, isThere]);
}
