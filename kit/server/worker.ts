import { carryOut, type CarrierOptions } from './carry-out.ts';
import { newId } from './database.ts';
import type { DeliveryRow } from './deliveries.ts';

export interface WorkerOptions extends Omit<CarrierOptions, 'leaseSeconds'> {
  clock?: () => Date;
  /** Deliveries at once; 0 = none, long ones neither. */
  concurrency?: number;
  leaseSeconds?: number;
  /** Longest rest between looks at the queue. */
  idleMs?: number;
  node?: string;
}

export interface Worker {
  /** New work was stored: look now. */
  wake(): void;
  /** Resolves when nothing is due and nothing runs (tests, graceful stop). */
  settled(): Promise<void>;
  stop(): Promise<void>;
}

/** Places of a node; what runs in one pool never waits for another. */
interface Pool {
  places: number;
  /** Most of them that one handler of one tenant may hold, and one tenant altogether. */
  perLane: number;
  perTenant: number;
  /** Handlers carried out here; null = all but the excluded. */
  included: readonly string[] | null;
  excluded: readonly string[];
  running: Set<Promise<void>>;
}

type ClaimedRow = DeliveryRow & { isLong: boolean };

const PLACES = 6;
/** Imports and exports at once on one node, and of one tenant. */
const LONG_PLACES = 3;
const LONG_PLACES_OF_TENANT = 2;

/**
 * The worker: claims due deliveries over all tenants (a definer function; nothing else may look
 * across tenants), in turns that are fair to tenants and kinds, runs each outside any transaction,
 * marks the outcome. A node that dies leaves a lease that ends; the next claim is a further attempt,
 * and the handler asks the channel first.
 */
export function startWorker(options: WorkerOptions): Worker {
  const {
    db,
    clock = () => new Date(),
    concurrency = PLACES,
    leaseSeconds = 120,
    idleMs = 1000,
    node = newId(),
  } = options;
  const pools = poolsOf(options.handlers, concurrency);
  const ranks = JSON.stringify(
    Object.fromEntries(Object.entries(options.handlers).map(([name, { rank }]) => [name, rank])),
  );
  let isStopped = false;
  let timer: NodeJS.Timeout | undefined;
  let isLooking = false;
  let looking: Promise<void> = Promise.resolve();
  let lookAgain = false;
  let waiting: (() => void)[] = [];

  const freeOf = (pool: Pool): number => Math.max(0, pool.places - pool.running.size);

  /** For both pools in one statement: a node looks after everything that it has carried out. */
  const claim = (): Promise<ClaimedRow[]> => {
    const [short, long] = pools;
    const now = clock();
    return db.alone<ClaimedRow>`
      select false as is_long, c.* from work.claim_deliveries(
        ${node}, ${freeOf(short)}, make_interval(secs => ${leaseSeconds}), ${now}, ${ranks}::jsonb,
        ${short.included}::text[], ${short.excluded}::text[], ${short.perLane}, ${short.perTenant}) c
      union all
      select true as is_long, c.* from work.claim_deliveries(
        ${node}, ${freeOf(long)}, make_interval(secs => ${leaseSeconds}), ${now}, ${ranks}::jsonb,
        ${long.included}::text[], ${long.excluded}::text[], ${long.perLane}, ${long.perTenant}) c`;
  };

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
        if (isStopped || pools.every((pool) => freeOf(pool) === 0)) break;
        const free = pools.map(freeOf);
        const rows = await claim();
        for (const [at, pool] of pools.entries()) {
          const own = rows.filter(({ isLong }) => isLong === (at === 1));
          for (const row of own) launch(pool, row);
          // Some are done by now, and there may be more.
          if (own.length > 0 && own.length === free[at]) lookAgain ||= freeOf(pool) > 0;
        }
      } while (lookAgain && !isStopped);
    } catch (error) {
      options.log?.('warn', { err: error }, 'queue cannot be read');
    } finally {
      isLooking = false;
      if (!isStopped) timer = setTimeout(() => void look(), idleMs);
      // Who waits is answered by a later look when the queue cannot be read now.
      if (isIdle()) await tellSettled().catch(() => undefined);
    }
  };

  const isIdle = (): boolean => pools.every((pool) => pool.running.size === 0);

  const tellSettled = async (): Promise<void> => {
    if (waiting.length === 0) return;
    const [row] = await db.alone<{ due: boolean }>`select work.is_delivery_due(${clock()}) as due`;
    if (!isIdle() || row?.due) return void setImmediate(() => void look());
    const reported = waiting;
    waiting = [];
    for (const notify of reported) notify();
  };

  const launch = (pool: Pool, row: DeliveryRow): void => {
    const job = carryOut({ ...options, leaseSeconds }, row, clock)
      .catch((error: unknown) =>
        options.log?.('error', { delivery: row.id, err: error }, 'could not be begun; the lease will end'),
      )
      .finally(() => {
        pool.running.delete(job);
        void look();
      });
    pool.running.add(job);
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
      await Promise.allSettled(pools.flatMap((pool) => [...pool.running]));
    },
  };
}

/** One channel that hangs holds half the places; one tenant never all of them. */
function poolsOf(handlers: WorkerOptions['handlers'], places: number): readonly [short: Pool, long: Pool] {
  const long = Object.keys(handlers).filter((name) => handlers[name]?.isLong);
  const longPlaces = places === 0 ? 0 : LONG_PLACES;
  return [
    {
      places,
      perLane: Math.max(1, Math.floor(places / 2)),
      perTenant: places - (places > 2 ? 1 : 0),
      included: null,
      excluded: long,
      running: new Set(),
    },
    {
      places: longPlaces,
      perLane: LONG_PLACES_OF_TENANT,
      perTenant: LONG_PLACES_OF_TENANT,
      included: long,
      excluded: [],
      running: new Set(),
    },
  ];
}
