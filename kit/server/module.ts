import type { Job } from './deliveries.ts';
import type { Invariant } from './invariant.ts';
import type { After, Within } from './outbox.ts';
import type { Serve } from './serve.ts';
import type { Route } from './route.ts';

/** What a module does on the server. */
export interface Parts {
  /**
   * Declared resources with what they have beyond their declaration: guards, commands, more of a
   * row. One that has nothing is served without being named here.
   */
  serves?: readonly Serve[];
  /** Hand-written routes. */
  routes?: readonly Route[];
  /** Reactions inside the transaction of an event, in the order of the modules. */
  within?: readonly Within[];
  /** Which job an event sets off after its commit. */
  after?: readonly After[];
  jobs?: readonly Job[];
  invariants?: readonly Invariant[];
}

/** All modules together, for the few that read all: complete once the first request comes. */
export interface House {
  serves(): readonly Serve[];
  invariants(): readonly Invariant[];
}

/** A module is one value: what it is called, what it declares, and what it does. */
export interface Module<S> extends Parts {
  name: string;
  /** Its `model/declared.ts`, whole: resources, lifecycles, events and jobs are found in it. */
  declared: object;
  /** What it does with the services of the wiring. */
  build?: (services: S, house: House) => Parts;
}

export const defineModule = <S = unknown>(module: Module<S>): Module<S> => module;
