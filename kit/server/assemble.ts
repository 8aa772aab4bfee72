import { gather, type Declared } from '#kit/model/declared.ts';
import type { QueuedHandler } from './deliveries.ts';
import type { Invariant } from './invariant.ts';
import type { House, Module, Parts } from './module.ts';
import type { Reactions } from './outbox.ts';
import type { Registry } from './registry.ts';
import { resourceRoutes, type Serve } from './resource-routes.ts';
import type { Route } from './route.ts';

/** All modules put together. */
export interface Assembled {
  declared: Declared;
  serves: readonly Serve[];
  routes: readonly Route[];
  reactions: Reactions;
  handlers: Readonly<Record<string, QueuedHandler>>;
  invariants: readonly Invariant[];
}

interface Needed {
  registry: Registry;
  importBytes?: number;
}

/**
 * Puts modules together: their parts in module order, generic routes from the declarations, one
 * table of reactions. Refuses an event handler that nobody carries out.
 */
export function assembleModules<S extends Needed>(
  modules: readonly Module<S>[],
  services: S,
): Assembled {
  const house: House = { serves: () => serves, invariants: () => invariants };
  const parts = modules.flatMap((module): Parts[] => [
    module,
    module.build?.(services, house) ?? {},
  ]);
  const all = <T>(of: (part: Parts) => readonly T[] | undefined): T[] =>
    parts.flatMap((part) => of(part) ?? []);
  const declared = gather(modules.map((module) => module.declared));
  const serves = withPlain(
    declared,
    all((part) => part.serves),
  );
  const invariants = all((part) => part.invariants);
  const handlers = Object.fromEntries(
    all((part) => part.jobs).map(({ kind, handler }) => [kind.name, handler]),
  );
  for (const { event, handler } of all((part) => part.after))
    if (!handlers[handler]) throw new Error(`nobody carries out ${handler} (${event})`);
  return {
    declared,
    serves,
    routes: [
      ...serves.flatMap((serve) => resourceRoutes(serve, services.registry, services.importBytes)),
      ...all((part) => part.routes),
    ],
    reactions: { within: all((part) => part.within), after: all((part) => part.after) },
    handlers,
    invariants,
  };
}

/** What is declared and needs nothing more is served as it is. */
function withPlain({ resources }: Declared, serves: readonly Serve[]): Serve[] {
  const named = new Set(serves.map(({ resource }) => resource));
  const plain = resources.filter((resource) => !named.has(resource));
  return [...serves, ...plain.map((resource) => ({ resource }))];
}
