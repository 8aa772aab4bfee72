import type { Queries, Tx } from '#kit/server/database.ts';
import { share, type Figures, type WholeFigure } from '../model/figures.ts';

/** Failed sign-ins are counted over so long. */
const SIGN_IN_WINDOW_MS = 10 * 60_000;

/** One line of the queue, over all tenants. */
export interface QueueCount {
  handler: string;
  status: 'pending' | 'running' | 'dead';
  n: number;
  oldest: Date | null;
}

/** What stands in the queue, by work and state. */
export const queueCounts = (db: Queries): Promise<QueueCount[]> =>
  db.rows<QueueCount>`select handler, status, n, oldest from work.queue_counts() order by handler, status`;

interface DatabaseCounts {
  connections: number;
  connectionsMax: number;
  activeStatements: number;
  waitingLocks: number;
  databaseSize: bigint;
  blocksHit: bigint;
  blocksRead: bigint;
  replicationLag: string | null;
}

/** How database, queue and sign-ins are now. */
export async function wholeFigures({ platform }: Pick<Tx, 'platform'>, now: Date): Promise<Figures<WholeFigure>> {
  const one = await platform.one<DatabaseCounts>`
    select (select sum(numbackends)::integer from pg_stat_database) as connections,
      current_setting('max_connections')::integer as connections_max,
      (select count(*)::integer from pg_stat_activity
        where datname = current_database() and state = 'active' and pid <> pg_backend_pid()) as active_statements,
      (select count(*)::integer from pg_locks l join pg_stat_activity a on a.pid = l.pid
        where not l.granted and a.datname = current_database()) as waiting_locks,
      pg_database_size(current_database()) as database_size,
      (select blks_hit from pg_stat_database where datname = current_database()) as blocks_hit,
      (select blks_read from pg_stat_database where datname = current_database()) as blocks_read,
      (select max(case when pg_is_in_recovery() then null
        else pg_wal_lsn_diff(pg_current_wal_lsn(), replay_lsn) end) from pg_stat_replication) as replication_lag`;
  const queue = await queueCounts(platform);
  const since = new Date(now.getTime() - SIGN_IN_WINDOW_MS);
  const { failed } = await platform.one<{ failed: number }>`select work.failed_sign_ins(${since}) as failed`;
  const due = queue.filter(({ status, oldest }) => status === 'pending' && oldest !== null && oldest <= now);
  const oldest = Math.min(...due.map(({ oldest: at }) => at?.getTime() ?? Infinity));
  return {
    connections: one.connections,
    connectionsMax: one.connectionsMax,
    activeStatements: one.activeStatements,
    waitingLocks: one.waitingLocks,
    databaseSize: Number(one.databaseSize),
    cacheHits: share(Number(one.blocksHit), Number(one.blocksHit + one.blocksRead)),
    replicationLag: one.replicationLag === null ? null : Number(one.replicationLag),
    waitingTasks: sumOf(queue, 'pending'),
    runningTasks: sumOf(queue, 'running'),
    deadTasks: sumOf(queue, 'dead'),
    oldestWait: Number.isFinite(oldest) ? (now.getTime() - oldest) / 1000 : 0,
    failedSignIns: failed,
  };
}

const sumOf = (queue: readonly QueueCount[], status: QueueCount['status']): number =>
  queue.reduce((sum, one) => (one.status === status ? sum + one.n : sum), 0);
