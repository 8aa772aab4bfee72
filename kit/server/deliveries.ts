import type { JobKind } from '#kit/model/job.ts';
import type { Tx } from './database.ts';

/** One attempt at a delivery, as its handler sees it. */
export interface Attempt<P extends object = object> {
  id: string;
  tenant: number;
  event: string;
  aggregate: string;
  payload: P;
  /** 1 on the first attempt; above that an earlier one may have had its effect. */
  attempt: number;
  /** A fault of this attempt hands the delivery to a person. */
  isLast: boolean;
  /** What earlier attempts noted. */
  progress: Record<string, unknown>;
  /**
   * Version of the row while it is this attempt's. Whoever writes to it names it: another node may
   * have taken over since.
   */
  hold: number;
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
type Handler<P extends object = object> = (attempt: Attempt<P>) => Promise<void>;

/** A handler and its place in the queue. */
export interface QueuedHandler<P extends object = object> {
  /**
   * 1 to 9, the urgent ones first: while both have work due, the lane of rank 1 is given twice the
   * places of the lane of rank 2. The last place of a tenant is kept for ranks 1 and 2.
   */
  rank: number;
  /** Work of minutes, in places of its own: it holds up nothing else and nothing else holds it up. */
  isLong?: boolean;
  run: Handler<P>;
}

/** A job and who carries it out. */
export interface Job {
  kind: JobKind;
  handler: QueuedHandler;
}

/** Binds a declared job to its handler, which reads what the job is about. */
export const carriedOut = <P extends object>(kind: JobKind<P>, handler: QueuedHandler<NoInfer<P>>): Job => ({
  kind,
  handler: handler as QueuedHandler,
});

/** What a delivery waits for together with others; they come back one after the other. */
export interface Gate {
  key: string;
  /** Time between two that pass. */
  spacingMs: number;
}

/** Try again after `ms`; `isFault` counts towards giving up. */
export class Later extends Error {
  readonly ms: number;
  readonly isFault: boolean;
  readonly gate: Gate | undefined;
  constructor(message: string, ms: number, isFault = true, gate?: Gate) {
    super(message);
    this.name = 'Later';
    this.ms = ms;
    this.isFault = isFault;
    this.gate = gate;
  }
}

/** The lease of a delivery ended while it was carried out: it is another node's now. */
export class LeaseLost extends Error {
  constructor() {
    super('the lease of this delivery was lost');
    this.name = 'LeaseLost';
  }
}

/** Why a delivery is a person's: it went wrong, or it is theirs to do elsewhere. */
export type Failure = 'failed' | 'byHand';

/** Nothing more to be gained by trying: a person decides. The message says what is to be done. */
export class Dead extends Error {
  readonly failure: Failure;
  constructor(message: string, failure: Failure = 'failed') {
    super(message);
    this.name = 'Dead';
    this.failure = failure;
  }
}

export interface DeliveryRow {
  tenantId: number;
  id: string;
  event: string;
  handler: string;
  aggregate: string;
  payload: Record<string, unknown>;
  attempts: number;
  version: number;
  progress: Record<string, unknown>;
  createBy: string | null;
}

/** Deliveries that wait with this in their notes are tried now. */
export async function wakeNoted(tx: Tx, note: string, value: string): Promise<void> {
  await tx.run`
    update delivery set next_at = ${tx.now}
    where tenant_id = ${tx.tenant} and status = 'pending' and next_at > ${tx.now}
      and progress ->> ${note} = ${value}`;
}

/**
 * Notes something for later attempts inside a transaction: it is there with what else is written
 * there, or not at all.
 * @throws LeaseLost
 */
export async function noteInTransaction(tx: Tx, attempt: Attempt, progress: Record<string, unknown>): Promise<void> {
  const noted = await tx.run`
    update delivery set progress = progress || ${JSON.stringify(progress)}::jsonb
    where tenant_id = ${tx.tenant} and id = ${attempt.id}::uuid and status = 'running'
      and version = ${attempt.hold}`;
  if (noted === 0) throw new LeaseLost();
  tx.onCommit(() => Object.assign(attempt.progress, progress));
}
