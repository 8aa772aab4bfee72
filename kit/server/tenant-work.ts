import type { ClockWork, ParamsOf } from '#kit/model/clock-work.ts';
import type { Fields } from '#kit/model/field.ts';
import type { Tx } from './database.ts';

/** One run of a tenant's work, as who does it sees it. */
export interface WorkRun<P = Readonly<Record<string, unknown>>> {
  tenant: number;
  /** As the fields of the work are stored. */
  params: P;
  /** When it was to begin. */
  plannedAt: Date;
  /** Aborted when its time is over. What is awaited with it ends then; what goes on writes nothing any more. */
  signal: AbortSignal;
  /**
   * A transaction of the tenant. It is committed only while the run is this node's: whoever stalled past its lease,
   * or goes on after it was cut off, changes nothing.
   * @throws LeaseLost
   */
  tx<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
}

/**
 * Does it. @returns what is noted of the run, in words for people
 * @throws Error whose message, where it is Chinese, is shown as the reason
 */
type Doing<P> = (run: WorkRun<P>) => Promise<string>;

/** @returns what is wrong with parameters that their fields alone do not tell, in words; null: nothing */
type Judging<P> = (tx: Tx, params: P) => Promise<string | null>;

/** A work and who does it. */
export interface TenantWork {
  kind: ClockWork;
  run: Doing<Readonly<Record<string, unknown>>>;
  /** Asked when a schedule is written, by whoever writes it. */
  judge?: Judging<Readonly<Record<string, unknown>>>;
}

/** Binds a declared work to what does it, which reads the parameters that are declared. */
export const scheduledAs = <F extends Fields>(
  kind: ClockWork<F>,
  run: Doing<ParamsOf<ClockWork<F>>>,
  judge?: Judging<ParamsOf<ClockWork<F>>>,
): TenantWork => ({
  kind: kind as unknown as ClockWork,
  run: run as unknown as TenantWork['run'],
  ...(judge ? { judge: judge as unknown as NonNullable<TenantWork['judge']> } : {}),
});
