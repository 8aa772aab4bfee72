import { toast } from '../feedback.tsx';
import { parseClipboard } from '../grid-data/clipboard.ts';
import { inUnit, readHeadings, unknownText } from '../grid-data/headings.ts';
import { tiled } from '../grid-data/tiled.ts';
import { writeTexts } from './cell-texts.ts';
import { exactFor, readExact, type CopiedCell } from './exact-cells.ts';
import type { GridColumn } from './grid-column.ts';
import type { CellRange } from './grid-cursor.ts';
import type { GridSession } from './grid-session.ts';

/** The clipboard: for everybody as text and HTML, and as a grid of this product has written it. */
interface Clipboard {
  text?: string;
  html?: string;
  exact?: string;
}

/** Cells of a clipboard and the columns they are for. */
interface Block {
  lines: readonly (readonly (CopiedCell | undefined)[])[];
  /** Column of each cell of a line. */
  columns: readonly (GridColumn | null)[];
  /** Cells of a line beyond the last column. */
  beyond: number;
  /** Headings that name no column in sight. */
  unknown: readonly string[];
}

/**
 * Writes the clipboard from the top left of the selection on, as one step of undo. A first line of
 * headings says which columns the others are for; without one they are counted over the columns in
 * sight. A selection that is a multiple of what was copied is filled with it. Lines beyond the last
 * row become new rows where rows may be added.
 */
export function paste(
  session: GridSession,
  data: Clipboard,
  addRows: ((values: readonly Record<string, unknown>[]) => unknown) | null,
): void {
  const { firstData } = session.layout;
  const range = session.cursor.range ?? { top: 0, bottom: 0, left: firstData, right: firstData };
  const block = blockOf(session, data, range);
  if (block.lines.length === 0) return;
  const { lines, columns } = block;
  let [outside, closed] = [0, 0];
  session.store.act(() => {
    const missing = range.top + lines.length - session.tree.rows.length;
    if (missing > 0 && addRows) addRows(Array.from({ length: missing }, () => ({})));
    else outside = Math.max(0, missing);
    const rows = session.tree.rows.slice(range.top, range.top + lines.length);
    const cells = rows.flatMap((row, line) =>
      columns.flatMap((column, place) => {
        const cell = lines[line]?.[place];
        if (!cell || !column) return [];
        if (session.canEdit(row, column)) return [{ row, column, text: cell.text, exact: exactFor(column, row, cell) }];
        closed += 1;
        return [];
      }),
    );
    writeTexts(session, cells);
  });
  toastRemainder(block, outside, closed);
}

function blockOf(session: GridSession, data: Clipboard, range: CellRange): Block {
  const shown = session.layout.columns.flatMap(({ column }) => (column ? [column] : []));
  const exact = readExact(data.exact);
  const texts = exact ? [] : parseClipboard(data);
  const headed = texts.length > 1 ? headedBlock(shown, texts) : null;
  if (headed) return headed;
  const from = range.left - session.layout.firstData;
  const lines = tiled(
    exact ?? texts.map((line) => line.map((text) => ({ text }))),
    range.bottom - range.top + 1,
    range.right - range.left + 1,
  );
  const width = lines[0]?.length ?? 0;
  const columns = shown.slice(Math.max(from, 0), from + width);
  return { lines, columns, beyond: width - columns.length, unknown: [] };
}

/** Lines below one of headings; null where the first line is none. */
function headedBlock(shown: readonly GridColumn[], [first = [], ...others]: readonly string[][]): Block | null {
  const headings = readHeadings(shown, first);
  if (!headings) return null;
  const { places, unknown } = headings;
  const last = others.findLastIndex((line) => line.some((text) => text.trim() !== ''));
  return {
    lines: others
      .slice(0, last + 1)
      .map((line) => line.map((text, at) => ({ text: inUnit(text, places[at]?.unit ?? null) }))),
    columns: places.map(({ column }) => column),
    beyond: 0,
    unknown,
  };
}

function toastRemainder({ beyond, unknown }: Block, outside: number, closed: number): void {
  const parts = [
    ...(outside > 0 ? [`${outside} 行超出表格`] : []),
    ...(beyond > 0 ? [`${beyond} 列超出表格`] : []),
    ...(closed > 0 ? [`${closed} 个单元格不可编辑`] : []),
    ...(unknown.length > 0 ? [unknownText(unknown)] : []),
  ];
  if (parts.length > 0) toast.warn(`部分内容未粘贴：${parts.join('，')}`);
}
