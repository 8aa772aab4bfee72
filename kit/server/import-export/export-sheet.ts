import { PassThrough } from 'node:stream';
import type { AnyResource } from '#kit/model/resource.ts';
import type { Actor } from '../actor.ts';
import { auditResource } from '../audit.ts';
import type { Tx } from '../database.ts';
import { selectColumns, toWireRow } from '../query/columns.ts';
import { listConditions, readRows, type KeywordSearch } from '../query/list.ts';
import { tableOf, type Registry } from '../registry.ts';
import { file, type Call, type FileAnswer } from '../route.ts';
import { writeXls, XLS_MAX_ROWS } from '../sheets/xls-writer.ts';
import { writeXlsx, type SheetCell } from '../sheets/xlsx-writer.ts';
import { column, join, nothing, sql, type Sql } from '../sql.ts';
import {
  cellOf,
  columnOf,
  exportFields,
  templateColumns,
  type SheetField,
} from './sheet-columns.ts';

export const XLS_MIME = 'application/vnd.ms-excel';
export const XLSX_MIME = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

/** Of a bigger list the newest rows are written. */
const MOST_ROWS = 1_000_000;
const PAGE = 1_000;

interface Exported {
  resource: AnyResource;
  keyword?: KeywordSearch | undefined;
}

/**
 * The rows of a list query as a spreadsheet, under the conditions of the list: up to 5,000 rows a
 * real .xls in the order of the list; above that a streamed .xlsx, newest first, read page by page
 * so that memory does not grow with the list. Who exported what stands in the audit log.
 */
export async function exportSheet(
  call: Call,
  exported: Exported,
  registry: Registry,
): Promise<FileAnswer> {
  const { resource } = exported;
  const fields = exportFields(resource, call.actor);
  const sheet = { sheetName: resource.title, columns: fields.map(columnOf) };
  const few = await call.tx((tx) => readFew(tx, call, exported, registry));
  if (few) {
    const rows = few.map((row) => fields.map((field) => cellOf(field, row)));
    return file(`${resource.title}.xls`, XLS_MIME, await writeXls({ ...sheet, rows }));
  }
  const out = new PassThrough();
  writeXlsx(out, { ...sheet, rows: readMany(call, exported, registry, fields) }).catch(
    (error: unknown) => out.destroy(error as Error),
  );
  return file(`${resource.title}.xlsx`, XLSX_MIME, out);
}

/** An empty sheet with the headers of the form, to be filled in and imported. */
export async function importTemplate(resource: AnyResource, actor: Actor): Promise<FileAnswer> {
  const columns = templateColumns(resource, actor);
  const bytes = await writeXls({ sheetName: resource.title, columns, rows: [] });
  return file(`${resource.title}导入模板.xls`, XLS_MIME, bytes);
}

/** Everything the query finds while that is few; null when an .xls would be too small. */
async function readFew(
  tx: Tx,
  call: Call,
  { resource, keyword }: Exported,
  registry: Registry,
): Promise<Record<string, unknown>[] | null> {
  const conditions = listConditions(tx, resource, call.query, { registry, keyword });
  const [counted] = await tx.query<{ n: number }>(sql`
    select count(*)::integer as n from (
      select 1 from ${column(tableOf(resource))} t where ${join(conditions, ' and ')}
      limit ${XLS_MAX_ROWS + 1}) counted`);
  const n = counted?.n ?? 0;
  auditResource(tx, resource, [
    { rowId: null, action: 'export', diff: { rows: n > XLS_MAX_ROWS ? `>${XLS_MAX_ROWS}` : n } },
  ]);
  if (n > XLS_MAX_ROWS) return null;
  return readRows(tx, resource, call.query, conditions, { registry }, XLS_MAX_ROWS, 0);
}

/** Keyset pages by (create time, id), each in a short transaction of its own. */
async function* readMany(
  call: Call,
  { resource, keyword }: Exported,
  registry: Registry,
  fields: readonly SheetField[],
): AsyncGenerator<SheetCell[]> {
  const shown = new Set(fields.map(({ key }) => key));
  const hidden = new Set(Object.keys(resource.fields as object).filter((key) => !shown.has(key)));
  for (const field of Object.values(resource.fields as Record<string, { currency?: string }>))
    if (field.currency) hidden.delete(field.currency);
  let last: { at: string; id: string } | null = null;
  for (let left = MOST_ROWS; left > 0; left -= PAGE) {
    const page: Row[] = await call.tx((tx) => {
      const conditions = listConditions(tx, resource, call.query, { registry, keyword });
      return readPage(tx, resource, registry, hidden, conditions, last, Math.min(PAGE, left));
    });
    for (const row of page) {
      const wire = toWireRow(resource, row, { actor: call.actor, registry, hidden });
      yield fields.map((field) => cellOf(field, wire));
    }
    const end = page.at(-1);
    if (!end || page.length < PAGE) return;
    last = { at: end.cursor_at, id: end.id };
  }
}

type Row = Record<string, unknown> & { id: string; cursor_at: string };

/** The cursor keeps the time as text: a Date would lose its microseconds, and with them rows. */
const readPage = (
  tx: Tx,
  resource: AnyResource,
  registry: Registry,
  hidden: ReadonlySet<string>,
  conditions: Sql[],
  last: { at: string; id: string } | null,
  limit: number,
): Promise<Row[]> =>
  tx.query<Row>(sql`
    select ${selectColumns(resource, registry, hidden)}, t.create_time::text as cursor_at
    from ${column(tableOf(resource))} t
    where ${join(conditions, ' and ')}
      ${last ? sql`and (t.create_time, t.id) < (${last.at}::timestamptz, ${last.id}::uuid)` : nothing}
    order by t.create_time desc, t.id desc limit ${limit}`);
