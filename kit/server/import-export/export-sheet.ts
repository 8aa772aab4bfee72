import { PassThrough } from 'node:stream';
import type { Fields } from '#kit/model/field.ts';
import { LIST_EXPORT_SUFFIX, SHEET_MIME, SHEET_SUFFIX } from '#kit/model/limits.ts';

import type { AnyResource } from '#kit/model/resource.ts';
import type { Actor } from '../actor.ts';
import { auditResource } from '../audit.ts';
import type { Tx } from '../database.ts';
import { selectColumns, toWireRow } from '../query/columns.ts';
import { listConditions, readRows, requireOrder, type KeywordSearch } from '../query/list.ts';
import { sourceOf } from '../query/source.ts';
import type { Registry } from '../registry.ts';
import { file, type Call, type FileAnswer } from '../route.ts';
import { writeXls, XLS_MAX_ROWS } from '#platform/sheets/xls-writer.ts';
import { writeXlsx, type SheetCell } from '#platform/sheets/xlsx-writer.ts';
import { join, nothing, sql, type Sql } from '../sql.ts';
import type { GivenRows } from '../writer.ts';
import {
  cellOf,
  columnOf,
  documentColumns,
  exportFields,
  templateColumns,
  templateOf,
  type SheetField,
} from './sheet-columns.ts';

export const XLS_MIME = 'application/vnd.ms-excel';

/** Of a bigger list the newest rows are written. */
const MOST_ROWS = 1_000_000;
const PAGE = 1_000;

export interface Exported {
  resource: AnyResource;
  /** Of a composite: its rows. */
  rows?: GivenRows | undefined;
  keyword?: KeywordSearch | undefined;
}

/** For whom, and what the list is asked. */
type ExportQuery = Pick<Call, 'actor' | 'query' | 'tx'>;

/** Rows of a list on their way into a sheet. */
interface ExportRows {
  fields: readonly SheetField[];
  /** How many there are when it begins. */
  total: number;
  /** All of them in the order of the list while they are few; null: too many for an .xls. */
  few: SheetCell[][] | null;
  /** Many, newest first, page by page. Hears after each how many have been read. */
  many(onPage?: (done: number) => Promise<void>): AsyncGenerator<SheetCell[]>;
}

/**
 * The rows of a list query as a spreadsheet, under the conditions of the list: up to 5,000 rows a
 * real .xls in the order of the list; above that a streamed .xlsx, newest first, read page by page
 * so that memory does not grow with the list. Who exported what stands in the audit log.
 */
export async function exportSheet(call: Call, exported: Exported, registry: Registry): Promise<FileAnswer> {
  const { resource } = exported;
  const { fields, total, few, many } = await openExport(call, exported, registry);
  await call.tx(async (tx) => auditExport(tx, resource, few ? total : `>${XLS_MAX_ROWS.toString()}`));
  const sheet = { sheetName: resource.title, columns: fields.map(columnOf) };
  if (few) return file(resource.title + LIST_EXPORT_SUFFIX, XLS_MIME, await writeXls({ ...sheet, rows: few }));
  const out = new PassThrough();
  writeXlsx(out, { ...sheet, rows: many() }).catch((error: unknown) => out.destroy(error as Error));
  return file(resource.title + SHEET_SUFFIX, SHEET_MIME, out);
}

/** Notes who exported how many rows. */
export const auditExport = (tx: Tx, resource: AnyResource, rows: number | string): void =>
  auditResource(tx, resource, [{ rowId: null, action: 'export', diff: { rows } }]);

/** What a list query finds for this person, as rows of a sheet. */
export async function openExport(
  ask: ExportQuery,
  exported: Exported,
  registry: Registry,
  { isCounted = false }: { isCounted?: boolean } = {},
): Promise<ExportRows> {
  const fields = exportFields(exported.resource, ask.actor, ask.query['columns']);
  return ask.tx(async (tx) => {
    const { resource, keyword } = exported;
    const rows = await exported.rows?.(tx, ask.query);
    const conditions = await listConditions(tx, resource, ask.query, { registry, keyword, rows });
    // Of many rows the order is another one; what is none is refused all the same.
    requireOrder(tx, resource, ask.query);
    const total = await countRows(tx, sourceOf(resource, rows), conditions, isCounted ? MOST_ROWS : XLS_MAX_ROWS + 1);
    const isFew = total <= XLS_MAX_ROWS;
    const found = isFew
      ? await readRows(tx, resource, ask.query, conditions, { registry, rows }, XLS_MAX_ROWS, 0)
      : null;
    return {
      fields,
      total,
      few: found && found.map((row) => fields.map((field) => cellOf(field, row))),
      many: (onPage) => readMany(ask, exported, registry, fields, onPage),
    };
  });
}

async function countRows(tx: Tx, source: Sql, conditions: readonly Sql[], most: number): Promise<number> {
  const [counted] = await tx.query<{ n: number }>(sql`
    select count(*)::integer as n from (
      select 1 from ${source} t where ${join(conditions, ' and ')}
      limit ${most}) counted`);
  return counted?.n ?? 0;
}

/** An empty sheet with the headers of the form, to be filled in and imported. */
export async function importTemplate(resource: AnyResource, actor: Actor): Promise<FileAnswer> {
  const columns = templateColumns(resource, actor);
  const bytes = await writeXls({ sheetName: resource.title, columns, rows: [] });
  return file(`${resource.title}导入模板.xls`, XLS_MIME, bytes);
}

/** An empty sheet of the lines of documents. */
export async function documentTemplate(
  resource: AnyResource,
  documents: { fields: Fields },
  actor: Actor,
): Promise<FileAnswer> {
  const columns = templateOf(documentColumns(documents, actor));
  const bytes = await writeXls({ sheetName: resource.title, columns, rows: [] });
  return file(`${resource.title}导入模板.xls`, XLS_MIME, bytes);
}

/** Keyset pages by (create time, id), each in a short transaction of its own. */
async function* readMany(
  ask: ExportQuery,
  { resource, keyword, rows: given }: Exported,
  registry: Registry,
  fields: readonly SheetField[],
  onPage: (done: number) => Promise<void> = async () => undefined,
): AsyncGenerator<SheetCell[]> {
  const shown = new Set(fields.map(({ key }) => key));
  const hidden = new Set(Object.keys(resource.fields as object).filter((key) => !shown.has(key)));
  for (const field of Object.values(resource.fields as Record<string, { currency?: string }>))
    if (field.currency) hidden.delete(field.currency);
  let last: { at: string; id: string } | null = null;
  for (let done = 0; done < MOST_ROWS;) {
    const most = Math.min(PAGE, MOST_ROWS - done);
    const page: Row[] = await ask.tx(async (tx) => {
      const rows = await given?.(tx, ask.query);
      const conditions = await listConditions(tx, resource, ask.query, { registry, keyword, rows });
      const source = sourceOf(resource, rows);
      return readPage(tx, { resource, source }, registry, hidden, conditions, last, most);
    });
    for (const row of page) {
      const wire = toWireRow(resource, row, { actor: ask.actor, registry, hidden });
      yield fields.map((field) => cellOf(field, wire));
    }
    await onPage((done += page.length));
    const end = page.at(-1);
    if (!end || page.length < PAGE) return;
    last = { at: end.cursorAt, id: end.id };
  }
}

type Row = Record<string, unknown> & { id: string; cursorAt: string };

/** The cursor keeps the time as text: a Date would lose its microseconds, and with them rows. */
const readPage = (
  tx: Tx,
  { resource, source }: { resource: AnyResource; source: Sql },
  registry: Registry,
  hidden: ReadonlySet<string>,
  conditions: Sql[],
  last: { at: string; id: string } | null,
  limit: number,
): Promise<Row[]> =>
  tx.query<Row>(sql`
    select ${selectColumns(resource, { registry, hidden, actor: tx.actor })}, t.create_time::text as cursor_at
    from ${source} t
    where ${join(conditions, ' and ')}
      ${last ? sql`and (t.create_time, t.id) < (${last.at}::timestamptz, ${last.id}::uuid)` : nothing}
    order by t.create_time desc, t.id desc limit ${limit}`);
