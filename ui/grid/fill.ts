import type { Kind } from '#kit/model/field.ts';
import { isBlank } from '../cells/faces.ts';
import { toast } from '../feedback.tsx';
import { seriesOf, type Series, type SeriesKind } from '../grid-data/series.ts';
import { writeTexts } from './cell-texts.ts';
import { typeOf } from './cell-types.ts';
import { isKindName } from './contract-types.ts';
import { copiedCell, exactFor, type CopiedCell } from './exact-cells.ts';
import type { GridColumn, GridRow } from './grid-column.ts';
import type { CellRange } from './grid-cursor.ts';
import type { GridSession } from './grid-session.ts';

/** `goOn`: series where there are any; `turn`: the other way round (Ctrl); `copy`: never. */
export type FillMode = 'goOn' | 'turn' | 'copy';

interface Place {
  row: GridRow;
  column: GridColumn;
}

const SERIES: Partial<Record<Kind, SeriesKind>> = {
  text: 'text',
  integer: 'number',
  quantity: 'number',
  money: 'number',
  price: 'number',
  rate: 'number',
  length: 'measure',
  weight: 'measure',
  date: 'day',
  datetime: 'moment',
};

/**
 * Fills what `to` has beyond `from`, in one direction, with what stands in `from` or goes on from
 * there: each cell as if it was typed, all as one step of undo. Cells that may not be edited stay.
 */
export function fill(session: GridSession, from: CellRange, to: CellRange, mode: FillMode): void {
  session.stopEdit();
  const isUpright = from.left === to.left && from.right === to.right;
  const rows = session.tree.rows.slice(to.top, to.bottom + 1);
  const columns = session.layout.columns.slice(to.left, to.right + 1);
  const lines = isUpright
    ? columns.map(({ column }) => rows.map((row) => ({ row, column })))
    : rows.map((row) => columns.map(({ column }) => ({ row, column })));
  const first = isUpright ? from.top - to.top : from.left - to.left;
  const length = isUpright ? from.bottom - from.top + 1 : from.right - from.left + 1;
  let closed = 0;
  const cells = lines.flatMap((line) => {
    const places = line.filter((one): one is Place => one.column !== null);
    const next = going(session, places.slice(first, first + length), mode);
    return places.flatMap((place, index) => {
      const isSource = index >= first && index < first + length;
      if (isSource) return [];
      if (session.canEdit(place.row, place.column)) return [{ ...place, ...next(index - first, place) }];
      closed += 1;
      return [];
    });
  });
  if (cells.length > 0) session.store.act(() => writeTexts(session, cells));
  if (closed > 0) toast.warn(`部分内容未填充：${closed} 个单元格不可编辑`);
}

type Next = (place: number, target: Place) => { text: string; exact: ReturnType<typeof exactFor> };

/** What comes to stand at a place, counted from the first of the sources. */
function going(session: GridSession, sources: readonly Place[], mode: FillMode): Next {
  const copies = sources.map(({ row, column }) => copiedCell(column, row, session.textOf(column.key, row)));
  const series = mode === 'copy' ? null : seriesIn(session, sources, copies, mode === 'turn');
  const [source] = sources;
  if (series && source)
    return (place, { row, column }) => {
      const { key } = source.column;
      const shown = { ...source.row, [key]: series(place) };
      const exact = exactFor(column, row, copiedCell(source.column, shown, ''));
      return { text: exact ? '' : session.textOf(key, shown), exact };
    };
  const { length } = copies;
  return (place, { row, column }) => {
    const copy = copies[((place % length) + length) % length] as CopiedCell;
    return { text: copy.text, exact: exactFor(column, row, copy) };
  };
}

function seriesIn(
  session: GridSession,
  sources: readonly Place[],
  copies: readonly CopiedCell[],
  isTurned: boolean,
): Series | null {
  const [kind, ...others] = sources.map(({ column }) => seriesKind(session, column));
  if (!kind || others.some((other) => other !== kind)) return null;
  // Dollars do not go on as euros.
  if (copies.some(({ exact }) => exact?.nature !== copies[0]?.exact?.nature)) return null;
  return seriesOf(
    kind,
    sources.map(({ row, column }) => row[column.key]),
    isTurned,
  );
}

function seriesKind({ linkage }: GridSession, column: GridColumn): SeriesKind | undefined {
  const { key, type, field } = column;
  const isOwn = type !== undefined && !isKindName(type);
  if (isOwn || field.to || linkage.isLinked(key) || typeOf(column).isNamed) return undefined;
  return SERIES[field.kind];
}

/** Ctrl+D: the top line of the block into the lines below; a single line takes the one above. */
export function fillDown(session: GridSession): void {
  const { range } = session.cursor;
  if (!range) return;
  const top = range.top === range.bottom ? range.top - 1 : range.top;
  if (top >= 0) fill(session, { ...range, top, bottom: top }, { ...range, top }, 'copy');
}

/** Ctrl+R: the left column of the block into those at its right; a single one takes that at its left. */
export function fillRight(session: GridSession): void {
  const { range } = session.cursor;
  if (!range) return;
  const left = range.left === range.right ? range.left - 1 : range.left;
  if (left >= session.layout.firstData) fill(session, { ...range, left, right: left }, { ...range, left }, 'copy');
}

/** A double click on the handle: down as far as the column beside the block is filled in. */
export function fillToEnd(session: GridSession): void {
  session.stopEdit();
  const { range } = session.cursor;
  if (!range) return;
  const bottom = endBeside(session, range);
  if (bottom === null) return toast.warn('相邻列下方没有内容，请拖动填充');
  const to = { ...range, bottom };
  fill(session, range, to, 'goOn');
  session.selectRange(to);
}

/** The last row down to which a column beside the block has no gap; null: it ends with the block. */
function endBeside({ layout, tree }: GridSession, range: CellRange): number | null {
  for (const beside of [range.left - 1, range.right + 1]) {
    const key = layout.columns[beside]?.column?.key;
    if (key === undefined) continue;
    let end = range.bottom;
    while (end + 1 < tree.rows.length && !isBlank(tree.rows[end + 1]?.[key])) end += 1;
    if (end > range.bottom) return end;
  }
  return null;
}

/** As far as a block may be drawn out to a cell: down, up, right or left, whichever is further. */
export function drawnOut(from: CellRange, to: { row: number; column: number }): CellRange {
  const down = Math.max(to.row - from.bottom, 0) + Math.min(to.row - from.top, 0);
  const right = Math.max(to.column - from.right, 0) + Math.min(to.column - from.left, 0);
  if (Math.abs(down) >= Math.abs(right))
    return { ...from, top: Math.min(from.top, to.row), bottom: Math.max(from.bottom, to.row) };
  return { ...from, left: Math.min(from.left, to.column), right: Math.max(from.right, to.column) };
}
