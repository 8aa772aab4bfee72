import { PassThrough } from 'node:stream';
import { rm } from 'node:fs/promises';
import { choice, integer, text, textarea } from '#kit/model/field.ts';
import { SHEET_MIME, SHEET_SUFFIX, LIST_EXPORT_SUFFIX } from '#kit/model/limits.ts';
import { forbidden, invalid, Refusal, type FieldError } from '#kit/model/refusal.ts';
import { resourceKey } from '#kit/model/resource.ts';
import { queryFromWire } from '#kit/model/wire.ts';
import { may } from '#kit/server/actor.ts';
import type { Tx } from '#kit/server/database.ts';
import type { ImportPlace } from '#kit/server/import-export/error-file.ts';
import { auditExport, XLS_MIME } from '#kit/server/import-export/export-sheet.ts';
import { oncePerKey, openTally, type Tally } from '#kit/server/import-export/import-answer.ts';
import { openImport, type ImportTable } from '#kit/server/import-export/read-import.ts';
import { readSheetCell } from '#kit/server/import-export/sheet-cell.ts';
import { receiveSheet } from '#kit/server/import-export/receive-sheet.ts';
import {
  cellOf,
  columnOf,
  isNeeded,
  templateOf,
  wireOf,
  writableFields,
} from '#kit/server/import-export/sheet-columns.ts';
import { parseBody } from '#kit/server/parse.ts';
import { file, type Answer, type Call, type FileAnswer } from '#kit/server/route.ts';
import { listConditions, requireOrder } from '#kit/server/query/list.ts';
import type { Registry } from '#kit/server/registry.ts';
import { join, sql } from '#kit/server/sql.ts';
import { IMPORT_BYTES } from '#platform/sheets/sheet-limits.ts';
import type { TableRow } from '#platform/sheets/sheet-table.ts';
import { writeXls, XLS_MAX_ROWS } from '#platform/sheets/xls-writer.ts';
import { writeXlsx } from '#platform/sheets/xlsx-writer.ts';
import { dict, itemColors, itemStatuses } from '../model/dict.ts';
import type { Dictionaries } from './dictionaries.ts';
import { addItem, editItem, readItems, type ItemRow, type NewItem } from './dict-items.ts';
import { addDict, dictRows, readDicts, type DictRow } from './dicts.ts';

/** A row of the sheet: an item, with the dictionary it stands in. */
const columns = {
  code: text('字典编码', { required: true, rule: 'code', max: 64 }),
  name: text('字典名称', { max: 100 }),
  value: text('数据值', { max: 100 }),
  text: text('名称', { max: 100 }),
  color: choice('颜色', itemColors),
  sortOrder: integer('排序', { min: 1, max: 1_000_000 }),
  status: choice('状态', itemStatuses),
  description: textarea('描述', { max: 255 }),
};
const fields = writableFields(columns);
type SheetRow = {
  [key in keyof typeof columns]: key extends 'sortOrder' ? number | null : string | null;
};

const PLACE: ImportPlace = { of: dict, owner: resourceKey(dict), title: dict.title };
/** More would be read in one call by nobody. */
const MOST_ROWS = 20_000;

/** Dictionaries with their items, a row an item. */
export async function exportDicts(call: Call, registry: Registry): Promise<FileAnswer> {
  const rows = await call.tx(async (tx) => {
    const dicts = await queriedDicts(tx, registry, call.query);
    const items = await readItems(tx, sql`i.dict_id = any(${dicts.map(({ id }) => id)}::uuid[])`);
    const byDict = Map.groupBy(items, ({ dictId }) => dictId);
    const found = dicts.flatMap((one) => sheetRows(one, byDict.get(one.id) ?? []));
    auditExport(tx, dict, found.length);
    return found.map((row) => fields.map((field) => cellOf(field, row)));
  });
  const sheet = { sheetName: dict.title, columns: fields.map(columnOf), rows };
  if (rows.length <= XLS_MAX_ROWS) return file(dict.title + LIST_EXPORT_SUFFIX, XLS_MIME, await writeXls(sheet));
  const out = new PassThrough();
  writeXlsx(out, sheet).catch((error: unknown) => out.destroy(error as Error));
  return file(dict.title + SHEET_SUFFIX, SHEET_MIME, out);
}

/** Those that a query of the list finds. */
async function queriedDicts(tx: Tx, registry: Registry, query: Readonly<Record<string, string>>): Promise<DictRow[]> {
  const rows = dictRows(tx);
  const params = queryFromWire(dict.wire, query);
  const conditions = await listConditions(tx, dict, params, { registry, rows });
  requireOrder(tx, dict, params);
  return tx.query<DictRow>(sql`select t.* from (${rows}) t
    where t.tenant_id = ${tx.tenant} and ${join(conditions, ' and ')} order by t.code, t.id`);
}

const sheetRows = ({ code, name }: DictRow, items: readonly ItemRow[]) =>
  items.length === 0 ? [{ code, name }] : items.map((item) => ({ ...item, code, name }));

/** An empty sheet of dictionaries, to be filled in. */
export const dictTemplate = async (): Promise<FileAnswer> =>
  file(
    `${dict.title}导入模板.xls`,
    XLS_MIME,
    await writeXls({ sheetName: dict.title, columns: templateOf(fields), rows: [] }),
  );

/**
 * Takes dictionaries and items from a sheet: what is there by its codes is changed, what is not is
 * added as the tenant's own. Rows that are refused come back in an error file.
 */
export async function importDicts(call: Call, dictionaries: Dictionaries): Promise<Answer> {
  const { file: sheet } = await receiveSheet(call, IMPORT_BYTES);
  try {
    return await oncePerKey(call, PLACE, sheet, async (settle) => {
      const needed = fields.filter(({ field }) => isNeeded(field)).map(({ key }) => key);
      const table = await openImport(sheet.path, fields, needed, { onRead: refuseMany });
      await refuseMany(table.total);
      const tally = openTally(PLACE, table, fields);
      for await (const rows of table.chunks()) await call.tx((tx) => importRows(tx, dictionaries, table, rows, tally));
      await tally.close();
      return call.tx((tx) => settle(tx, () => tally.finish(tx, { isTrial: false, fileName: sheet.name })));
    });
  } finally {
    await rm(sheet.path, { force: true });
  }
}

async function refuseMany(rows: number): Promise<void> {
  if (rows > MOST_ROWS) throw new Refusal('tooMany', `一次最多导入 ${MOST_ROWS} 行`, { status: 422 });
}

/** One row after the other: a dictionary that one brings is there for the next. */
async function importRows(
  tx: Tx,
  dictionaries: Dictionaries,
  { positions }: ImportTable,
  rows: readonly TableRow[],
  tally: Tally,
): Promise<void> {
  const known = await knownRows(tx, codesIn(rows, positions));
  for (const row of rows) {
    const faults: FieldError[] = [];
    const body = Object.fromEntries(
      fields.flatMap((column) => {
        const at = positions.get(column.key) ?? -1;
        const answers = readSheetCell(column.field, row.values[at] ?? '', row.notes?.get(at));
        if ('fault' in answers) faults.push({ field: column.key, ...answers.fault });
        const cell = 'fault' in answers ? '' : answers.text;
        return cell === '' ? [] : [[column.key, wireOf(column, cell)]];
      }),
    );
    try {
      if (faults.length > 0) throw invalid(faults);
      const read = parseBody(columns, body, { zone: tx.actor.zone });
      await importRow(tx, dictionaries, known, read as SheetRow);
      tally.good();
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      await tally.bad(row, error);
    }
  }
}

const codesIn = (rows: readonly TableRow[], positions: ImportTable['positions']): string[] => [
  ...new Set(rows.map(({ values }) => values[positions.get('code') ?? 0]?.trim() ?? '')),
];

interface Known {
  dicts: Map<string, DictRow>;
  items: Map<string, ItemRow>;
}

const itemKey = (dictId: string, value: string): string => `${dictId} ${value}`;

async function knownRows(tx: Tx, codes: readonly string[]): Promise<Known> {
  const dicts = await readDicts(tx, sql`d.code = any(${codes}::text[])`);
  const items = await readItems(tx, sql`i.dict_id = any(${dicts.map(({ id }) => id)}::uuid[])`);
  return {
    dicts: new Map(dicts.map((row) => [row.code, row])),
    items: new Map(items.map((row) => [itemKey(row.dictId, row.value), row])),
  };
}

async function importRow(
  tx: Tx,
  dictionaries: Dictionaries,
  known: Known,
  { code, name, value, ...texts }: SheetRow,
): Promise<void> {
  const found = known.dicts.get(code as string) ?? (await newDict(tx, dictionaries, code, name));
  known.dicts.set(found.code, found);
  if (value === null) return;
  const key = itemKey(found.id, value);
  const item = known.items.get(key);
  const values = given(texts);
  if (item) {
    requireRight(tx, 'system:dictItem:edit');
    await editItem(tx, dictionaries, found, item, values);
    return;
  }
  requireRight(tx, 'system:dictItem:add');
  if (texts.text === null) throw invalid([{ field: 'text', code: 'required', message: '请输入名称！' }]);
  const { id } = await addItem(tx, dictionaries, found, { ...values, value } as NewItem);
  const [stored] = await readItems(tx, sql`i.id = ${id}::uuid`);
  if (stored) known.items.set(key, stored);
}

/** An empty cell asks for nothing. */
const given = (texts: Partial<SheetRow>): Partial<NewItem> =>
  Object.fromEntries(Object.entries(texts).filter(([, value]) => value !== null));

async function newDict(tx: Tx, dictionaries: Dictionaries, code: string | null, name: string | null): Promise<DictRow> {
  requireRight(tx, 'system:dict:add');
  if (name === null || code === null)
    throw invalid([{ field: 'name', code: 'required', message: '新字典须填写字典名称' }]);
  const { id } = await addDict(tx, dictionaries, { name, code, origin: 'own', description: null });
  const [stored] = await readDicts(tx, sql`d.id = ${id}::uuid`);
  return stored as DictRow;
}

/** The right to import is a way in, not a right to what a row does. */
function requireRight({ actor }: Tx, code: string): void {
  if (!may(actor, code)) throw forbidden();
}
