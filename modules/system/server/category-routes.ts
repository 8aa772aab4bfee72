import type { ResultOf } from '#kit/model/route.ts';
import type { WireNode } from '#kit/model/tree.ts';
import { Refusal } from '#kit/model/refusal.ts';
import type { Tx } from '#kit/server/database.ts';
import { isUuid } from '#kit/server/kinds.ts';
import { implement, type CallOf, type Route } from '#kit/server/route.ts';
import { column, join, sql } from '#kit/server/sql.ts';
import { categoryCalls } from '../model/routes/dictionary.ts';
import { keysOf } from './dict-source-routes.ts';
import { dictSource, readCondition, treeLevel } from './dict-sources.ts';

const ROOT = '0';

/**
 * Reading the categories of the own tenant, for everybody who chooses one. They are written by the
 * generic routes of the register.
 */
export const categoryRoutes = (): Route[] => [
  implement(categoryCalls.root, (call) => call.tx((tx) => readRoot(tx, call.query))),
  implement(categoryCalls.children, (call) =>
    call.tx((tx) => readLevel(tx, call.query.pid ?? '', call.query.condition ?? '')),
  ),
  implement(categoryCalls.level, (call) => call.tx((tx) => readTreeData(tx, call.query))),
  implement(categoryCalls.one, (call) => call.tx((tx) => readOne(tx, call.query))),
  implement(categoryCalls.names, (call) => call.tx((tx) => readNames(tx, call.query))),
];

type Query<K extends keyof typeof categoryCalls> = CallOf<(typeof categoryCalls)[K]>['query'];

/** Below `pcode`: one level (`async`), or everything down to the leaves. */
async function readRoot(tx: Tx, query: Query<'root'>): Promise<WireNode[]> {
  const { pcode = ROOT, async: isAsync, condition = '' } = query;
  const parent = await parentOf(tx, pcode, `该编码【${pcode.slice(0, 100)}】不存在，请核实!`);
  return isAsync === 'true' ? readLevel(tx, parent, condition) : readBranch(tx, parent, condition);
}

async function readTreeData(tx: Tx, { pid = '', pcode = '', condition = '' }: Query<'level'>) {
  if (pid !== '') return readLevel(tx, pid, condition);
  if (pcode === '') throw new Refusal('badQuery', '加载分类字典树参数有误.[null]!');
  const parent = await parentOf(tx, pcode, '加载分类字典树参数有误.[code]!');
  return readLevel(tx, parent, condition);
}

/** The id behind a code; blank and 0 are the root. */
async function parentOf(tx: Tx, code: string, unknown: string): Promise<string> {
  if (code === '' || code === ROOT) return ROOT;
  const row = await tx.maybe<{ id: string }>`
    select id from category
    where tenant_id = ${tx.tenant} and deleted_at is null and code = ${code}`;
  if (!row) throw new Refusal('unknownCode', unknown);
  return row.id;
}

interface CategoryRow {
  id: string;
  parentId: string | null;
  code: string;
  name: string;
}

/** A node as the trees of the wire read it: parent under two names, leaf as a number (sic). */
const asNode = (row: Omit<CategoryRow, 'parentId'>, parent: string, isLeaf: boolean) => ({
  key: row.id,
  value: row.id,
  title: row.name,
  label: row.name,
  name: row.name,
  code: row.code,
  pid: parent,
  parentId: parent,
  leaf: isLeaf ? 1 : 0,
  isLeaf,
});

/** The registered tree of the categories. */
const CATEGORIES = { tableName: 'sys_category', text: 'name', code: 'id' };

async function readLevel(tx: Tx, pid: string, condition: string): Promise<WireNode[]> {
  const level = await treeLevel(tx, { ...CATEGORIES, pid, condition });
  return level.map(({ value, title, code, isLeaf }) =>
    asNode({ id: String(value), name: String(title), code: String(code) }, pid || ROOT, !!isLeaf),
  );
}

/** What a condition hides is left out, and with it what hangs below. */
async function readBranch(tx: Tx, parent: string, condition: string): Promise<WireNode[]> {
  const { table } = dictSource(tx, Object.values(CATEGORIES).join(','));
  const visible = join([sql`true`, ...readCondition(table, condition)], ' and ');
  const rows = await tx.query<CategoryRow>(sql`
    select t.id, t.parent_id, t.code, t.name from (${table.rows(tx)}) t
    where ${visible} order by t.code, t.id`);
  const byParent = Map.groupBy(rows, (row) => row.parentId ?? ROOT);
  const build = (above: string): WireNode[] =>
    (byParent.get(above) ?? []).map((row) => {
      const children = build(row.id);
      const isLeaf = children.length === 0;
      return { ...asNode(row, above, isLeaf), children: isLeaf ? null : children };
    });
  return build(parent);
}

const ONE_BY: readonly string[] = ['id', 'code', 'name'];

async function readOne(tx: Tx, { field = '', val = '' }: Query<'one'>): Promise<ResultOf<typeof categoryCalls.one>> {
  if (!ONE_BY.includes(field)) throw new Refusal('badField', '字段无效，请检查!');
  const rows =
    field === 'id' && !isUuid(val)
      ? []
      : await tx.query<CategoryRow>(sql`
          select c.id, c.parent_id, c.code, c.name from category c
          where c.tenant_id = ${tx.tenant} and c.deleted_at is null
            and c.${column(field)}::text = ${val} limit 2`);
  const [row] = rows;
  if (!row) throw new Refusal('none', '查询无果');
  if (rows.length > 1) throw new Refusal('many', `查询数据异常,[${field}]存在多个值:${val.slice(0, 100)}`);
  return { id: row.id, pid: row.parentId ?? ROOT, name: row.name, code: row.code };
}

async function readNames(tx: Tx, { ids, delNotExist }: Query<'names'>): Promise<string[]> {
  const keys = keysOf(ids);
  const rows = await tx.rows<{ id: string; name: string }>`
    select id, name from category where tenant_id = ${tx.tenant} and deleted_at is null
      and id = any(${keys.filter(isUuid)}::uuid[])`;
  const names = new Map(rows.map(({ id, name }) => [id, name]));
  return keys.flatMap((key) => names.get(key) ?? (delNotExist === 'false' ? [key] : []));
}
