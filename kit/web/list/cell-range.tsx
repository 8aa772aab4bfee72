import { useEffect, useEffectEvent, useLayoutEffect, type ReactNode } from 'react';
import type { Row } from '#ui/cells/faces.ts';
import { grouped } from '#ui/cells/number-text.ts';
import { toast } from '#ui/feedback.tsx';
import { printClipboard } from '#ui/grid-data/clipboard.ts';
import type { ListColumn } from './list-column.ts';
import { rangeSums, rangeTable, type RangePart, type RangeSum } from './range-table.ts';
import './cell-range.css';

/** A cell by its row and the place of its column. */
export interface RangeCorner {
  id: string;
  column: number;
}

export interface CellRangeProps {
  table: HTMLElement;
  from: RangeCorner;
  to: RangeCorner;
  rows: readonly Row[];
  columns: readonly ListColumn[];
  onEnd: () => void;
}

/**
 * Cells that were dragged over: marked, added up at the left of the pager, and copied by Ctrl+C as they
 * are shown, until Esc, a click, or until a corner of them has left the list.
 */
export function CellRange(props: CellRangeProps): ReactNode {
  const { table, from, to, rows, columns, onEnd } = props;
  const [top, bottom] = ordered(indexOf(rows, from), indexOf(rows, to));
  const [left, right] = ordered(from.column, to.column);
  const chosen = top < 0 ? [] : rows.slice(top, bottom + 1);
  const inRange = columns.slice(left, right + 1);
  const isOver = chosen.length === 0 || inRange.length === 0;
  useEffect(() => {
    if (isOver) onEnd();
  }, [isOver, onEnd]);
  const cells = cellsOf(table, chosen, left, right);
  // Rows are drawn again without knowing of it.
  useLayoutEffect(() => {
    cells.forEach((line, y) =>
      line.forEach((cell, x) => {
        cell.dataset['range'] = [
          y === 0 && 't',
          y === cells.length - 1 && 'b',
          x === 0 && 'l',
          x === line.length - 1 && 'r',
        ]
          .filter(Boolean)
          .join(' ');
      }),
    );
    return () => {
      for (const cell of cells.flat()) delete cell.dataset['range'];
    };
  });
  const parts = inRange.flatMap((column, x) =>
    partsOf(
      column,
      chosen,
      cells.map((line) => line[x]),
    ),
  );
  const count = cells.flat().length;
  useKeys({ count, parts, rows: chosen.length, onEnd });
  return (
    <span className="wb-range-bar" role="status">
      <span>
        已选 <strong>{count}</strong> 格
      </span>
      <Sums sums={rangeSums(parts)} />
      <span className="wb-range-keys">
        <kbd>Ctrl</kbd> <kbd>C</kbd> 复制 <kbd>Esc</kbd> 取消
      </span>
    </span>
  );
}

function useKeys({
  count,
  parts,
  rows,
  onEnd,
}: {
  count: number;
  parts: readonly RangePart[];
  rows: number;
  onEnd: () => void;
}): void {
  const copy = useEffectEvent((event: ClipboardEvent) => {
    const { target, clipboardData } = event;
    const isTyping = target instanceof Element && target.closest('input, textarea') !== null;
    if (isTyping || !clipboardData || document.getSelection()?.isCollapsed === false) return;
    const { cells, isText } = rangeTable(parts, rows);
    const { text, html } = printClipboard(cells, isText);
    clipboardData.setData('text/plain', text);
    clipboardData.setData('text/html', html);
    event.preventDefault();
    toast.done(`已复制 ${count} 格`);
  });
  const end = useEffectEvent(({ key }: KeyboardEvent) => {
    if (key === 'Escape') onEnd();
  });
  useEffect(() => {
    const stop = new AbortController();
    document.addEventListener('copy', (event) => copy(event), stop);
    document.addEventListener('keydown', (event) => end(event), stop);
    return () => stop.abort();
  }, []);
}

/** More of them would push the pager; the others are read by pointing at them. */
const SHOWN = 2;

function Sums({ sums }: { sums: readonly RangeSum[] }): ReactNode {
  if (sums.length === 0) return null;
  const isOne = sums.length === 1;
  const textOf = ({ title, unit, sum, average }: RangeSum): string => {
    const before = `${isOne ? '' : `${title} `}${/^[A-Z]{3}$/.test(unit) ? `${unit} ` : ''}`;
    const after = /^[a-z]/.test(unit) ? ` ${unit}` : '';
    return `${before}求和 ${grouped(sum)}${after} · 平均 ${grouped(average)}${after}`;
  };
  return (
    <span className="wb-range-sums" title={sums.map(textOf).join('\n')}>
      {sums.slice(0, SHOWN).map((one) => (
        <span key={`${one.title} ${one.unit}`}>{textOf(one)}</span>
      ))}
      {sums.length > SHOWN && <span>…</span>}
    </span>
  );
}

const ordered = (one: number, other: number): [number, number] => (one < other ? [one, other] : [other, one]);

const indexOf = (rows: readonly Row[], { id }: RangeCorner): number => rows.findIndex((row) => row.id === id);

function cellsOf(table: HTMLElement, rows: readonly Row[], left: number, right: number): HTMLElement[][] {
  const requested = new Set(rows.map(({ id }) => id));
  return [...table.querySelectorAll<HTMLElement>('tr[data-row-key]')]
    .filter(({ dataset }) => requested.has(dataset['rowKey'] ?? ''))
    .map((row) => [...row.querySelectorAll<HTMLElement>('td.wb-cell')].slice(left, right + 1));
}

/** The lines of a column of cells, each with what the screen shows of it: never more than that. */
function partsOf(column: ListColumn, rows: readonly Row[], cells: readonly (HTMLElement | undefined)[]): RangePart[] {
  const { title, figure, lower = [] } = column;
  const upper = cells.map((cell) => shownIn(cell?.querySelector('.wb-stack-upper') ?? cell));
  const below = lower.map((one): RangePart => ({
    title: one.title || title,
    isFigure: one.figure !== undefined,
    texts: cells.map((cell, at) => {
      const row = rows[at] as Row;
      if (one.isBlank?.(row)) return '';
      const filled = lower.filter((other) => !other.isBlank?.(row));
      return shownIn(cell?.querySelectorAll('.wb-stack-part')[filled.indexOf(one)]);
    }),
  }));
  return [{ title, isFigure: figure !== undefined, texts: upper }, ...below];
}

const shownIn = (element: Element | undefined): string => {
  if (!(element instanceof HTMLElement) || element.querySelector('.wb-none')) return '';
  return element.innerText.replaceAll(/\s+/g, ' ').trim();
};
