import type pg from 'pg';
import type { AnyLifecycle } from '#kit/model/lifecycle.ts';
import { snake } from '#kit/model/resource.ts';

/** The role that serves; it must own nothing and be bound by row-level security. */
export const APP_ROLE = 'waybill_app';

export interface TableRow {
  name: string;
  /** 'table', or 'view' for anything that shows rows of others. */
  kind: 'table' | 'view';
  rowSecurity: boolean;
  forced: boolean;
  owner: string;
  /** Rights of the app that no policy stands before. */
  appMayTruncate: boolean;
}

export interface ColumnRow {
  table: string;
  name: string;
  /** As PostgreSQL writes it: `numeric(18,4)`, `timestamp with time zone`. */
  type: string;
  notNull: boolean;
  generated: boolean;
  /** Filled by a sequence or identity. */
  counted: boolean;
}

export interface KeyRow {
  table: string;
  name: string;
  primary: boolean;
  columns: string[];
}

export interface ForeignKeyRow {
  table: string;
  name: string;
  columns: string[];
  target: string;
  targetColumns: string[];
}

export interface PolicyRow {
  table: string;
  name: string;
  /** Role names; `public` for everybody. */
  roles: string[];
  command: string;
  using: string | null;
  check: string | null;
}

export interface FunctionRow {
  name: string;
  source: string;
  definer: boolean;
  publicMayCall: boolean;
}

export interface RoleRow {
  name: string;
  superuser: boolean;
  bypassesRowSecurity: boolean;
  memberOf: string[];
  owns: string[];
}

/** What `stage` becomes for each state; a text where the column cannot be computed from it. */
export type StageRow = { table: string; stages: Record<string, string | null> | string };

/** What the schema check looks at, as plain rows. */
export interface Catalogue {
  tables: TableRow[];
  columns: ColumnRow[];
  keys: KeyRow[];
  foreignKeys: ForeignKeyRow[];
  policies: PolicyRow[];
  triggers: { table: string; name: string }[];
  functions: FunctionRow[];
  roles: RoleRow[];
  stages: StageRow[];
}

/** Reads the catalogue of the schema `public`; writes nothing. */
export async function readCatalogue(client: pg.ClientBase, lifecycles: readonly AnyLifecycle[]): Promise<Catalogue> {
  const rows = async <T>(text: string): Promise<T[]> => (await client.query(text)).rows as T[];
  return {
    tables: await rows(TABLES),
    columns: await rows(COLUMNS),
    keys: await rows(KEYS),
    foreignKeys: await rows(FOREIGN_KEYS),
    policies: await rows(POLICIES),
    triggers: await rows(TRIGGERS),
    functions: await rows(FUNCTIONS),
    roles: await rows(ROLES),
    stages: await readStages(client, lifecycles),
  };
}

const IN_PUBLIC = `c.relnamespace = 'public'::regnamespace and not exists (
  select 1 from pg_depend x where x.objid = c.oid and x.deptype = 'e')`;

const TABLES = `
  select c.relname::text as name, case when c.relkind in ('r', 'p') then 'table' else 'view' end as kind,
    c.relrowsecurity as "rowSecurity", c.relforcerowsecurity as forced,
    pg_get_userbyid(c.relowner)::text as owner,
    has_table_privilege('${APP_ROLE}', c.oid, 'TRUNCATE') as "appMayTruncate"
  from pg_class c where c.relkind in ('r', 'p', 'v', 'm', 'f') and ${IN_PUBLIC} order by 1`;

const COLUMNS = `
  select c.relname::text as table, a.attname::text as name,
    format_type(a.atttypid, a.atttypmod) as type, a.attnotnull as "notNull",
    a.attgenerated <> '' as generated,
    a.attidentity <> '' or coalesce(pg_get_expr(d.adbin, d.adrelid) like '%nextval(%', false) as counted
  from pg_class c
  join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
  left join pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum
  where c.relkind in ('r', 'p') and ${IN_PUBLIC} order by 1, a.attnum`;

const KEYS = `
  select c.relname::text as table, i.indexrelid::regclass::text as name, i.indisprimary as primary,
    array(select coalesce(a.attname::text, '(expression)')
      from unnest(i.indkey::int2[]) with ordinality as k (attnum, place)
      left join pg_attribute a on a.attrelid = c.oid and a.attnum = k.attnum
      where k.place <= i.indnkeyatts order by k.place) as columns
  from pg_index i join pg_class c on c.oid = i.indrelid
  where i.indisunique and c.relkind in ('r', 'p') and ${IN_PUBLIC} order by 1, 2`;

const FOREIGN_KEYS = `
  select c.relname::text as table, f.conname::text as name, t.relname::text as target,
    array(select a.attname::text from unnest(f.conkey) with ordinality as k (attnum, place)
      join pg_attribute a on a.attrelid = f.conrelid and a.attnum = k.attnum order by k.place) as columns,
    array(select a.attname::text from unnest(f.confkey) with ordinality as k (attnum, place)
      join pg_attribute a on a.attrelid = f.confrelid and a.attnum = k.attnum order by k.place) as "targetColumns"
  from pg_constraint f join pg_class c on c.oid = f.conrelid join pg_class t on t.oid = f.confrelid
  where f.contype = 'f' and ${IN_PUBLIC} order by 1, 2`;

const POLICIES = `
  select tablename::text as table, policyname::text as name, roles::text[] as roles, cmd as command,
    qual as using, with_check as check
  from pg_policies where schemaname = 'public' order by 1, 2`;

const TRIGGERS = `
  select c.relname::text as table, t.tgname::text as name
  from pg_trigger t join pg_class c on c.oid = t.tgrelid
  where not t.tgisinternal and ${IN_PUBLIC} order by 1, 2`;

const FUNCTIONS = `
  select p.oid::regprocedure::text as name, p.prosrc as source, p.prosecdef as definer,
    exists (select 1 from aclexplode(coalesce(p.proacl, acldefault('f', p.proowner))) a
      where a.grantee = 0 and a.privilege_type = 'EXECUTE') as "publicMayCall"
  from pg_proc p join pg_language l on l.oid = p.prolang
  where l.lanname in ('sql', 'plpgsql')
    and p.pronamespace not in ('pg_catalog'::regnamespace, 'information_schema'::regnamespace)
    and not exists (select 1 from pg_depend x where x.objid = p.oid and x.deptype = 'e')
  order by 1`;

const ROLES = `
  select r.rolname::text as name, r.rolsuper as superuser, r.rolbypassrls as "bypassesRowSecurity",
    array(select g.rolname::text from pg_auth_members m join pg_roles g on g.oid = m.roleid
      where m.member = r.oid order by 1) as "memberOf",
    array(select c.oid::regclass::text from pg_class c where c.relowner = r.oid order by 1) as owns
  from pg_roles r where r.rolname = '${APP_ROLE}'`;

/** Computes each generated `stage` for every state its lifecycle knows. */
async function readStages(client: pg.ClientBase, lifecycles: readonly AnyLifecycle[]): Promise<StageRow[]> {
  const { rows } = await client.query<{ table: string; expression: string }>(`
    select c.relname::text as table, pg_get_expr(d.adbin, d.adrelid) as expression
    from pg_attribute a join pg_class c on c.oid = a.attrelid
    join pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum
    where a.attname = 'stage' and a.attgenerated = 's' and ${IN_PUBLIC}`);
  const expressions = new Map(rows.map(({ table, expression }) => [table, expression]));
  const found: StageRow[] = [];
  for (const lifecycle of lifecycles) {
    const table = snake(lifecycle.of.name);
    const expression = expressions.get(table);
    if (expression) found.push({ table, stages: await stagesOf(client, lifecycle, expression) });
  }
  return found;
}

async function stagesOf(
  client: pg.ClientBase,
  lifecycle: AnyLifecycle,
  expression: string,
): Promise<StageRow['stages']> {
  try {
    const { rows } = await client.query<{ status: string; stage: string | null }>(
      `select status, ${expression} as stage from unnest($1::text[]) as t (status)`,
      [Object.keys(lifecycle.states)],
    );
    return Object.fromEntries(rows.map(({ status, stage }) => [status, stage]));
  } catch (error) {
    return (error as Error).message;
  }
}
