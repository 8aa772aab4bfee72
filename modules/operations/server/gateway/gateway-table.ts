import type { Database, Queries } from '#kit/server/database.ts';
import { createThrottle } from '#kit/server/throttle.ts';
import { compileRoute, takes, type CompiledRoute, type StoredRoute } from './compiled-route.ts';
import { PartFault } from './part-arguments.ts';
import type { OwnPaths } from './path-pattern.ts';
import type { GatewayCall } from './predicates.ts';

/** Failures in a row after which a route with a breaker stands open, and for how long. */
const MOST_FAILURES = 5;
const OPEN_MS = 30_000;
/** Calls that one route may have under way on a node: one slow service does not take all there is. */
const MOST_UNDER_WAY = 100;

type Gate = 'open' | 'busy' | { waitMs: number };

/** What one node knows of the routes: as of one revision, counted from there. */
export interface GatewayTable {
  /** The first route that takes a call; compared with what is stored before it is answered. */
  find(call: GatewayCall): Promise<CompiledRoute | undefined>;
  /** Lets a call pass, or says why not. @returns how to report its end, where it may go */
  enter(route: CompiledRoute, who: { ip: string; user: string | null }): Gate | ((isFailure: boolean) => void);
}

interface TableOptions {
  db: Database;
  own: () => OwnPaths;
  clock: () => Date;
  log: (level: 'warn', about: object, message: string) => void;
}

interface State {
  failures: number;
  openUntil: number;
  underWay: number;
}

/** @see GatewayTable */
export function createGatewayTable({ db, own, clock, log }: TableOptions): GatewayTable {
  let held: { revision: number; routes: CompiledRoute[] } | null = null;
  let states = new Map<string, State>();
  const now = (): number => clock().getTime();
  let throttle = createThrottle(now);

  /** One statement a call: what was switched off a moment ago, by whichever node, takes none. */
  const current = async (): Promise<readonly CompiledRoute[]> => {
    const known = held;
    const revision = await db.platform(readRevision);
    if (known?.revision === revision) return known.routes;
    const loaded = await db.platform(async (tx) => ({ revision: await readRevision(tx), stored: await readLive(tx) }));
    held = { revision: loaded.revision, routes: loaded.stored.flatMap(compiled) };
    states = new Map();
    throttle = createThrottle(now);
    return held.routes;
  };

  /** None for one that is not understood any more, or stands in the way of a path of this version. */
  const compiled = (route: StoredRoute): CompiledRoute[] => {
    try {
      return [compileRoute(route, own())];
    } catch (error) {
      if (!(error instanceof PartFault)) throw error;
      log('warn', { route: route.routerId, reason: error.message }, 'a gateway route is not understood');
      return [];
    }
  };

  const stateOf = (id: string): State => {
    const known = states.get(id) ?? { failures: 0, openUntil: 0, underWay: 0 };
    states.set(id, known);
    return known;
  };

  return {
    find: async (call) => (await current()).find((route) => takes(route, call)),
    enter(route, { ip, user }) {
      const { limit, hasBreaker } = route.forwarding;
      const state = stateOf(route.id);
      if (hasBreaker && state.openUntil > now()) return 'open';
      if (state.underWay >= MOST_UNDER_WAY) return 'busy';
      if (limit) {
        const subject = { ip, user: user ?? ip, route: '' }[limit.by];
        const waitMs = throttle.take(`${route.id} ${subject}`, limit);
        if (waitMs > 0) return { waitMs };
      }
      // Of an open one a single call tries whether it is over.
      if (hasBreaker && state.failures >= MOST_FAILURES) state.openUntil = now() + OPEN_MS;
      state.underWay++;
      let isOver = false;
      return (isFailure) => {
        if (isOver) return;
        isOver = true;
        state.underWay--;
        state.failures = isFailure ? state.failures + 1 : 0;
        state.openUntil = state.failures >= MOST_FAILURES ? now() + OPEN_MS : 0;
      };
    },
  };
}

async function readRevision(tx: Queries): Promise<number> {
  const row = await tx.maybe<{ revision: number }>`select revision::integer as revision from gateway_revision`;
  return row?.revision ?? 0;
}

const readLive = (tx: Queries): Promise<StoredRoute[]> =>
  tx.rows<StoredRoute>`
    select id, router_id, name, uri, predicates, filters, access, forward_credentials, timeout_seconds
    from gateway_route where status = '1' order by sort_no, create_time, id`;
