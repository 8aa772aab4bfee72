import type { CSSProperties, ReactNode } from 'react';
import { fetched } from '../fetched.tsx';
import type { ConflictNoteProps } from './conflict-note.tsx';
import type { Hand } from './grid-presence.ts';
import type { Pane } from './grid-layout.ts';
import type { GridSession } from './grid-session.ts';
import { boxOf } from './live-editor.tsx';
import { useGridState } from './use-grid-state.ts';
import './grid-live.css';

const ConflictNote = fetched<ConflictNoteProps>(() =>
  import('./conflict-note.tsx').then((module) => module.ConflictNote),
);

const PANES: readonly Pane[] = ['left', 'center', 'right'];
/** Dark enough for white words on them. */
const COLOURS = ['#0b6e4f', '#7a3e9d', '#a3420e', '#1f5fa8', '#9c2450', '#5c5a12'];

/** The same person has the same colour everywhere. */
function colourOf(id: string): string {
  let sum = 0;
  for (const sign of id) sum = (sum * 31 + (sign.codePointAt(0) ?? 0)) % 9973;
  return COLOURS[sum % COLOURS.length] ?? '#1f5fa8';
}

/** Over the rows: which were taken away. */
export function GoneMarks({ session, headHeight }: { session: GridSession; headHeight: number }): ReactNode {
  useGridState(session, () => (session.live.comings.isEmpty ? 0 : session.store.version));
  const { layout } = session;
  const first = layout.columns.find(({ column }) => column !== null);
  if (session.live.comings.isEmpty || !first) return null;
  // Where the columns are moved sideways it stays in view.
  const { left, right } = layout.widths;
  const box =
    first.pane === 'left'
      ? boxOf(session, first)
      : { left, width: layout.total - left - right, '--wb-grid-left': `${left}px` };
  return (
    <div className={`wb-grid-layer wb-grid-layer-${first.pane} wb-grid-hands`}>
      {session.live.comings.list().map(({ row, place }) => {
        if (place < 0) return null;
        const style = { ...box, top: headHeight + session.topOf(place), height: session.height };
        return (
          <div key={row.id} className="wb-grid-gone-mark" style={style as CSSProperties}>
            <span>已被他人删除</span>
          </div>
        );
      })}
    </div>
  );
}

/** Over the rows: who edits which cell. The cells themselves know nothing of it. */
export function LiveMarks({ session, headHeight }: { session: GridSession; headHeight: number }): ReactNode {
  const hands = useGridState(session, () => session.live.presence.list);
  // Rows may have been moved or put in before them.
  useGridState(session, () => (hands.length === 0 ? 0 : session.store.version));
  if (hands.length === 0) return null;
  return PANES.map((pane) => (
    <div key={pane} className={`wb-grid-layer wb-grid-layer-${pane} wb-grid-hands`}>
      {hands.map((hand) => (
        <HandMark
          key={`${hand.who.id} ${hand.cell.id} ${hand.cell.key}`}
          session={session}
          hand={hand}
          pane={pane}
          headHeight={headHeight}
        />
      ))}
    </div>
  ));
}

function HandMark({
  session,
  hand: { who, cell },
  pane,
  headHeight,
}: {
  session: GridSession;
  hand: Hand;
  pane: Pane;
  headHeight: number;
}): ReactNode {
  const index = session.tree.indexOf(cell.id);
  const placed = session.layout.columns.find(({ key }) => key === cell.key);
  if (index < 0 || placed?.pane !== pane) return null;
  const top = headHeight + session.topOf(index);
  const style = {
    ...boxOf(session, placed),
    top,
    height: session.height,
    '--wb-hand': colourOf(who.id),
  } as CSSProperties;
  const title = `${who.name}正在编辑${placed.column?.field.title ?? ''}，第 ${index + 1} 行`;
  return (
    <div className="wb-grid-hand" style={style}>
      <span className="wb-grid-hand-name" title={title}>
        <bdi aria-hidden>{who.name}</bdi>
        <span className="wb-grid-unseen">{title}</span>
      </span>
    </div>
  );
}

/** Below the rows: says what others have done to what was typed here, and lets the user choose. */
export function LiveConflicts({ session, mayAdd }: ConflictNoteProps): ReactNode {
  const { conflicts, comings } = session.live;
  const count = useGridState(session, () => (conflicts.isEmpty ? 0 : conflicts.list().length));
  const gone = useGridState(session, () => comings.list().length);
  const words = [
    ...(count > 0 ? [`${count} 处您和他人都改过，请选择保留哪个值`] : []),
    ...(gone > 0 ? [`${gone} 行已被他人删除，请选择保留或放弃`] : []),
  ];
  return (
    <>
      <span role="status" className="wb-grid-unseen">
        {words.length > 0 && `${words.join('；')}；在单元格上按 Alt+Enter 前往`}
      </span>
      {words.length > 0 && <ConflictNote session={session} mayAdd={mayAdd} />}
    </>
  );
}
