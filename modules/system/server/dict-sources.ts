import type { TreePlace, WireNode } from '#kit/model/tree.ts';
import { Refusal } from '#kit/model/refusal.ts';
import { snake } from '#kit/model/resource.ts';
import type { Tx } from '#kit/server/database.ts';
import { ruleConditions } from '#kit/server/query/row-rules.ts';
import { column, join, sql, type Sql } from '#kit/server/sql.ts';
import { position } from '../model/position.ts';
import { requireAny } from './guards.ts';
import { CHOOSING_ROLES } from './roles.ts';
import { seenUsers } from './user-list.ts';

/** Column of a source's rows that stands for a row: its id, or what people know it by. */
type Key = 'id' | 'code';

/** A table of the wire (`table,text,code`) as this server knows it. */
interface TableSource {
  /** Names the wire may give to the shown column. */
  text: readonly string[];
  /** Names the wire may give to the key column. */
  keys: Readonly<Record<string, Key>>;
  /** Rows of the tenant with columns id, code, name, parent_id and what conditions name. */
  rows(tx: Tx): Sql;
  /** Names of `pidField` where the rows are a tree. */
  parent?: readonly string[];
  /** Columns that the `condition` of a tree may name, by their names on the wire. */
  conditions?: Readonly<Record<string, string>>;
  /** Only for holders of one of these rights; absent: for everybody who is signed in. */
  needs?: readonly string[];
}

/** All there is. A name of the wire picks one of these and never becomes a part of a statement. */
const SOURCES: Readonly<Record<string, TableSource>> = {
  sys_category: {
    text: ['name'],
    keys: { id: 'id', code: 'code' },
    rows: (tx) => sql`select id, code, name, parent_id from category
      where tenant_id = ${tx.tenant} and deleted_at is null`,
    parent: ['pid', 'parent_id'],
    conditions: { name: 'name', code: 'code' },
  },
  sys_depart: {
    text: ['depart_name'],
    keys: { id: 'id', org_code: 'code' },
    rows: (tx) => sql`select id, org_code as code, name, parent_id, status, category as org_category
      from depart where tenant_id = ${tx.tenant}`,
    parent: ['pid', 'parent_id'],
    conditions: { depart_name: 'name', status: 'status', org_category: 'org_category' },
  },
  sys_user: {
    text: ['realname'],
    keys: { id: 'id', username: 'code' },
    rows: (tx) => sql`select id, username as code, realname as name, null::uuid as parent_id
      from (${seenUsers(tx, sql`m.status = 'active' and u.status = 'active'`)}) people`,
  },
  sys_role: {
    text: ['role_name'],
    keys: { id: 'id', role_code: 'code' },
    rows: (tx) => sql`select id, code, name, null::uuid as parent_id from role
      where tenant_id = ${tx.tenant}`,
    needs: CHOOSING_ROLES,
  },
  sys_position: {
    text: ['name'],
    keys: { id: 'id', code: 'code' },
    rows: (tx) => sql`select t.id, t.code, t.name, null::uuid as parent_id from position t
      where ${join([sql`t.tenant_id = ${tx.tenant}`, sql`t.deleted_at is null`, ...ruleConditions(position, tx.actor, 't')], ' and ')}`,
  },
};

export const badDict = (): Refusal => new Refusal('badDict', '字典Code格式不正确！', { status: 400 });
const badCondition = (): Refusal =>
  new Refusal('badCondition', '组件JTreeSelect-condition传值有误，需要一个json字符串!', {
    status: 400,
  });

/** A registered table with the key column that was asked for. */
export interface DictSource {
  table: TableSource;
  key: Key;
}

const registered = (table: string): TableSource | undefined =>
  Object.hasOwn(SOURCES, table) ? SOURCES[table] : undefined;

/**
 * The source of `table,text,code`.
 * @throws Refusal 字典Code格式不正确！ for anything that is not registered; 403 without the right
 */
export function dictSource(tx: Tx, dict: string): DictSource {
  const [table = '', text = '', code = '', ...more] = dict.split(',').map((part) => part.trim());
  const source = registered(table);
  const key = source?.text.includes(snake(text)) ? keyOf(source, code) : undefined;
  if (!source || !key || more.length > 0) throw badDict();
  if (source.needs) requireAny(tx.actor, source.needs);
  return { table: source, key };
}

const keyOf = ({ keys }: TableSource, name: string): Key | undefined =>
  Object.hasOwn(keys, snake(name)) ? keys[snake(name)] : undefined;

interface DictChoice {
  value: string;
  text: string;
  title: string;
  label: string;
}

const option = ({ value, name }: { value: string; name: string }): DictChoice => ({
  value,
  text: name,
  title: name,
  label: name,
});

const MOST_CHOICES = 1000;

/** Rows whose text or key holds a word; with commas in it, the rows of exactly these keys. */
export async function findChoices(
  tx: Tx,
  { table, key }: DictSource,
  { keyword = '', limit = MOST_CHOICES, order = 'name' }: ChoiceQuery,
): Promise<DictChoice[]> {
  const word = keyword.trim().slice(0, 1000);
  const named = sql`t.${column(key)}::text = any(${word.split(',').map((one) => one.trim())}::text[])`;
  const where = word === '' ? sql`true` : word.includes(',') ? named : holdsWord(word, key);
  const by = column(order === 'key' ? `t.${key}` : 't.name');
  const rows = await tx.query<{ value: string; name: string }>(sql`
    select t.${column(key)}::text as value, t.name from (${table.rows(tx)}) t
    where ${where} order by ${by}, t.id limit ${Math.min(limit, MOST_CHOICES)}`);
  return rows.map(option);
}

/** Whether the name or the key of a row `t` holds a word. */
export function holdsWord(word: string, key: Key): Sql {
  const pattern = `%${word.slice(0, 100).replace(/[\\%_]/g, (sign) => `\\${sign}`)}%`;
  return sql`(t.name ilike ${pattern} or t.${column(key)}::text ilike ${pattern})`;
}

export interface ChoiceQuery {
  keyword?: string;
  limit?: number;
  order?: 'name' | 'key';
}

/** Texts of keys, in the order of the keys. A key nobody has is left out, or stands for itself. */
export async function labelsOf(
  tx: Tx,
  { table, key }: DictSource,
  keys: readonly string[],
  isMissingDropped: boolean,
): Promise<string[]> {
  const rows = await tx.query<{ value: string; name: string }>(sql`
    select t.${column(key)}::text as value, t.name from (${table.rows(tx)}) t
    where t.${column(key)}::text = any(${keys}::text[])`);
  const names = new Map(rows.map(({ value, name }) => [value, name]));
  return keys.flatMap((one) => names.get(one) ?? (isMissingDropped ? [] : [one]));
}

/**
 * One level of a registered tree: what hangs below `pid`, the roots where it is blank or 0.
 * @throws Refusal for unregistered names, and for a condition that is no JSON object of known keys
 */
export async function treeLevel(tx: Tx, query: TreePlace): Promise<WireNode[]> {
  const { tableName = '', text = '', code = '', pid = '', pidField = 'pid' } = query;
  const { table, key } = dictSource(tx, [tableName, text, code].join(','));
  if (!table.parent?.includes(snake(pidField))) throw badDict();
  const isRoot = pid === '' || pid === '0';
  const below = isRoot
    ? sql`t.parent_id is null`
    : sql`t.parent_id in (select p.id from (${table.rows(tx)}) p
        where p.${column(key)}::text = ${pid})`;
  const where = [below, ...readCondition(table, query.condition)];
  const rows = await tx.query<TreeRow>(sql`
    select t.id, t.code, t.name, t.${column(key)}::text as value,
      not exists (select 1 from (${table.rows(tx)}) c where c.parent_id = t.id) as leaf
    from (${table.rows(tx)}) t where ${join(where, ' and ')} order by t.code, t.id`);
  return rows.map((row) => ({
    key: row.value,
    value: row.value,
    title: row.name,
    label: row.name,
    code: row.code,
    leaf: row.leaf,
    isLeaf: row.leaf,
    icon: null,
    parentId: isRoot ? '' : pid,
    children: null,
  }));
}

interface TreeRow {
  id: string;
  code: string;
  name: string;
  value: string;
  leaf: boolean;
}

/** A condition of the wire as conditions on rows `t`. */
export function readCondition(table: TableSource, condition = ''): Sql[] {
  if (condition.trim() === '') return [];
  let given: unknown;
  try {
    given = JSON.parse(condition);
  } catch {
    throw badCondition();
  }
  if (typeof given !== 'object' || given === null || Array.isArray(given)) throw badCondition();
  return Object.entries(given).map(([name, value]) => {
    const known = table.conditions ?? {};
    const to = Object.hasOwn(known, snake(name)) ? known[snake(name)] : undefined;
    if (!to || (typeof value !== 'string' && typeof value !== 'number')) throw badCondition();
    return sql`t.${column(to)} = ${String(value)}`;
  });
}
