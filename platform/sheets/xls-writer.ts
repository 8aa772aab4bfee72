import {
  beginning,
  biff8Records,
  shortText,
  u16,
  u32,
  writeFormats,
  writeStringTable,
  XF_GENERAL,
  XF_HEADER,
  XF_TEXT,
} from './biff8.ts';
import type { Biff8Records } from './biff8.ts';
import { isNumberCell, storedText } from './cell-encoding.ts';
import { SheetError } from './sheet-error.ts';
import type { SheetCell, SheetColumn } from './xlsx-writer.ts';
import { defaultWidth, sheetNameText } from './xlsx-text.ts';

/** Above this an export is offered as .xlsx (the format itself ends at 65,536 rows). */
export const XLS_MAX_ROWS = 5_000;
const MAX_COLUMNS = 256;

export type XlsSheet = {
  sheetName: string;
  columns: readonly SheetColumn[];
  rows: readonly (readonly SheetCell[])[];
};

/**
 * A real .xls (BIFF8) of one sheet: bold header, frozen first row, text neutralised as in
 * `writeXlsx`. 5,000 rows × 20 columns take about a tenth of a second, so no thread is needed.
 * The records are written here because the general writer cuts text at 255 characters and needs
 * seconds for the same rows; the container around them is the library's.
 * Rejects with SheetError `too_many_rows` or `too_many_columns`.
 */
export const writeXls = (sheet: XlsSheet): Promise<Buffer> => writeXlsBook([sheet]);

/** As {@link writeXls}, of several sheets in their order; one that is called like an earlier one gets a number. */
export async function writeXlsBook(sheets: readonly XlsSheet[]): Promise<Buffer> {
  for (const { rows, columns } of sheets) {
    if (rows.length > XLS_MAX_ROWS) {
      throw new SheetError('too_many_rows', `超过 ${XLS_MAX_ROWS} 行，请导出为 .xlsx`);
    }
    if (columns.length > MAX_COLUMNS) {
      throw new SheetError('too_many_columns', `超过 ${MAX_COLUMNS} 列，请导出为 .xlsx`);
    }
  }
  const strings = stringTable();
  const bodies = sheets.map((sheet, at) => sheetRecords(sheet, strings, at === 0));
  // Loaded on first use: it is a megabyte of code that most processes never need.
  const { CFB } = await import('@e965/xlsx');
  const container = CFB.utils.cfb_new({ root: 'R' });
  CFB.utils.cfb_add(container, '/Workbook', workbookStream(distinctNames(sheets), strings, bodies));
  return CFB.write(container, { type: 'buffer' }) as Buffer;
}

type StringTable = { indexOf(text: string): number; all: string[]; references(): number };

function stringTable(): StringTable {
  const indexes = new Map<string, number>();
  const all: string[] = [];
  let references = 0;
  return {
    all,
    references: () => references,
    indexOf(text) {
      references += 1;
      let index = indexes.get(text);
      if (index === undefined) {
        index = all.push(text) - 1;
        indexes.set(text, index);
      }
      return index;
    },
  };
}

/** Names of sheets as the format takes them, each once in whichever letters. */
function distinctNames(sheets: readonly XlsSheet[]): string[] {
  const taken = new Set<string>();
  return sheets.map(({ sheetName }) => {
    let name = sheetNameText(sheetName);
    for (let n = 2; taken.has(name.toLowerCase()); n += 1) {
      const suffix = `(${n})`;
      name = sheetNameText(sheetName).slice(0, MAX_NAME - suffix.length) + suffix;
    }
    taken.add(name.toLowerCase());
    return name;
  });
}

const MAX_NAME = 31;

function workbookStream(names: readonly string[], strings: StringTable, sheets: readonly Buffer[]): Buffer {
  const globals = (offsetOf: (sheet: number) => number) => {
    const records = biff8Records();
    records.record(0x0809, beginning(0x0005));
    records.record(0x0042, u16(0x04b0));
    records.record(0x003d, u16(0x0168, 0x010e, 0x5c3a, 0x4c2c, 0x0038, 0, 0, 1, 600));
    records.record(0x0022, u16(0));
    writeFormats(records);
    names.forEach((name, at) => records.record(0x0085, Buffer.concat([u32(offsetOf(at)), u16(0), shortText(name)])));
    writeStringTable(records, strings.all, strings.references());
    records.record(0x000a, Buffer.alloc(0));
    return records.bytes();
  };
  const starts = [globals(() => 0).length];
  for (const sheet of sheets) starts.push((starts.at(-1) ?? 0) + sheet.length);
  return Buffer.concat([globals((at) => starts[at] ?? 0), ...sheets]);
}

function sheetRecords(sheet: XlsSheet, strings: StringTable, isShown: boolean): Buffer {
  const records = biff8Records();
  records.record(0x0809, beginning(0x0010));
  sheet.columns.forEach((column, index) => {
    const width = Math.min(Math.round((column.width ?? defaultWidth(column.title)) * 256), 0xffff);
    const format = column.numeric ? XF_GENERAL : XF_TEXT;
    records.record(0x007d, u16(index, index, width, format, 0, 0));
  });
  records.record(0x0200, Buffer.concat([u32(0, sheet.rows.length + 1), u16(0, sheet.columns.length, 0)]));
  sheet.columns.forEach((column, index) => {
    writeText(records, 0, index, XF_HEADER, strings.indexOf(storedText(column.title)));
  });
  sheet.rows.forEach((row, rowIndex) => writeRow(records, sheet, row, rowIndex + 1, strings));
  // Selected is the first sheet alone: of several, what is typed would go into all of them.
  const frozenView = isShown ? 0x07be : 0x01be;
  records.record(0x023e, Buffer.concat([u16(frozenView, 0, 0), u32(0x40), u16(0, 0), u32(0)]));
  records.record(0x0041, u16(0, 1, 1, 0, 2));
  records.record(0x000a, Buffer.alloc(0));
  return records.bytes();
}

function writeRow(
  records: Biff8Records,
  sheet: XlsSheet,
  row: readonly SheetCell[],
  rowIndex: number,
  strings: StringTable,
): void {
  for (let index = 0; index < sheet.columns.length; index += 1) {
    const value = row[index];
    if (value === null || value === undefined || value === '') continue;
    if (isNumberCell(value, sheet.columns[index]?.numeric === true)) {
      const body = Buffer.allocUnsafe(14);
      u16(rowIndex, index, XF_GENERAL).copy(body);
      body.writeDoubleLE(Number(value), 6);
      records.record(0x0203, body);
    } else {
      writeText(records, rowIndex, index, XF_TEXT, strings.indexOf(storedText(String(value))));
    }
  }
}

function writeText(records: Biff8Records, row: number, column: number, format: number, stringIndex: number): void {
  const body = Buffer.allocUnsafe(10);
  u16(row, column, format).copy(body);
  body.writeUInt32LE(stringIndex, 6);
  records.record(0x00fd, body);
}
