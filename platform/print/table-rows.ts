import { setImmediate } from 'node:timers/promises';
import { drawCode128 } from './barcode.ts';
import type { Pdf, TextStyle } from './pdf-document.ts';
import { PrintError } from './print-error.ts';

export type TableColumn = {
  title: string;
  /** Share of the width, in any unit. */
  width: number;
  align?: 'left' | 'center' | 'right';
  /** Code 128 above the text of its rows, where the text is one that has bars and there is room. */
  isBarcode?: boolean;
};

type TableArea = {
  left: number;
  top: number;
  width: number;
  /** The lowest point a row may reach on any page. */
  bottom: number;
  /** Begins a page and answers where its table part begins. */
  newPage(): number;
};

type Table = {
  columns: readonly TableColumn[];
  rows: readonly (readonly string[])[];
  totalRow?: readonly string[];
};

const BODY: TextStyle = { size: 9.5 };
const BOLD: TextStyle = { size: 9.5, bold: true };
const LINE_HEIGHT = 13;
const PADDING_X = 4;
const PADDING_Y = 3;
const EMPTY = '（无明细）';
/** So many rows are drawn before others have their turn: a long paper holds nobody up. */
const ROWS_AT_ONCE = 25;

/** Draws the rows with a grid; a row that does not fit moves to the next page, a row longer than a
 * page runs over. Answers where it ended on the last page. */
export async function drawTable(pdf: Pdf, table: Table, area: TableArea): Promise<number> {
  const units = table.columns.reduce((sum, column) => sum + column.width, 0);
  const widths = table.columns.map((column) => (column.width / units) * area.width);
  let y = drawHeader(pdf, table, widths, area, area.top);

  function turnPage(): void {
    y = drawHeader(pdf, table, widths, area, area.newPage());
  }

  function drawRow(row: readonly string[], style: TextStyle): void {
    const cells = widths.map((width, index) => [
      ...(hasBars(table, row, index, style) ? BARS : []),
      ...pdf.wrap(row[index] ?? '', width - 2 * PADDING_X, style),
    ]);
    const needed = heightOf(cells);
    const pageHeight = area.bottom - area.top;
    if (y + needed > area.bottom && needed <= pageHeight) turnPage();
    let rest = cells;
    while (y + heightOf(rest) > area.bottom) {
      const fitting = Math.floor((area.bottom - y - 2 * PADDING_Y) / LINE_HEIGHT);
      if (fitting >= 1) {
        drawCells(
          pdf,
          table,
          rest.map((lines) => lines.slice(0, fitting)),
          widths,
          area.left,
          y,
          style,
        );
        rest = rest.map((lines) => lines.slice(fitting));
      }
      turnPage();
    }
    const top = y;
    y = drawCells(pdf, table, rest, widths, area.left, y, style);
    if (rest === cells) drawBars(pdf, table, row, widths, { x: area.left, y: top }, style);
  }

  for (const [at, row] of table.rows.entries()) {
    if (at % ROWS_AT_ONCE === ROWS_AT_ONCE - 1) await setImmediate();
    drawRow(row, BODY);
  }
  if (table.rows.length === 0) drawRow([EMPTY], BODY);
  if (table.totalRow) drawRow(table.totalRow, BOLD);
  return y;
}

/** Lines of a cell that its bars take. */
const BARS = ['', ''] as const;

const hasBars = (table: Table, row: readonly string[], index: number, style: TextStyle): boolean =>
  table.columns[index]?.isBarcode === true && style === BODY && Boolean(row[index]);

/** A text without bars, or too long for them, stands there alone. */
function drawBars(
  pdf: Pdf,
  table: Table,
  row: readonly string[],
  widths: readonly number[],
  at: { x: number; y: number },
  style: TextStyle,
): void {
  let { x } = at;
  widths.forEach((width, index) => {
    if (hasBars(table, row, index, style))
      try {
        const height = LINE_HEIGHT * BARS.length - PADDING_Y;
        drawCode128(pdf, row[index] ?? '', { x, y: at.y + PADDING_Y, width, height });
      } catch (error) {
        if (!(error instanceof PrintError)) throw error;
      }
    x += width;
  });
}

function heightOf(cells: readonly (readonly string[])[]): number {
  return Math.max(1, ...cells.map((lines) => lines.length)) * LINE_HEIGHT + 2 * PADDING_Y;
}

function drawHeader(pdf: Pdf, table: Table, widths: readonly number[], area: TableArea, y: number): number {
  const cells = widths.map((width, index) => pdf.wrap(table.columns[index]?.title ?? '', width - 2 * PADDING_X, BOLD));
  pdf.doc.rect(area.left, y, area.width, heightOf(cells)).fill('#eceff3');
  return drawCells(pdf, table, cells, widths, area.left, y, BOLD);
}

/** Answers the lower edge. */
function drawCells(
  pdf: Pdf,
  table: Table,
  cells: readonly (readonly string[])[],
  widths: readonly number[],
  left: number,
  top: number,
  style: TextStyle,
): number {
  const height = heightOf(cells);
  let x = left;
  widths.forEach((width, index) => {
    pdf.doc.rect(x, top, width, height).lineWidth(0.4).strokeColor('#8c95a1').stroke();
    const align = table.columns[index]?.align ?? 'left';
    cells[index]?.forEach((line, lineIndex) => {
      const free = width - 2 * PADDING_X - pdf.widthOf(line, style);
      const indent = align === 'right' ? free : align === 'center' ? free / 2 : 0;
      const baseline = top + PADDING_Y + LINE_HEIGHT * lineIndex + LINE_HEIGHT * 0.76;
      pdf.drawLine(line, x + PADDING_X + Math.max(indent, 0), baseline, style);
    });
    x += width;
  });
  return top + height;
}
