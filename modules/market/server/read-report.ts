import type { DateOrder } from '#kit/model/date-text.ts';
import type { Field, Kind } from '#kit/model/field.ts';
import { Refusal } from '#kit/model/refusal.ts';
import { openImport, type ImportTable } from '#kit/server/import-export/read-import.ts';
import { headerOf, type SheetField } from '#kit/server/import-export/sheet-columns.ts';
import { titleKey } from '#platform/sheets/column-titles.ts';
import { SheetError } from '#platform/sheets/sheet-error.ts';
import { readTable } from '#platform/sheets/sheet-table.ts';
import { MOST_REPORT_ROWS, reportType, type ReportType } from '../model/report.ts';
import {
  fractionOf,
  readReportCell,
  scaleOf,
  textOfUnits,
  unitsOf,
  type CellAnswer,
  type CellValue,
} from '../model/report-cells.ts';
import { REPORT_COLUMNS, type ColumnKind, type ReportColumn } from '../model/report-columns.ts';

/** A file that was read to its end: every row is data. */
export interface ReadReport {
  columns: { key: string; title: string; kind: ColumnKind; sum: string | null }[];
  rows: { rowNo: number; values: Record<string, CellValue> }[];
  /** What of the file was left out or looked at twice, in a sentence. */
  notes: string | null;
}

/** Why a file is not what it should be; `row` of the file where it is about one. */
export class ReportFault extends Error {
  readonly row: number | null;
  constructor(message: string, row: number | null = null) {
    super(message);
    this.row = row;
  }
}

const KINDS: Readonly<Record<ColumnKind, Kind>> = {
  text: 'text',
  whole: 'integer',
  number: 'price',
  date: 'date',
  level: 'text',
  flag: 'text',
  ratio: 'rate',
};

const sheetField = ({ key, title, kind, heads: [head = title, ...aliases] }: ReportColumn): SheetField => ({
  key,
  field: { kind: KINDS[kind], title, ...(kind === 'ratio' ? { percent: true } : {}) } as Field,
  title: head,
  aliases,
});

/**
 * Reads a file of a report by its headings: columns that nobody knows are accepted and left in the original.
 * @param today `YYYY-MM-DD` of the tenant
 * @throws ReportFault with what is wrong, and where
 */
export async function readReport(
  file: Buffer,
  type: ReportType,
  { today, dates }: { today: string; dates?: DateOrder | undefined },
): Promise<ReadReport> {
  const known = REPORT_COLUMNS[type];
  const table = await opened(file, type, known, dates);
  if (table.total > MOST_REPORT_ROWS)
    throw new ReportFault(`一个文件最多 ${MOST_REPORT_ROWS.toLocaleString('en-US')} 行，请缩短期间后重新下载`);
  const present = known.filter(({ key }) => table.positions.has(key));
  const read = await cellsOf(table, present, { today, dates });
  settleRatios(present, read);
  const rows = read.map(({ rowNo, cells }) => ({
    rowNo,
    values: Object.fromEntries(present.map(({ key }, at) => [key, settled(cells[at], rowNo, present[at])])),
  }));
  return {
    columns: present.map(({ key, title, kind, isSummed }) => ({
      key,
      title,
      kind,
      sum: isSummed ? sumOf(rows.map(({ values }) => values[key] ?? null)) : null,
    })),
    rows,
    notes: notesOf(table),
  };
}

/** None, or not all, of the headings that a type needs. */
const NOT_OF_TYPE = new Set(['sheet.missingColumns', 'sheet.header_not_found']);

async function opened(
  file: Buffer,
  type: ReportType,
  known: readonly ReportColumn[],
  dates: DateOrder | undefined,
): Promise<ImportTable> {
  const needed = known.filter(({ isNeeded }) => isNeeded).map(({ key }) => key);
  try {
    return await openImport(file, known.map(sheetField), needed, { dates });
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    if (!NOT_OF_TYPE.has(error.code)) throw new ReportFault(error.message);
    const like = await likelyType(file, type);
    throw new ReportFault(like ? `${error.message}；文件像是“${reportType.items[like]}”报表` : error.message);
  }
}

/** Which other type a file has all needed columns of; null: none. */
async function likelyType(file: Buffer, type: ReportType): Promise<ReportType | null> {
  const all = Object.values(REPORT_COLUMNS).flat().map(sheetField);
  const table = await readTable(
    file,
    all.map((one) => headerOf(one, false)),
  ).catch((error: unknown) => {
    // Nothing in it is a heading of any type.
    if (error instanceof SheetError) return null;
    throw error;
  });
  if (!table) return null;
  await table.close();
  const titles = new Set(table.titles.map(titleKey));
  const has = ({ heads }: ReportColumn): boolean => heads.some((one) => titles.has(titleKey(one)));
  const likes = (Object.keys(REPORT_COLUMNS) as ReportType[]).filter(
    (one) => one !== type && REPORT_COLUMNS[one].every((column) => !column.isNeeded || has(column)),
  );
  const weight = (one: ReportType): number => REPORT_COLUMNS[one].filter(has).length;
  return likes.toSorted((a, b) => weight(b) - weight(a))[0] ?? null;
}

interface ReadRow {
  rowNo: number;
  cells: CellAnswer[];
}

async function cellsOf(
  table: ImportTable,
  present: readonly ReportColumn[],
  about: { today: string; dates?: DateOrder | undefined },
): Promise<ReadRow[]> {
  const read: ReadRow[] = [];
  for await (const rows of table.chunks())
    for (const { rowNumber, values } of rows)
      read.push({
        rowNo: rowNumber,
        cells: present.map((one) => readReportCell(one, values[table.positions.get(one.key) as number] ?? null, about)),
      });
  return read;
}

/** Each ratio by what its column turned out to be. */
function settleRatios(present: readonly ReportColumn[], rows: readonly ReadRow[]): void {
  for (const [at, column] of present.entries()) {
    if (column.kind !== 'ratio') continue;
    const figures = rows.flatMap(({ cells }) => {
      const cell = cells[at];
      return cell && 'ratio' in cell && !cell.isPercent ? [cell.ratio] : [];
    });
    const scale = scaleOf(column.scale ?? 'either', figures);
    for (const { cells } of rows) {
      const cell = cells[at];
      if (cell && 'ratio' in cell) cells[at] = fractionOf(column, cell, scale);
    }
  }
}

function settled(cell: CellAnswer | undefined, rowNo: number, column: ReportColumn | undefined): CellValue {
  if (cell && 'fault' in cell) throw new ReportFault(`第 ${rowNo} 行“${column?.title ?? ''}”：${cell.fault}`, rowNo);
  return cell && 'value' in cell ? cell.value : null;
}

/** Of what the file says; null where it says nothing of it. */
function sumOf(values: readonly CellValue[]): string | null {
  const figures = values.filter((one) => one !== null);
  if (figures.length === 0) return null;
  return textOfUnits(figures.reduce<bigint>((sum, one) => sum + unitsOf(String(one)), 0n));
}

export const MOST_NOTES = 1000;

function notesOf({ notes, unknown, sheetName }: ImportTable): string | null {
  const all = [
    ...(sheetName ? [`工作表“${sheetName}”`] : []),
    ...notes,
    ...(unknown.length > 0 ? [`没有用到的列：${unknown.join('、')}`] : []),
  ];
  return all.join('；').slice(0, MOST_NOTES) || null;
}
