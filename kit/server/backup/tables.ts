import type pg from 'pg';

/** A table as a backup holds it. */
interface StoredTable {
  name: string;
  /** In their order in the row's text. */
  columns: string[];
}

/** Rows and the sum of their checksums, whatever order they come in. */
export interface Tally {
  rows: number;
  sum: string;
}

/** The database's side of `addRow`. */
export const TALLY = `count(*)::integer as rows,
  coalesce(sum(('x' || left(md5(t::text), 15))::bit(60)::bigint), 0)::text as sum`;

/** The same text for the same row, whatever the server is set to. */
export const PLAIN_TEXT = `set local timezone = 'UTC'; set local datestyle = 'ISO, YMD';
  set local intervalstyle = 'postgres'; set local bytea_output = 'hex'; set local extra_float_digits = 1`;

/** Every table of ours with its columns, in the order of their names. */
export async function readTables(client: pg.ClientBase): Promise<StoredTable[]> {
  const { rows } = await client.query<StoredTable>(
    `select c.relname as name, array_agg(a.attname::text order by a.attnum) as columns
     from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
     where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'
     group by c.relname order by c.relname`,
  );
  return rows;
}

/**
 * Row-level security binds even the role that owns the tables, which has a policy of its own on each. Where
 * one is missing a backup would leave rows out without a word.
 * @throws naming the tables
 */
export async function refuseHiddenRows(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `select c.relname as name from pg_class c
     where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'
       and row_security_active(c.oid)
       and not exists (
         select from pg_policy p where p.polrelid = c.oid and p.polpermissive and p.polcmd = '*'
           and pg_get_expr(p.polqual, c.oid) = 'true'
           and (select oid from pg_roles where rolname = current_user) = any (p.polroles))`,
  );
  if (rows.length > 0)
    throw new Error(
      `This login does not see all rows of ${rows.map(({ name }) => name).join(', ')}: back up with ` +
        'the login that ran the migrations (DATABASE_OWNER_URL)',
    );
}
