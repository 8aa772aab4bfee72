import { amountText } from '#kit/model/amount-text.ts';
import type { DateOrder } from '#kit/model/date-text.ts';
import type { Field, Fields } from '#kit/model/field.ts';
import { invalid, Refusal, type FieldError } from '#kit/model/refusal.ts';
import { placeOf } from '#kit/server/actor.ts';
import type { Tx } from '#kit/server/database.ts';
import { readCells, type KnownLinks } from '#kit/server/import-export/read-cells.ts';
import { openImport, type ImportTable } from '#kit/server/import-export/read-import.ts';
import { documentColumns, isNeeded, type SheetField } from '#kit/server/import-export/sheet-columns.ts';
import type { Actor } from '#kit/server/actor.ts';
import { readFields } from '#kit/server/parse.ts';
import type { Registry } from '#kit/server/registry.ts';
import type { TableRow } from '#platform/sheets/sheet-table.ts';
import { BANK_SHEET, BANK_TITLES } from '../../model/bank-sheet.ts';
import { DEDUCTION_SHEET, DEDUCTION_TITLES } from '../../model/deduction-sheet.ts';
import { MOST_REPORT_ROWS } from '../../model/report-file.ts';
import { REMITTANCE_SHEET, REMITTANCE_TITLES } from '../../model/remittance-sheet.ts';
import type { ReportFormatKind } from '../../model/report-format.ts';
import { columnsOf, type Format } from './recognise.ts';

/** How a recognised sheet is read. */
export interface ReadPlan {
  kind: ReportFormatKind;
  format: Format | null;
  dates: DateOrder | undefined;
}

/** A row of a sheet, by the fields of its kind. */
export interface ReadRow {
  row: number;
  values: Record<string, unknown>;
}

const SHEETS: Readonly<Record<ReportFormatKind, { fields: Fields; aliases: Record<string, readonly string[]> }>> = {
  remittance: { fields: REMITTANCE_SHEET, aliases: { ...REMITTANCE_TITLES } },
  deduction: { fields: DEDUCTION_SHEET, aliases: { ...DEDUCTION_TITLES } },
  bankLine: { fields: BANK_SHEET, aliases: { ...BANK_TITLES } },
};

/** The columns that a file of this kind is looked at for; of a taught one only those that were named. */
function sheetColumns({ kind, format }: ReadPlan, actor: Actor): { columns: SheetField[]; needed: string[] } {
  const all = documentColumns(SHEETS[kind], actor);
  if (!format) return { columns: all, needed: all.filter(({ field }) => isNeeded(field)).map(({ key }) => key) };
  const titles = new Map(columnsOf(format).map(([, key, title]) => [key, title]));
  const columns = all.flatMap(({ key, field, words }): SheetField[] => {
    const title = titles.get(key);
    return title === undefined ? [] : [{ key, field, title, words }];
  });
  return { columns, needed: columns.map(({ key }) => key) };
}

/**
 * Opens a recognised sheet: it is read to its end before anything of it is used.
 * @throws Refusal 422 with what is wrong with the file as a whole
 */
export async function openReport(
  file: string | Buffer,
  plan: ReadPlan,
  actor: Actor,
): Promise<{ table: ImportTable; columns: SheetField[] }> {
  const { columns, needed } = sheetColumns(plan, actor);
  const bounded = async (rows: number): Promise<void> => {
    if (rows <= MOST_REPORT_ROWS) return;
    throw new Refusal('tooMany', `一个文件最多 ${MOST_REPORT_ROWS.toLocaleString('en-US')} 行，请拆分后再导入`, {
      status: 422,
    });
  };
  const table = await openImport(file, columns, needed, { dates: plan.dates, onRead: bounded });
  await bounded(table.total);
  return { table, columns };
}

/** Rows at fault that are named. */
const MOST_NAMED = 20;

/**
 * The rows of an opened sheet, all of them or none.
 * @throws Refusal 422 naming the first rows that are at fault
 */
export async function readRows(
  tx: Pick<Tx, 'actor'>,
  registry: Registry,
  { table, columns }: { table: ImportTable; columns: SheetField[] },
  { kind, format }: ReadPlan,
): Promise<ReadRow[]> {
  const { fields } = SHEETS[kind];
  const defaults = format?.currency ? { currency: format.currency } : {};
  const known: KnownLinks = new Map();
  const read: ReadRow[] = [];
  const errors: FieldError[] = [];
  for await (const rows of table.chunks()) {
    const cells = rows.map((row) => withoutNoise(row, columns));
    // Only links ask the database.
    const drafts = await readCells(
      tx as Tx,
      registry,
      { columns, positions: table.positions, dates: table.dates },
      cells,
      known,
    );
    for (const { row, body, faults } of drafts) {
      const { values, errors: judged } = readFields(fields, { ...defaults, ...body }, placeOf(tx.actor));
      errors.push(
        ...[...faults.values(), ...judged.filter(({ field }) => !faults.has(field))].map((one) =>
          atRow(one, row.rowNumber),
        ),
      );
      if (errors.length > MOST_NAMED) throw invalid(errors.slice(0, MOST_NAMED));
      read.push({ row: row.rowNumber, values });
    }
  }
  if (errors.length > 0) throw invalid(errors);
  return read;
}

/** What is wrong with a row says which one it is. */
export const atRow = (error: FieldError, row: number): FieldError => ({
  ...error,
  row,
  message: `第 ${row} 行：${error.message}`,
});

const isAmount = ({ kind }: Field): boolean => kind === 'price' || kind === 'money';

/** A row whose amounts are free of what floating point has left behind. */
function withoutNoise(row: TableRow, columns: readonly SheetField[]): TableRow {
  const values = row.values.map((cell, at) => {
    const column = columns[at];
    return cell !== null && column && isAmount(column.field) ? denoised(cell) : cell;
  });
  return { ...row, values };
}

/** Places of an amount beyond which a rest may be noise, and of the noise itself. */
const PLACES = 4;
const NOISE_PLACES = 6;

/** `12.340000001` → `12.34`, `5.1199999999` → `5.12`; `12.3456789` stays, and is refused as too exact. */
export function denoised(cell: string): string {
  if (!/\.\d{5,}/.test(cell)) return cell;
  const read = amountText(cell);
  if (!('decimal' in read)) return cell;
  return cell.replace(/(\d[\d,]*|)\.(\d{5,})/, (all, whole: string, fraction: string) => {
    const digits = BigInt(`${whole.replaceAll(',', '') || '0'}${fraction}`);
    const length = fraction.length;
    for (let places = 0; places <= PLACES; places += 1) {
      const unit = 10n ** BigInt(length - places);
      const rounded = ((digits * 2n + unit) / (unit * 2n)) * unit;
      const rest = rounded > digits ? rounded - digits : digits - rounded;
      if (rest * 10n ** BigInt(NOISE_PLACES) > 10n ** BigInt(length)) continue;
      const text = (rounded / unit).toString().padStart(places + 1, '0');
      return places === 0 ? text : `${text.slice(0, -places)}.${text.slice(-places)}`;
    }
    return all;
  });
}
