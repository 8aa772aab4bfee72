import { systemActor, type Actor } from './actor.ts';
import { isSessionLost } from './database-fault.ts';
import type { Database, Tx } from './database.ts';
import {
  Dead,
  LeaseLost,
  Later,
  noteInTransaction,
  type Attempt,
  type DeliveryRow,
  type QueuedHandler,
} from './deliveries.ts';
import { MESSAGES } from './messages.ts';

export interface CarrierOptions {
  db: Database;
  handlers: Readonly<Record<string, QueuedHandler>>;
  /** Called when a delivery is given up, in a transaction of its tenant. */
  onDead?: (tx: Tx, delivery: DeliveryRow, reason: string) => Promise<void>;
  zoneOf: (tenant: number) => Promise<string>;
  log?: (level: 'info' | 'warn' | 'error', about: object, message: string) => void;
  leaseSeconds: number;
  /** Attempts that fail before a person takes over. */
  maxAttempts?: number;
  backoffMs?: (attempt: number) => number;
  /** Does something again and again, that long apart; a real timer unless a test has one of its own. */
  repeat?: Repeat;
}

/** @returns how to stop it */
type Repeat = (act: () => Promise<void>, everyMs: number) => () => void;

const byTimer: Repeat = (act, everyMs) => {
  const timer = setInterval(() => void act(), everyMs);
  return () => clearInterval(timer);
};

const GIVE_UP_AT = 8;
const FIRST_REST_MS = 1000;
const LONGEST_REST_MS = 300_000;
/** After a lost session work rests at least as after so many failures of its own. */
const LOST_RESTS_AS = 3;

/** How long to rest after so many failures: twice as long each time, a quarter more or less. */
export const exponential = (attempt: number, random: () => number = Math.random): number =>
  Math.min(FIRST_REST_MS * 2 ** (attempt - 1), LONGEST_REST_MS) * (0.75 + random() / 2);

/**
 * Carries out one claimed delivery outside any transaction and marks its outcome. Every mark names
 * the version that was claimed: a node that stalled past its lease changes nothing any more.
 */
export async function carryOut(options: CarrierOptions, row: DeliveryRow, clock: () => Date): Promise<void> {
  const { db, log } = options;
  const actor = systemActor(row.tenantId, '系统', await options.zoneOf(row.tenantId));
  const stopRenewing = renewLease(options, actor, row);
  const { attempt, isFinished } = attemptAt(options, actor, row, clock);
  try {
    const handler = options.handlers[row.handler];
    if (!handler) throw new Dead(`没有处理程序：${row.handler}`);
    await handler.run(attempt);
    if (!isFinished()) await attempt.finish();
  } catch (error) {
    const isWaiting = error instanceof Later && !error.isFault;
    log?.(
      isWaiting ? 'info' : 'warn',
      { delivery: row.id, handler: row.handler, err: error },
      isWaiting ? 'delivery waits' : 'delivery failed',
    );
    await db
      .tx(actor, (tx) => markFailed(tx, options, row, error as Error, clock()))
      .catch((cause: unknown) =>
        log?.('error', { delivery: row.id, err: cause }, 'outcome could not be stored; the lease will end'),
      );
  } finally {
    stopRenewing();
  }
}

const isLastAttempt = ({ maxAttempts = GIVE_UP_AT }: CarrierOptions, row: DeliveryRow): boolean =>
  row.attempts >= maxAttempts;

function attemptAt(
  options: CarrierOptions,
  actor: Actor,
  row: DeliveryRow,
  clock: () => Date,
): { attempt: Attempt; isFinished: () => boolean } {
  const { db } = options;
  let isFinished = false;
  const attempt: Attempt = {
    id: row.id,
    tenant: row.tenantId,
    event: row.event,
    aggregate: row.aggregate,
    payload: row.payload,
    attempt: row.attempts,
    isLast: isLastAttempt(options, row),
    progress: row.progress,
    hold: row.version,
    now: clock(),
    tx: (work) => db.tx(actor, work),
    note: (progress) => db.tx(actor, (tx) => noteInTransaction(tx, attempt, progress)),
    finish: async (work) => {
      await db.tx(actor, async (tx) => {
        await work?.(tx);
        const done = await tx.run`update delivery set status = 'ok', done_at = ${clock()}, last_error = null,
            failure = null, lease_until = null, update_time = ${clock()}, version = version + 1
          where tenant_id = ${tx.tenant} and id = ${row.id} and status = 'running'
            and version = ${row.version}`;
        // Stalled past its lease: another node has taken over, and this effect must not be a second one.
        if (done === 0) throw new LeaseLost();
      });
      isFinished = true;
    },
  };
  return { attempt, isFinished: () => isFinished };
}

/** While its handler lives the lease is renewed, by the clock of the database; a dead node stops. */
function renewLease(options: CarrierOptions, actor: Actor, row: DeliveryRow): () => void {
  const renew = (): Promise<void> =>
    options.db
      .tx(
        actor,
        (tx) => tx.run`update delivery
          set lease_until = clock_timestamp() + make_interval(secs => ${options.leaseSeconds})
          where tenant_id = ${tx.tenant} and id = ${row.id} and status = 'running'
            and version = ${row.version}`,
      )
      .then(
        () => undefined,
        (error: unknown) => options.log?.('warn', { err: error }, 'lease could not be renewed'),
      );
  return (options.repeat ?? byTimer)(renew, (options.leaseSeconds * 1000) / 3);
}

/** What people read of a failure; messages that are none of ours (a driver's, a bug's) are for the log. */
export const inWords = ({ message }: Error): string =>
  /\p{Script=Han}/u.test(message) ? message : MESSAGES.unexpected;

async function markFailed(tx: Tx, options: CarrierOptions, row: DeliveryRow, error: Error, now: Date): Promise<void> {
  // What another node holds by now is that node's to mark.
  if (error instanceof LeaseLost) return;
  const later = error instanceof Later ? error : null;
  // A session that was lost says nothing about the work: it waits out however long that lasts.
  const isDatabase = isSessionLost(error);
  const isFault = !isDatabase && (later?.isFault ?? true);
  const isGivenUp = error instanceof Dead || (isFault && isLastAttempt(options, row));
  const message = inWords(error).slice(0, 500);
  if (isGivenUp) {
    const failure = error instanceof Dead ? error.failure : 'failed';
    const given = await tx.run`update delivery set status = 'dead', last_error = ${message},
        failure = ${failure}, lease_until = null, update_time = ${now}, version = version + 1
      where tenant_id = ${tx.tenant} and id = ${row.id} and status = 'running'
        and version = ${row.version}`;
    if (given > 0) await options.onDead?.(tx, row, message);
    return;
  }
  const rests = isDatabase ? Math.max(row.attempts, LOST_RESTS_AS) : row.attempts;
  const ms = later?.ms ?? (options.backoffMs ?? exponential)(rests);
  const spared = isFault ? 0 : 1;
  const behind = later?.gate ? await waitingBefore(tx, row, later.gate.key) : 0;
  const nextAt = new Date(now.getTime() + ms + behind * (later?.gate?.spacingMs ?? 0));
  await tx.run`update delivery set status = 'pending', last_error = ${message}, lease_until = null,
      attempts = attempts - ${spared}, next_at = ${nextAt}, gate = ${later?.gate?.key ?? null},
      update_time = ${now}, version = version + 1
    where tenant_id = ${tx.tenant} and id = ${row.id} and status = 'running'
      and version = ${row.version}`;
}

/** How many of its kind wait for the same since before it: the oldest comes back first. */
async function waitingBefore(tx: Tx, row: DeliveryRow, gate: string): Promise<number> {
  const { n } = await tx.one<{ n: number }>`
    select count(*)::integer as n from delivery
    where tenant_id = ${tx.tenant} and gate = ${gate} and handler = ${row.handler}
      and status = 'pending' and id < ${row.id}`;
  return n;
}
