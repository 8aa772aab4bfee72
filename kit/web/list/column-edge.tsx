import type { PointerEvent, ReactNode } from 'react';
import { NARROWEST_COLUMN, WIDEST_COLUMN } from '#kit/model/list-view.ts';
import './column-edge.css';

/**
 * The right edge of a column's head: dragging it gives the column its width.
 * @param onWidth takes it in px
 */
export const ColumnEdge = ({ onWidth }: { onWidth: (width: number) => void }): ReactNode => (
  <span
    className="wb-column-edge"
    aria-hidden
    onPointerDown={(event) => dragEdge(event, onWidth)}
    onClick={(event) => event.stopPropagation()}
  />
);

/** A line follows the pointer; the table is drawn once it is let go, not with every pixel. */
function dragEdge(event: PointerEvent<HTMLElement>, onWidth: (width: number) => void): void {
  const edge = event.currentTarget;
  const head = edge.closest('th');
  if (event.button !== 0 || !head) return;
  event.preventDefault();
  edge.setPointerCapture(event.pointerId);
  const { left, top } = head.getBoundingClientRect();
  const line = document.createElement('div');
  line.className = 'wb-column-line';
  line.style.top = `${top}px`;
  document.body.append(line);
  const widthAt = (x: number): number => Math.round(Math.min(Math.max(x - left, NARROWEST_COLUMN), WIDEST_COLUMN));
  const start = event.clientX;
  const follow = ({ clientX }: { clientX: number }): void => {
    line.style.left = `${left + widthAt(clientX)}px`;
  };
  follow(event);
  const ending = new AbortController();
  const { signal } = ending;
  const end = (): void => {
    line.remove();
    ending.abort();
  };
  edge.addEventListener('pointermove', follow, { signal });
  edge.addEventListener('pointercancel', end, { signal });
  edge.addEventListener(
    'pointerup',
    ({ clientX }: globalThis.PointerEvent) => {
      end();
      if (clientX !== start) onWidth(widthAt(clientX));
    },
    { signal },
  );
}
