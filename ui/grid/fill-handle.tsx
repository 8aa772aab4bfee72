import type { PointerEvent, ReactNode } from 'react';
import { drawnOut, fill, fillToEnd } from './fill.ts';
import type { GridSession } from './grid-session.ts';
import { boxOf } from './live-editor.tsx';
import { useGridState } from './use-grid-state.ts';

/** px of the square, and how far it stands out of its block. */
const SIZE = 9;
const OUT = 4;
const HINT = '拖动填充，按住 Ctrl 切换复制与递增；双击填充到相邻列末行';

/**
 * The square at the lower right of what is selected. The keyboard has Ctrl+D, Ctrl+R and the menu of
 * the grid instead.
 */
export function FillHandle({ session, headHeight }: { session: GridSession; headHeight: number }): ReactNode {
  useGridState(session, () => session.store.version);
  const { layout, tree, cursor, height } = session;
  const { range } = cursor;
  const placed = range && layout.columns[range.right];
  if (!range || !placed || !session.canEditIn(range)) return null;
  const isLastRow = range.bottom === tree.rows.length - 1;
  const isLastColumn = range.right === layout.columns.length - 1;
  const { left = 0, width = 0 } = boxOf(session, placed);
  return (
    <div className={`wb-grid-layer wb-grid-layer-${placed.pane}`}>
      <span
        className="wb-grid-fill"
        aria-hidden
        title={HINT}
        style={{
          top: headHeight + session.topOf(range.bottom) + height - SIZE + (isLastRow ? -1 : OUT),
          left: Number(left) + Number(width) - SIZE + (isLastColumn ? -1 : OUT),
        }}
        // The input that is open keeps the keyboard until something is drawn.
        onMouseDown={(event) => event.preventDefault()}
        onPointerDown={(event) => drag(session, event)}
        onDoubleClick={() => {
          fillToEnd(session);
          session.viewport.focusCell();
        }}
      />
    </div>
  );
}

/** Draws the block out until the pointer is let go; Escape gives up. */
function drag(session: GridSession, { nativeEvent: start, currentTarget }: PointerEvent): void {
  const from = session.cursor.range;
  if (!from || start.button !== 0) return;
  const end = new AbortController();
  const { viewport, cursor, store } = session;
  let [x, y] = [start.clientX, start.clientY];
  let isDrawn = false;
  const follow = (): void => {
    if (end.signal.aborted) return;
    viewport.scrollAtEdge(x, y);
    const at = viewport.placeAt(x, y);
    const to = at && drawnOut(from, at);
    const isSame = JSON.stringify(to) === JSON.stringify(cursor.filling);
    cursor.filling = to;
    if (!isSame) viewport.paintSoon();
    requestAnimationFrame(follow);
  };
  const stop = (): void => {
    end.abort();
    cursor.filling = null;
    store.emit();
  };
  const on = <K extends keyof DocumentEventMap>(name: K, hears: (event: DocumentEventMap[K]) => void): void =>
    document.addEventListener(name, hears, { capture: true, signal: end.signal });
  currentTarget.setPointerCapture(start.pointerId);
  on('pointermove', (event) => {
    [x, y] = [event.clientX, event.clientY];
    if (isDrawn) return;
    isDrawn = true;
    session.stopEdit();
    viewport.focusCell();
    follow();
  });
  on('pointerup', ({ ctrlKey, metaKey, clientX, clientY }) => {
    const at = isDrawn ? viewport.placeAt(clientX, clientY) : null;
    const to = at && drawnOut(from, at);
    stop();
    if (!to) return;
    fill(session, from, to, ctrlKey || metaKey ? 'turn' : 'goOn');
    session.selectRange(to);
    viewport.focusCell();
  });
  on('pointercancel', stop);
  on('keydown', (event) => {
    if (event.key !== 'Escape') return;
    event.preventDefault();
    event.stopPropagation();
    stop();
    viewport.focusCell();
  });
}
