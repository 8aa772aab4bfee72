import type { Tx } from '#kit/server/database.ts';
import { toWireTime } from '#kit/model/time.ts';
import type { DatabaseState } from '../model/routes.ts';
import { shownStatement } from './redact.ts';
import type { NodeEyes } from './services.ts';
import { wholeFigures } from './whole-figures.ts';

const MOST_TABLES = 30;
const MOST_LINES = 50;

/** How the database is now, for the one who runs it. Statements are shown without their values. */
export async function databaseState(tx: Tx, { watch, slow }: NodeEyes): Promise<DatabaseState> {
  const { platform, now, actor } = tx;
  const at = (moment: Date | null): string | null => moment && toWireTime(moment, actor.zone);
  const { version } = await platform.one<{ version: string }>`select current_setting('server_version') as version`;
  const connections = await platform.rows<DatabaseState['connections'][number]>`
    select coalesce(usename, '—') as user, coalesce(nullif(application_name, ''), '—') as program,
      coalesce(state, '—') as state, count(*)::integer as count
    from pg_stat_activity where datid is not null
    group by 1, 2, 3 order by 4 desc, 1, 2, 3 limit ${MOST_LINES}`;
  const statements = await platform.rows<DatabaseState['statements'][number]>`
    select pid, extract(epoch from clock_timestamp() - query_start)::float8 as seconds, state,
      coalesce(wait_event_type, '') as waits_for, query as sql
    from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid() and state is not null and state <> 'idle'
    order by query_start limit ${MOST_LINES}`;
  const locks = await platform.rows<DatabaseState['locks'][number]>`
    select a.pid, array_to_string(pg_blocking_pids(a.pid), ', ') as blocked_by,
      extract(epoch from clock_timestamp() - a.query_start)::float8 as seconds,
      coalesce((select l.relation::regclass::text from pg_locks l
        where l.pid = a.pid and not l.granted and l.relation is not null limit 1), '') as relation,
      a.query as sql
    from pg_stat_activity a
    where a.datname = current_database() and a.wait_event_type = 'Lock'
    order by a.query_start limit ${MOST_LINES}`;
  // Measuring a table waits for whoever has it to themselves: such a one is measured by what it had last.
  const tables = await platform.rows<{
    name: string;
    bytes: bigint;
    rows: bigint;
    dead: bigint;
    vacuumedAt: Date | null;
  }>`
    select s.relname as name, s.n_live_tup as rows, s.n_dead_tup as dead,
      case when parts.is_closed then parts.pages * current_setting('block_size')::bigint
        else pg_total_relation_size(s.relid) end as bytes,
      greatest(s.last_vacuum, s.last_autovacuum) as vacuumed_at
    from pg_stat_user_tables s
    join (
      select p.relid, sum(c.relpages)::bigint as pages, bool_or(l.relation is not null) as is_closed
      from (
        select oid as relid, oid as part from pg_class where relkind in ('r', 'm')
        union all
        select indrelid, indexrelid from pg_index
      ) p
      join pg_class c on c.oid = p.part
      left join (
        select distinct relation from pg_locks
        where mode = 'AccessExclusiveLock' and database = (select oid from pg_database where datname = current_database())
      ) l on l.relation = p.part
      group by p.relid
    ) parts on parts.relid = s.relid
    order by bytes desc limit ${MOST_TABLES}`;
  const replicas = await platform.rows<{ name: string; state: string; lagBytes: string | null }>`
    select coalesce(nullif(application_name, ''), pid::text) as name, coalesce(state, '—') as state,
      case when pg_is_in_recovery() then null else pg_wal_lsn_diff(pg_current_wal_lsn(), replay_lsn) end as lag_bytes
    from pg_stat_replication order by 1`;
  return {
    node: watch.node.name,
    at: toWireTime(now, actor.zone),
    version,
    figures: await wholeFigures(tx, now),
    connections,
    statements: statements.map((one) => ({ ...one, sql: shownStatement(one.sql) })),
    locks: locks.map((one) => ({ ...one, sql: shownStatement(one.sql) })),
    tables: tables.map(({ name, bytes, rows, dead, vacuumedAt }) => ({
      name,
      bytes: Number(bytes),
      rows: Number(rows),
      dead: Number(dead),
      vacuumedAt: at(vacuumedAt),
    })),
    replicas: replicas.map(({ name, state, lagBytes }) => ({
      name,
      state,
      lagBytes: lagBytes === null ? null : Number(lagBytes),
    })),
    slow: slow.worst().map((one) => ({ ...one, lastAt: toWireTime(one.lastAt, actor.zone) })),
  };
}
