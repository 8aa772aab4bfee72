import type { QueuedHandler } from '#kit/server/deliveries.ts';
import type { Invariant } from '#kit/server/invariant.ts';
import type { ModuleParts } from '#kit/server/module.ts';
import type { Reactions } from '#kit/server/outbox.ts';
import { resourceRoutes, type Serve } from '#kit/server/resource-routes.ts';
import type { Route } from '#kit/server/route.ts';
import { modules, type ModuleServices } from './modules.ts';

export interface Assembled {
  serves: readonly Serve[];
  routes: readonly Route[];
  reactions: Reactions;
  handlers: Readonly<Record<string, QueuedHandler>>;
  invariants: readonly Invariant[];
}

/**
 * Puts the modules together: their parts in module order, generic routes from the declarations,
 * one table of reactions. Refuses an event handler that nobody carries out.
 */
export function assemble(services: ModuleServices): Assembled {
  const parts: ModuleParts[] = modules(services);
  const serves = parts.flatMap((part) => part.serves ?? []);
  const jobs = parts.flatMap((part) => part.jobs ?? []);
  const handlers: Record<string, QueuedHandler> = Object.fromEntries(
    jobs.map(({ kind, handler }) => [kind.name, handler]),
  );
  const reactions: Reactions = {
    within: parts.flatMap((part) => part.within ?? []),
    after: parts.flatMap((part) => part.after ?? []),
  };
  for (const { event, handler } of reactions.after)
    if (!handlers[handler]) throw new Error(`nobody carries out ${handler} (${event})`);
  const routes = [
    ...serves.flatMap((serve) => resourceRoutes(serve, services.registry, services.importBytes)),
    ...parts.flatMap((part) => part.routes ?? []),
  ];
  return {
    serves,
    routes,
    reactions,
    handlers,
    invariants: parts.flatMap((part) => part.invariants ?? []),
  };
}
