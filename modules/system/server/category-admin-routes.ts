import { resourceKey } from '#kit/model/resource.ts';
import { Refusal } from '#kit/model/refusal.ts';
import type { Tx } from '#kit/server/database.ts';
import { exportSheet } from '#kit/server/import-export/export-sheet.ts';
import { importUpload } from '#kit/server/import-export/import-upload.ts';
import { isUuid } from '#kit/server/kinds.ts';
import { MESSAGES } from '#kit/server/messages.ts';
import { listPage } from '#kit/server/query/list.ts';
import type { Registry } from '#kit/server/registry.ts';
import { alsoByPost, answer, implement, type Call, type Route } from '#kit/server/route.ts';
import { idOf } from '#kit/server/row-id.ts';
import { sql, type Sql } from '#kit/server/sql.ts';
import { addRow, deleteRows, editRow } from '#kit/server/write.ts';
import { IMPORT_BYTES } from '#platform/sheets/sheet-limits.ts';
import { category } from '../model/category.ts';
import { categoryAdminCalls, type WireCategory } from '../model/routes/category-admin.ts';
import { categoryGuards } from './categories.ts';
import { csv, refusedAs } from './wire.ts';

const ROOT = '0';
/** One level of a tree that somebody opens. */
const MOST_CHILDREN = 5000;

/** The categories on the paths of the base: the same rows and rights as the register's own. */
export function categoryAdminRoutes(registry: Registry): Route[] {
  const writer = { registry, resource: category, guards: categoryGuards };
  const edit = async (call: Call) => {
    await call.tx((tx) => editRow(tx, writer, idOf(call.body['id']), ownNames(call.body)));
    return answer(MESSAGES.edited);
  };
  return [
    implement(categoryAdminCalls.roots, (call) => call.tx((tx) => roots(tx, registry, call.query))),
    implement(categoryAdminCalls.below, (call) => call.tx((tx) => children(tx, [String(call.query['pid'] ?? '')]))),
    implement(categoryAdminCalls.belowMany, (call) =>
      call.tx(async (tx) => {
        const records = await children(tx, csv(call.query.parentIds) ?? []);
        return { records, total: records.length };
      }),
    ),
    implement(categoryAdminCalls.add, async (call) => {
      const body = ownNames(call.body);
      const id = await call.tx((tx) => addRow(tx, writer, body));
      return answer(MESSAGES.added, { id });
    }),
    implement(categoryAdminCalls.edit, edit),
    implement(categoryAdminCalls.editByPost, edit),
    implement(categoryAdminCalls.delete, async (call) => {
      await call.tx((tx) => deleteRows(tx, writer, [idOf(call.query.id)]));
      return answer(MESSAGES.deleted);
    }),
    ...alsoByPost(
      implement(categoryAdminCalls.deleteMany, async (call) => {
        const ids = (csv(call.query.ids) ?? []).filter(isUuid).slice(0, 1000);
        if (ids.length === 0) throw new Refusal('noneSelected', MESSAGES.noneSelected);
        await call.tx((tx) => deleteRows(tx, writer, ids));
        return answer(MESSAGES.batchDeleted);
      }),
    ),
    implement(categoryAdminCalls.isCodeFree, async (call) => {
      const code = (call.query.code ?? '').trim();
      const taken = await call.tx(
        (tx) => tx.maybe`select 1 from category
          where tenant_id = ${tx.tenant} and deleted_at is null and code = ${code}`,
      );
      return taken ? refusedAs(500, '该值不可用，系统中已存在！') : answer('该值可用！');
    }),
    implement(categoryAdminCalls.all, (call) => call.tx((tx) => allBelow(tx, String(call.query.code ?? '')))),
    implement(categoryAdminCalls.exportAll, (call) =>
      exportSheet({ ...call, tx: call.tx, query: listQuery(call.query) }, { resource: category }, registry),
    ),
    implement(categoryAdminCalls.importAll, (call) => importUpload(call, resourceKey(category), IMPORT_BYTES)),
  ];
}

type Row = Record<string, unknown>;

/** A body of the wire in our names; 0 and nothing are the root. */
function ownNames(body: object): Row {
  const { pid, hasChild: _hasChild, ...rest } = body as Row;
  const parent = pid === ROOT || pid === '' ? null : pid;
  return pid === undefined ? rest : { ...rest, parentId: parent };
}

/** What a list of the base asks, without what only its tree knows. */
function listQuery(query: Readonly<Record<string, unknown>>): Record<string, string> {
  const { pid: _pid, hasChild: _hasChild, ...rest } = query;
  return rest as Record<string, string>;
}

/** A page of roots; of all categories where a name or a code is searched. */
async function roots(tx: Tx, registry: Registry, query: Readonly<Record<string, string>>) {
  const isSearch = Boolean(query['name']?.trim() || query['code']?.trim());
  const page = await listPage(tx, category, listQuery(query), {
    registry,
    where: isSearch ? [] : [sql`t.parent_id is null`],
  });
  const ids = page.records.map(({ id }) => String(id));
  const records = await wireRows(tx, sql`c.id = any(${ids}::uuid[])`);
  const byId = new Map(records.map((row) => [row.id, row]));
  return { ...page, records: ids.flatMap((id) => byId.get(id) ?? []) };
}

const children = (tx: Tx, parents: readonly string[]): Promise<WireCategory[]> =>
  wireRows(tx, sql`c.parent_id = any(${parents.filter(isUuid)}::uuid[])`);

async function wireRows(tx: Tx, where: Sql): Promise<WireCategory[]> {
  const rows = await tx.query<WireCategory & { pid: string | null; isParent: boolean }>(sql`
    select c.id, c.parent_id as pid, c.name, c.code, c.version, exists (
      select 1 from category b where b.tenant_id = c.tenant_id and b.parent_id = c.id
        and b.deleted_at is null) as is_parent
    from category c
    where c.tenant_id = ${tx.tenant} and c.deleted_at is null and (${where})
    order by c.code, c.id limit ${MOST_CHILDREN}`);
  return rows.map(({ isParent, pid, ...row }) => ({
    ...row,
    pid: pid ?? ROOT,
    hasChild: isParent ? '1' : '0',
  }));
}

/** Direct children of the category with a code; the roots without one. */
const allBelow = (tx: Tx, code: string) => tx.rows<{ value: string; text: string; title: string }>`
  select c.code as value, c.name as text, c.name as title from category c
  left join category p on p.tenant_id = c.tenant_id and p.id = c.parent_id
  where c.tenant_id = ${tx.tenant} and c.deleted_at is null
    and (${code}::text in ('', '0') and c.parent_id is null or p.code = ${code}::text)
  order by c.code limit ${MOST_CHILDREN}`;
