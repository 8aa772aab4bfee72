import type { Job } from './deliveries.ts';
import type { Invariant } from './invariant.ts';
import type { After, Within } from './outbox.ts';
import type { Serve } from './resource-routes.ts';
import type { Route } from './route.ts';

/** What a module hands to the wiring: its rooms on the server, as data. */
export interface ModuleParts {
  /** Resources with their commands and guards: the generic routes follow from them. */
  serves?: readonly Serve[];
  /** Hand-written routes. */
  routes?: readonly Route[];
  /** Reactions inside the transaction of an event, in the order of the wiring. */
  within?: readonly Within[];
  /** Which job an event sets off after its commit. */
  after?: readonly After[];
  jobs?: readonly Job[];
  invariants?: readonly Invariant[];
}
