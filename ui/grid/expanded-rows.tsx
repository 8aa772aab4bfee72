import { memo, useLayoutEffect, useRef, type KeyboardEvent, type ReactNode } from 'react';
import type { GridRow } from './grid-column.ts';
import type { ExpandSettings } from './grid-expansion.ts';
import type { GridSession } from './grid-session.ts';
import { useGridState } from './use-grid-state.ts';

/** What is opened below rows, in the room that the painted rows leave there. */
export function ExpandedRows({
  session,
  settings,
  headHeight,
}: {
  session: GridSession;
  settings: ExpandSettings;
  headHeight: number;
}): ReactNode {
  const { expansion } = session;
  const stored = useGridState(session, () => expansion.kept);
  useGridState(session, () => (stored.length === 0 ? 0 : session.store.version));
  return stored.map((id) => {
    const row = expansion.rowOf(id);
    const index = session.tree.indexOf(id);
    return (
      row && (
        <ExpandedRow
          key={id}
          session={session}
          settings={settings}
          row={row}
          name={`第 ${index + 1} 行${settings.title ?? '明细'}`}
          top={headHeight + session.topOf(index) + session.height}
          isShown={index >= 0 && expansion.isOpen(id)}
        />
      )
    );
  });
}

function ExpandedRow({
  session,
  settings,
  row,
  name,
  top,
  isShown,
}: {
  session: GridSession;
  settings: ExpandSettings;
  row: GridRow;
  name: string;
  top: number;
  isShown: boolean;
}): ReactNode {
  const box = useRef<HTMLDivElement>(null);
  const { id } = row;
  useLayoutEffect(() => {
    const element = box.current;
    if (!element) return;
    if (!isShown) {
      if (element.contains(document.activeElement)) session.viewport.focusCell();
      return;
    }
    const measure = (): void => {
      // A page behind others has no height; it keeps the one it had.
      if (element.offsetHeight > 0) session.expansion.measure(id, element.offsetHeight);
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [session, id, isShown]);
  const leave = (event: KeyboardEvent): void => {
    const { activeElement } = document;
    const isOwn = event.key === 'Escape' && box.current?.contains(activeElement);
    // An open list takes the key itself.
    if (!isOwn || event.defaultPrevented || activeElement?.ariaExpanded === 'true') return;
    event.stopPropagation();
    const { cursor } = session;
    if (cursor.active) session.activate({ id, key: cursor.active.key });
    session.viewport.focusCell();
  };
  return (
    <div
      ref={box}
      role="region"
      aria-label={name}
      className="wb-grid-details"
      data-row={id}
      style={{ top }}
      hidden={!isShown}
      tabIndex={-1}
      onKeyDown={leave}
    >
      <div className="wb-grid-details-body">
        <Content render={settings.render} row={row} />
      </div>
    </div>
  );
}

const Content = memo(function Content({ render, row }: { render: ExpandSettings['render']; row: GridRow }): ReactNode {
  return render(row);
});
