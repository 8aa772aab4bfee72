import { useRef, type CSSProperties, type MouseEvent, type ReactNode, type RefObject } from 'react';
import { STATISTICS_ROW_HEIGHT } from '#kit/model/limits.ts';
import { LEAST_DRAWN, type Pane, type PlacedColumn } from './grid-layout.ts';
import { STATISTIC_TITLES } from './grid-statistics.ts';
import { followMouse } from './grid-pointer.ts';
import type { GridSession } from './grid-session.ts';
import { isRequired, type Statistic } from './grid-column.ts';
import { useGridState } from './use-grid-state.ts';

export const HEAD_HEIGHT = 40;
const PANES: readonly Pane[] = ['left', 'center', 'right'];

const placeOf = ({ left, width }: PlacedColumn): CSSProperties =>
  ({ '--wb-x': `${left}px`, '--wb-w': `${width}px` }) as CSSProperties;

/** A line around the rows, in the same three panes as they. */
function Line({
  session,
  className,
  style,
  rowIndex,
  cell,
}: {
  session: GridSession;
  className: string;
  style?: CSSProperties;
  rowIndex: number;
  cell: (column: PlacedColumn) => ReactNode;
}): ReactNode {
  const { panes, widths } = session.layout;
  return (
    <div role="row" aria-rowindex={rowIndex} className={className} style={style}>
      {PANES.map(
        (pane) =>
          (pane === 'center' || widths[pane] > 0) && (
            <div key={pane} className={`wb-grid-pane wb-grid-${pane}`} style={{ width: widths[pane] }}>
              {panes[pane].map(cell)}
            </div>
          ),
      )}
    </div>
  );
}

export interface GridHeadProps {
  session: GridSession;
  /** Undefined where one row at most is chosen. */
  onChooseAll: ((ids: readonly string[]) => void) | undefined;
  /** A column is put beside another of its pane. */
  onMove: (key: string, beside: string, side: 'before' | 'behind') => void;
  onWidth: (key: string, width: number | null) => void;
}

/**
 * Titles: a click sorts, dragging moves the column; the right edge of each draws its width, a double
 * click gives it back. For the keyboard the menu of a cell sorts and 列设置 moves.
 */
export function GridHead({ session, onChooseAll, onMove, onWidth }: GridHeadProps): ReactNode {
  const isMoved = useRef(false);
  const sort = useGridState(session, () => session.view.sort);
  return (
    <Line
      session={session}
      className="wb-grid-head"
      rowIndex={1}
      cell={(column) => (
        <div
          key={column.key}
          role="columnheader"
          aria-colindex={column.index + 1}
          className="wb-cell"
          data-align={column.align}
          data-part={column.part ?? undefined}
          style={placeOf(column)}
          title={column.part ? undefined : column.title}
          aria-sort={sort?.key === column.key ? sort.direction : undefined}
          data-key={column.key}
          onMouseDown={(event) => dragColumn(session, column, event, isMoved, onMove)}
          onClick={() => {
            // Let go over itself, it was dragged all the same.
            if (!isMoved.current) sortOn(session, column);
          }}
        >
          {column.part === 'choice' && onChooseAll ? (
            <ChooseAll session={session} onChoose={onChooseAll} />
          ) : (
            <span className={column.column && isRequired(column.column) ? 'wb-required' : undefined}>
              {column.title}
            </span>
          )}
          {column.column && <WidthHandle column={column} onWidth={onWidth} />}
        </div>
      )}
    />
  );
}

/** px a title is drawn before it counts as dragged. */
const SLIP = 6;

/** Drags a column by its title among those of its pane: a line shows where it would come to stand. */
function dragColumn(
  { viewport }: GridSession,
  { key, column, pane }: PlacedColumn,
  { button, clientX: start, currentTarget }: MouseEvent<HTMLElement>,
  isMoved: RefObject<boolean>,
  onMove: GridHeadProps['onMove'],
): void {
  isMoved.current = false;
  if (!column || button !== 0) return;
  const titles = currentTarget.parentElement?.querySelectorAll<HTMLElement>(`[data-key]`) ?? [];
  let to: { title: HTMLElement; side: 'before' | 'behind' } | null = null;
  const unmark = (): void => to?.title.removeAttribute('data-drop');
  followMouse(
    (event) => {
      if (!isMoved.current && Math.abs(event.clientX - start) < SLIP) return;
      isMoved.current = true;
      event.preventDefault();
      if (pane === 'center') viewport.scrollAtEdge(event.clientX, null);
      unmark();
      to = boundaryAt([...titles], event.clientX);
      to?.title.setAttribute('data-drop', to.side);
    },
    () => {
      unmark();
      const beside = to?.title.dataset['key'];
      if (isMoved.current && to && beside !== undefined) onMove(key, beside, to.side);
    },
  );
}

/** The edge between two titles that is nearest to a point. */
function boundaryAt(
  titles: readonly HTMLElement[],
  x: number,
): { title: HTMLElement; side: 'before' | 'behind' } | null {
  const data = titles.filter(({ dataset }) => !dataset['part']);
  const next = data.find((title) => {
    const { left, width } = title.getBoundingClientRect();
    return x < left + width / 2;
  });
  const last = data.at(-1);
  if (next) return { title: next, side: 'before' };
  return last ? { title: last, side: 'behind' } : null;
}

/** A click on a title: ascending, descending, as it is stored. A tree keeps its order. */
function sortOn({ tree, view }: GridSession, { key, column }: PlacedColumn): void {
  if (!column || tree.settings) return;
  const known = view.sort?.key === key ? view.sort.direction : null;
  if (known === 'descending') return view.sortBy(null);
  view.sortBy({ key, direction: known === 'ascending' ? 'descending' : 'ascending' });
}

function WidthHandle({
  column,
  onWidth,
}: {
  column: PlacedColumn;
  onWidth: (key: string, width: number | null) => void;
}): ReactNode {
  return (
    <span
      className="wb-grid-width"
      aria-hidden
      onClick={(event) => event.stopPropagation()}
      onDoubleClick={() => onWidth(column.key, null)}
      onMouseDown={(event) => {
        event.preventDefault();
        event.stopPropagation();
        const start = event.clientX;
        const sign = column.pane === 'right' ? -1 : 1;
        followMouse(({ clientX }) =>
          onWidth(column.key, Math.max(LEAST_DRAWN, column.width + sign * (clientX - start))),
        );
      }}
    />
  );
}

function ChooseAll({
  session,
  onChoose,
}: {
  session: GridSession;
  onChoose: (ids: readonly string[]) => void;
}): ReactNode {
  const { store, tree } = session;
  const chosen = useGridState(session, () => store.selected.size);
  // Nobody chooses what is filtered out and not seen.
  const rows = useGridState(session, () => (tree.settings ? store.rows : tree.rows));
  const count = rows.length;
  return (
    <input
      type="checkbox"
      aria-label="全选"
      checked={count > 0 && chosen === count}
      ref={(box) => {
        if (box) box.indeterminate = chosen > 0 && chosen < count;
      }}
      onChange={(event) => onChoose(event.target.checked ? rows.map(({ id }) => id) : [])}
    />
  );
}

/** 合计 and 平均 below the rows. */
export function GridFoot({ session }: { session: GridSession }): ReactNode {
  const { statistics, layout } = session;
  useGridState(session, () => session.store.rows);
  const rowCount = useGridState(session, () => session.tree.rows.length);
  const label = layout.columns.find(({ column }) => !column?.statistics?.length)?.key;
  const textOf = ({ key, column }: PlacedColumn, statistic: Statistic): string => {
    if (key === label) return STATISTIC_TITLES[statistic];
    return column ? statistics.textOf(column, statistic, session.units) : '';
  };
  return statistics.asked.map((statistic, index, { length }) => (
    <Line
      key={statistic}
      session={session}
      className="wb-grid-foot"
      rowIndex={rowCount + 2 + index}
      style={{ bottom: (length - 1 - index) * STATISTICS_ROW_HEIGHT }}
      cell={(column) => (
        <div
          key={column.key}
          role="gridcell"
          aria-colindex={column.index + 1}
          className="wb-cell"
          data-align={column.align}
          style={placeOf(column)}
        >
          {textOf(column, statistic)}
        </div>
      )}
    />
  ));
}
