/**
 * Work that leaves the transaction: stored with it, carried out by a worker, tried again. Declared
 * once, in the model of the module that carries it out; whoever asks for it imports it.
 */
export interface JobKind<P extends object = object> {
  readonly kind: 'job';
  /** The name stored with each delivery: stays once there are any. */
  readonly name: string;
  /** What people read of it at /tasks. */
  readonly title: string;
  /** What a batch of a person calls it while it counts what is done; absent: nobody waits for it. */
  readonly awaitedAs?: string;
  /** Key of the resource whose row each delivery is filed under, where there is a page for it. */
  readonly about?: string;
  /** Tells somebody outside of a move: where the move can be called back it waits for that. */
  readonly isHeld?: boolean;
  /** Comes with the clock, some hundred a day: what is done goes after a while. */
  readonly isPeriodic?: boolean;
  /** Never present at run time: carries the shape of the payload. */
  readonly payload?: P;
}

/** What a job is about. */
export type TaskOf<J> = J extends JobKind<infer P> ? P : never;

export const defineJob = <P extends object>(
  name: string,
  title: string,
  options: Pick<JobKind, 'awaitedAs' | 'about' | 'isPeriodic' | 'isHeld'> = {},
): JobKind<P> => ({ kind: 'job', name, title, ...options });
