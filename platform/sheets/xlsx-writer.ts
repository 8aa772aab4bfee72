import { isNumberCell, storedText } from './cell-encoding.ts';
import { SheetError } from './sheet-error.ts';
import { xlsxFixedParts } from './xlsx-fixed-parts.ts';
import { columnName, defaultWidth, sheetNameText, textElement } from './xlsx-text.ts';
import { openZipStream } from './zip-stream.ts';
import type { ZipPart } from './zip-stream.ts';

export type SheetColumn = {
  title: string;
  /** In characters of the standard digit width; default fits the title. */
  width?: number;
  /** Decimal strings of this column become number cells with their digits untouched. */
  numeric?: boolean;
};

export type SheetCell = string | number | null;

export type XlsxSheet = {
  sheetName: string;
  columns: readonly SheetColumn[];
  rows: AsyncIterable<readonly SheetCell[]> | Iterable<readonly SheetCell[]>;
};

export type XlsxResult = {
  rows: number;
  /** Cells cut to 32,767 characters, the most a cell can hold. */
  truncatedCells: number;
};

const MAX_ROWS = 1_048_576;
/**
 * Writes one sheet as .xlsx while the rows arrive: bold header, frozen first row, text cells as
 * inline strings, `number` as number cells. Text that a spreadsheet would run as a formula is
 * neutralised. Memory does not grow with the number of rows; the reader of `out` sets the pace.
 * `out` is ended. Rejects with what `rows` or `out` threw; `out` is then left unfinished and
 * should be destroyed by its owner.
 */
export async function writeXlsx(out: NodeJS.WritableStream, sheet: XlsxSheet): Promise<XlsxResult> {
  const zip = openZipStream(out);
  // [Content_Types].xml comes first: programs that tell a file by its head look for it there.
  for (const [name, text] of xlsxFixedParts(sheetNameText(sheet.sheetName))) {
    await zip.addPart(name, text);
  }
  const part = zip.openPart('xl/worksheets/sheet1.xml');
  const result = await writeRows(part, sheet);
  await part.close();
  await zip.finish();
  await new Promise<void>((resolve, reject) => {
    out.once('error', reject);
    out.once('finish', resolve);
    out.end();
  });
  return result;
}

async function writeRows(part: ZipPart, sheet: XlsxSheet): Promise<XlsxResult> {
  const names = sheet.columns.map((_, index) => columnName(index));
  const numeric = sheet.columns.map((column) => column.numeric === true);
  const result: XlsxResult = { rows: 0, truncatedCells: 0 };
  await part.write(sheetOpening(sheet.columns, names));
  for await (const row of sheet.rows) {
    result.rows += 1;
    const rowNumber = result.rows + 1;
    if (rowNumber > MAX_ROWS) throw new SheetError('too_many_rows', '超过 1048575 行，请缩小导出范围');
    let xml = `<row r="${rowNumber}">`;
    for (let index = 0; index < names.length; index += 1) {
      const value = row[index];
      if (value === null || value === undefined || value === '') continue;
      const reference = `${names[index]}${rowNumber}`;
      if (isNumberCell(value, numeric[index] === true)) {
        xml += `<c r="${reference}"><v>${value}</v></c>`;
        continue;
      }
      const text = storedText(String(value));
      if (text.length < String(value).length) result.truncatedCells += 1;
      xml += `<c r="${reference}" s="2" t="inlineStr"><is>${textElement(text)}</is></c>`;
    }
    const full = part.write(`${xml}</row>`);
    if (full) await full;
  }
  await part.write('</sheetData></worksheet>');
  return result;
}

function sheetOpening(columns: readonly SheetColumn[], names: readonly string[]): string {
  const cols = columns.map((column, index) => {
    const width = column.width ?? defaultWidth(column.title);
    // The text format on the whole column keeps leading zeros of codes that the user types later.
    const style = column.numeric ? '' : ' style="2"';
    return `<col min="${index + 1}" max="${index + 1}" width="${width}" customWidth="1"${style}/>`;
  });
  const cells = columns.map(
    (column, index) =>
      `<c r="${names[index]}1" s="1" t="inlineStr"><is>${textElement(storedText(column.title))}</is></c>`,
  );
  return (
    '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n' +
    '<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main">' +
    '<sheetViews><sheetView tabSelected="1" workbookViewId="0">' +
    '<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/>' +
    '</sheetView></sheetViews><sheetFormatPr defaultRowHeight="15"/>' +
    (cols.length > 0 ? `<cols>${cols.join('')}</cols>` : '') +
    `<sheetData><row r="1">${cells.join('')}</row>`
  );
}
