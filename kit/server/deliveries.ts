import { systemActor, type Actor } from './actor.ts';
import { newId, type Database, type Tx } from './database.ts';

/** One attempt at a delivery, as its handler sees it. */
export interface Attempt {
  id: string;
  tenant: number;
  event: string;
  aggregate: string;
  payload: Record<string, unknown>;
  /** 1 on the first attempt; above that an earlier one may have had its effect. */
  attempt: number;
  /** What earlier attempts noted. */
  progress: Record<string, unknown>;
  now: Date;
  tx<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
  /** Notes something for later attempts, committed at once. */
  note(progress: Record<string, unknown>): Promise<void>;
  /**
   * Runs work and marks the delivery done in one transaction: the local effect and the tick
   * beside it are there together or not at all.
   */
  finish(work?: (tx: Tx) => Promise<void>): Promise<void>;
}

/** Carries out one delivery. Throw Later to try again at a time, Dead to hand it to a person. */
export type Handler = (attempt: Attempt) => Promise<void>;

/** Try again after `ms`; `isFault` counts towards giving up. */
export class Later extends Error {
  readonly ms: number;
  readonly isFault: boolean;
  constructor(message: string, ms: number, isFault = true) {
    super(message);
    this.name = 'Later';
    this.ms = ms;
    this.isFault = isFault;
  }
}

/** Nothing more to be gained by trying: a person decides. */
export class Dead extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'Dead';
  }
}

export interface DeliveryRow {
  tenant_id: number;
  id: string;
  event: string;
  handler: string;
  aggregate: string;
  payload: Record<string, unknown>;
  attempts: number;
  progress: Record<string, unknown>;
  create_by: string | null;
}

export interface WorkerOptions {
  db: Database;
  handlers: Readonly<Record<string, Handler>>;
  /** Called when a delivery is given up, in a transaction of its tenant. */
  onDead?: (tx: Tx, delivery: DeliveryRow, reason: string) => Promise<void>;
  zoneOf: (tenant: number) => Promise<string>;
  clock?: () => Date;
  log?: (level: 'info' | 'warn' | 'error', about: object, message: string) => void;
  concurrency?: number;
  leaseSeconds?: number;
  maxAttempts?: number;
  /** Longest rest between looks at the queue. */
  idleMs?: number;
  backoffMs?: (attempt: number) => number;
  node?: string;
}

export interface Worker {
  /** New work was stored: look now. */
  wake(): void;
  /** Resolves when nothing is due and nothing runs (tests, graceful stop). */
  settled(): Promise<void>;
  stop(): Promise<void>;
}

const exponential = (attempt: number): number =>
  Math.min(1000 * 2 ** (attempt - 1), 300_000) * (0.75 + Math.random() / 2);

/**
 * The worker: claims due deliveries over all tenants (a definer function; nothing else may look
 * across tenants), runs each outside any transaction, marks the outcome. A node that dies leaves
 * a lease that ends; the next claim is a further attempt, and the handler asks the channel first.
 */
export function startWorker(options: WorkerOptions): Worker {
  const {
    db,
    clock = () => new Date(),
    concurrency = 4,
    leaseSeconds = 120,
    idleMs = 1000,
    node = newId(),
  } = options;
  const running = new Set<Promise<void>>();
  let isStopped = false;
  let timer: NodeJS.Timeout | undefined;
  let isLooking = false;
  let looking: Promise<void> = Promise.resolve();
  let lookAgain = false;
  let waiting: (() => void)[] = [];

  const claim = async (wanted: number): Promise<DeliveryRow[]> =>
    db.platform(
      (tx) => tx.rows<DeliveryRow>`
        select * from work.claim_deliveries(${node}, ${wanted}, make_interval(secs => ${leaseSeconds}), ${clock()})`,
    );

  const look = (): Promise<void> => {
    if (isLooking) lookAgain = true;
    else looking = lookOnce();
    return looking;
  };

  const lookOnce = async (): Promise<void> => {
    isLooking = true;
    clearTimeout(timer);
    try {
      do {
        lookAgain = false;
        const free = concurrency - running.size;
        if (free <= 0 || isStopped) break;
        const rows = await claim(free);
        for (const row of rows) launch(row);
        if (rows.length === free) lookAgain = running.size < concurrency;
      } while (lookAgain && !isStopped);
    } catch (error) {
      options.log?.('warn', { err: error }, 'queue cannot be read');
    } finally {
      isLooking = false;
      if (!isStopped) timer = setTimeout(() => void look(), idleMs);
      // Who waits is told by a later look when the queue cannot be read now.
      if (running.size === 0) await tellSettled().catch(() => undefined);
    }
  };

  const tellSettled = async (): Promise<void> => {
    if (waiting.length === 0) return;
    const due = await db.platform(
      (tx) => tx.maybe<{ at: Date | null }>`select work.next_delivery() as at`,
    );
    if (running.size > 0 || (due?.at && due.at <= clock()))
      return void setImmediate(() => void look());
    const told = waiting;
    waiting = [];
    for (const tell of told) tell();
  };

  const launch = (row: DeliveryRow): void => {
    const job = carryOut({ ...options, node, leaseSeconds }, row, clock)
      .catch((error: unknown) =>
        options.log?.(
          'error',
          { delivery: row.id, err: error },
          'could not be begun; the lease will end',
        ),
      )
      .finally(() => {
        running.delete(job);
        void look();
      });
    running.add(job);
  };

  void look();
  return {
    wake: () => void look(),
    settled: () =>
      new Promise((tell) => {
        waiting.push(tell);
        void look();
      }),
    async stop() {
      isStopped = true;
      clearTimeout(timer);
      // What a last look has claimed is carried out too: a claim left behind would wait for its lease.
      await looking;
      await Promise.allSettled([...running]);
    },
  };
}

type Carrier = WorkerOptions & { node: string; leaseSeconds: number };

async function carryOut(options: Carrier, row: DeliveryRow, clock: () => Date): Promise<void> {
  const { db, log } = options;
  const actor = systemActor(row.tenant_id, '系统', await options.zoneOf(row.tenant_id));
  let isFinished = false;
  const stopRenewing = renewLease(options, actor, row, clock);
  const attempt: Attempt = {
    id: row.id,
    tenant: row.tenant_id,
    event: row.event,
    aggregate: row.aggregate,
    payload: row.payload,
    attempt: row.attempts,
    progress: row.progress,
    now: clock(),
    tx: (work) => db.tx(actor, work),
    note: (progress) =>
      db.tx(actor, async (tx) => {
        Object.assign(row.progress, progress);
        await tx.run`update delivery set progress = progress || ${JSON.stringify(progress)}::jsonb
          where tenant_id = ${tx.tenant} and id = ${row.id}`;
      }),
    finish: async (work) => {
      await db.tx(actor, async (tx) => {
        await work?.(tx);
        const done =
          await tx.run`update delivery set status = 'ok', done_at = ${clock()}, last_error = null,
          lease_until = null, update_time = ${clock()}, version = version + 1
          where tenant_id = ${tx.tenant} and id = ${row.id} and status = 'running' and node = ${options.node}`;
        // Stalled past its lease: another node has taken over, and this effect must not be a second one.
        if (done === 0) throw new Error('the lease of this delivery was lost');
      });
      isFinished = true;
    },
  };
  try {
    const handler = options.handlers[row.handler];
    if (!handler) throw new Dead(`没有处理程序：${row.handler}`);
    await handler(attempt);
    if (!isFinished) await attempt.finish();
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
        log?.(
          'error',
          { delivery: row.id, err: cause },
          'outcome could not be stored; the lease will end',
        ),
      );
  } finally {
    stopRenewing();
  }
}

/** While its handler lives the lease is renewed; a node that dies stops renewing it. */
function renewLease(
  options: Carrier,
  actor: Actor,
  row: DeliveryRow,
  clock: () => Date,
): () => void {
  const renew = (): void => {
    const until = new Date(clock().getTime() + options.leaseSeconds * 1000);
    options.db
      .tx(
        actor,
        (tx) => tx.run`update delivery set lease_until = ${until}
          where tenant_id = ${tx.tenant} and id = ${row.id} and status = 'running' and node = ${options.node}`,
      )
      .catch((error: unknown) =>
        options.log?.('warn', { err: error }, 'lease could not be renewed'),
      );
  };
  const timer = setInterval(renew, (options.leaseSeconds * 1000) / 3);
  return () => clearInterval(timer);
}

async function markFailed(
  tx: Tx,
  options: Carrier,
  row: DeliveryRow,
  error: Error,
  now: Date,
): Promise<void> {
  const later = error instanceof Later ? error : null;
  const isGivenUp =
    error instanceof Dead ||
    ((later?.isFault ?? true) && row.attempts >= (options.maxAttempts ?? 8));
  const message = error.message.slice(0, 500);
  if (isGivenUp) {
    await tx.run`update delivery set status = 'dead', last_error = ${message}, lease_until = null,
      update_time = ${now}, version = version + 1
      where tenant_id = ${tx.tenant} and id = ${row.id} and node = ${options.node}`;
    await options.onDead?.(tx, row, message);
    return;
  }
  const ms = later?.ms ?? (options.backoffMs ?? exponential)(row.attempts);
  const spared = later && !later.isFault ? 1 : 0;
  await tx.run`update delivery set status = 'pending', last_error = ${message}, lease_until = null,
    attempts = attempts - ${spared}, next_at = ${new Date(now.getTime() + ms)}, update_time = ${now},
    version = version + 1
    where tenant_id = ${tx.tenant} and id = ${row.id} and node = ${options.node}`;
}
