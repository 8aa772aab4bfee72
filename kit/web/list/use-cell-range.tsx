import { useState, type PointerEvent, type ReactNode } from 'react';
import type { Row } from '#ui/cells/faces.ts';
import { fetched } from '#ui/fetched.tsx';
import type { CellRangeProps, RangeCorner } from './cell-range.tsx';
import type { ListColumn } from './list-column.ts';

const CELL = 'td.wb-cell';
/** Where a drag means something else already. */
const NO_START = 'input, textarea, a, img';

const CellRange = fetched<CellRangeProps>(() => import('./cell-range.tsx').then((module) => module.CellRange));

interface Range {
  table: HTMLElement;
  from: RangeCorner;
  to: RangeCorner;
}

/**
 * A drag from one cell of a table into another chooses the cells between; within one cell it selects
 * text, as ever. What is chosen is drawn, added up and copied by {@link CellRange}.
 */
export function useCellRange<R extends Row>(
  rows: readonly R[],
  columns: readonly ListColumn<R>[],
): { onPointerDown: (event: PointerEvent<HTMLElement>) => void; bar: ReactNode } {
  const [range, setRange] = useState<Range | null>(null);
  return {
    onPointerDown({ target, currentTarget: table, button, pointerType }) {
      if (button !== 0 || pointerType !== 'mouse' || !(target instanceof Element)) return;
      if (range) setRange(null);
      const start = target.closest(CELL);
      const from = start && !target.closest(NO_START) ? cornerOf(start) : null;
      if (from) followDrag(table, from, (to) => setRange({ table, from, to }));
    },
    bar: range && (
      <CellRange {...range} rows={rows} columns={columns as readonly ListColumn[]} onEnd={() => setRange(null)} />
    ),
  };
}

function followDrag(table: HTMLElement, from: RangeCorner, tell: (to: RangeCorner) => void): void {
  const stop = new AbortController();
  const over = ({ target }: Event): void => {
    const cell = target instanceof Element ? target.closest(CELL) : null;
    const to = cell && cornerOf(cell);
    if (!to || (to.id === from.id && to.column === from.column && !table.dataset['ranging'])) return;
    // From here on nothing of the cells is selected as text.
    table.dataset['ranging'] = 'yes';
    document.getSelection()?.removeAllRanges();
    tell(to);
  };
  const end = (): void => {
    delete table.dataset['ranging'];
    stop.abort();
  };
  table.addEventListener('pointerover', over, stop);
  for (const name of ['pointerup', 'pointercancel'] as const) addEventListener(name, end, stop);
}

/** Which cell of the columns it is, whatever else stands in its row. */
function cornerOf(cell: Element): RangeCorner | null {
  const row = cell.closest('tr');
  const id = row?.dataset['rowKey'];
  return row && id !== undefined ? { id, column: [...row.querySelectorAll(CELL)].indexOf(cell) } : null;
}
