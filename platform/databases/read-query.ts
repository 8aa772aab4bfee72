import pg from 'pg';
import { isSystemSchema } from './select-grammar.ts';
import { faultOf, pinned, postgresClient, ProbeError, type ProbedDatabase, type ProbeOptions } from './probe.ts';

/** A column of an answer, in the kinds that reports know. */
export interface QueriedColumn {
  name: string;
  type: 'Integer' | 'Decimal' | 'Date' | 'Datetime' | 'String';
}

export interface QueriedRows {
  columns: QueriedColumn[];
  /** Values as the server writes them. */
  rows: (string | null)[][];
  /** Whether the account may write some table there. */
  mayWrite: boolean;
}

/** The server took the query and did not answer it. */
export class QueryError extends Error {
  /** As the server classes it; `tooMuch`: its rows weigh more than a report may; `busy`: it is asked enough already. */
  readonly state: string;
  constructor(state: string, cause?: unknown) {
    super(`the query failed: ${state}`, { cause });
    this.name = 'QueryError';
    this.state = state;
  }
}

export interface QueryOptions extends ProbeOptions {
  mostRows: number;
}

export type ReadQuery = (
  target: ProbedDatabase,
  query: { text: string; values: readonly string[] },
  options: QueryOptions,
) => Promise<QueriedRows>;

const TIMEOUT_MS = 10_000;
/** The server ends a query itself and says so; one that does not is waited for so much longer. */
const GRACE_MS = 2_000;
const MOST_BYTES = 20_000_000;
const MOST_AT_ONCE = 8;
/** Over the connection, whatever it is made of. */
const MOST_SENT = 32_000_000;

/**
 * Asks a PostgreSQL server of somebody else's for the rows of one judged SELECT: in a transaction that reads only,
 * with an end to its time, its rows and its weight. It goes as a prepared statement, which holds one statement, and
 * its texts are read as the grammar reads them, whatever the account is set to. An account that may do anything there
 * asks nothing: what only reads is no bound for it.
 * @throws ProbeError, QueryError
 */
export const readQuery: ReadQuery = async (target, { text, values }, options) => {
  const timeoutMs = options.timeoutMs ?? TIMEOUT_MS;
  const client = postgresClient(await pinned(target, options), {
    timeoutMs: timeoutMs + GRACE_MS,
    mostBytes: MOST_SENT,
  });
  try {
    await client.connect();
  } catch (error) {
    throw new ProbeError(faultOf(error), error);
  }
  try {
    await client.query('begin transaction read only');
    await client.query(`set local statement_timeout = ${Math.floor(timeoutMs)}`);
    await client.query('set local standard_conforming_strings = on');
    await client.query(`set local search_path = ${await pathOf(client)}`);
    const mayWrite = await requireModest(client);
    const weighed = weigher();
    const answer = await client.query<(string | null)[]>({
      name: 'report',
      text: `select * from (${text}\n) as report_rows limit ${Math.floor(options.mostRows)}`,
      values: [...values],
      rowMode: 'array',
      types: { getTypeParser: () => weighed } as unknown as pg.CustomTypesConfig,
    });
    return { columns: answer.fields.map(columnOf), rows: answer.rows, mayWrite };
  } catch (error) {
    if (error instanceof QueryError || error instanceof ProbeError) throw error;
    throw new QueryError(String((error as { code?: unknown }).code ?? 'lost'), error);
  } finally {
    await client.end().catch(() => undefined);
  }
};

/**
 * Where names are looked for: the server's own functions and operators first, which the grammar has judged by their
 * names, then schemas as the account has them, but for those of the system.
 */
async function pathOf(client: pg.Client): Promise<string> {
  const { rows } = await client.query<{ path: string[] }>(
    'select pg_catalog.current_schemas(false)::pg_catalog.text[] as path',
  );
  const own = (rows[0]?.path ?? []).filter((name) => !isSystemSchema(name));
  return ['pg_catalog', ...own].map((name) => pg.escapeIdentifier(name)).join(', ');
}

/** @returns whether the account may write. @throws ProbeError where it may do anything, or read files of the server */
async function requireModest(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ is_mighty: boolean; may_write: boolean }>(`
    select exists (
        select 1 from pg_catalog.pg_roles r
        where (r.rolname = current_user and r.rolsuper)
          or (r.rolname in ('pg_read_server_files', 'pg_write_server_files', 'pg_execute_server_program')
            and pg_catalog.pg_has_role(r.oid, 'member'))) as is_mighty,
      exists (
        select 1 from pg_catalog.pg_class c
        where c.relkind in ('r', 'p') and c.relnamespace <> 'pg_catalog'::pg_catalog.regnamespace
          and pg_catalog.has_table_privilege(c.oid, 'insert, update, delete, truncate')) as may_write`);
  if (rows[0]?.is_mighty) throw new ProbeError('superuser');
  return rows[0]?.may_write ?? false;
}

/** Lets values through as long as what has come weighs little enough. @throws QueryError where it weighs more */
function weigher(): (value: string) => string {
  let bytes = 0;
  return (value) => {
    bytes += value.length;
    if (bytes > MOST_BYTES) throw new QueryError('tooMuch');
    return value;
  };
}

/**
 * Asks so many questions at once of each account of a database, and no more: it is somebody else's, with work and
 * sessions of its own. What is more is refused, each node for itself.
 * @throws QueryError `busy`
 */
export function askedSparingly(read: ReadQuery, mostAtOnce = MOST_AT_ONCE): ReadQuery {
  const underWay = new Map<string, number>();
  return async (target, query, options) => {
    const account = JSON.stringify([target.host, target.port, target.username]);
    const before = underWay.get(account) ?? 0;
    if (before >= mostAtOnce) throw new QueryError('busy');
    underWay.set(account, before + 1);
    try {
      return await read(target, query, options);
    } finally {
      const left = (underWay.get(account) ?? 1) - 1;
      if (left === 0) underWay.delete(account);
      else underWay.set(account, left);
    }
  };
}

const TYPES: Readonly<Record<number, QueriedColumn['type']>> = {
  20: 'Integer',
  21: 'Integer',
  23: 'Integer',
  700: 'Decimal',
  701: 'Decimal',
  1700: 'Decimal',
  1082: 'Date',
  1114: 'Datetime',
  1184: 'Datetime',
};

const columnOf = ({ name, dataTypeID }: pg.FieldDef): QueriedColumn => ({ name, type: TYPES[dataTypeID] ?? 'String' });
