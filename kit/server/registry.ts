import type { AnyLifecycle } from '#kit/model/lifecycle.ts';
import { resourceKey, snake, type AnyResource } from '#kit/model/resource.ts';
import type { Vault } from './vault.ts';

/** Everything the kit knows of the business: declarations by key, and the vault. */
export interface Registry {
  resource(key: string): AnyResource;
  find(key: string): AnyResource | undefined;
  lifecycleOf(resource: AnyResource): AnyLifecycle | undefined;
  resources: readonly AnyResource[];
  lifecycles: readonly AnyLifecycle[];
  vault: Vault;
}

/** Refuses declarations that contradict each other: unknown links, keys that are no field. */
export function createRegistry(
  resources: readonly AnyResource[],
  lifecycles: readonly AnyLifecycle[],
  vault: Vault,
): Registry {
  const byKey = new Map(resources.map((resource) => [resourceKey(resource), resource]));
  const lifecycleByKey = new Map(lifecycles.map((l) => [resourceKey(l.of), l]));
  for (const resource of resources) {
    for (const [key, field] of Object.entries(resource.fields as AnyResource['fields'])) {
      const to = (field as { to?: string }).to;
      if (to && !byKey.has(to))
        throw new Error(`${resourceKey(resource)}.${key}: no resource ${to}`);
    }
    if (Object.keys(resource).length > 13)
      throw new Error(`${resourceKey(resource)} has more keys than a declaration may have`);
  }
  return {
    resources,
    lifecycles,
    vault,
    find: (key) => byKey.get(key),
    resource(key) {
      const found = byKey.get(key);
      if (!found) throw new Error(`no resource ${key}`);
      return found;
    },
    lifecycleOf: (resource) => lifecycleByKey.get(resourceKey(resource)),
  };
}

/** Table of a resource: its name in snake case. */
export const tableOf = (resource: AnyResource): string => snake(resource.name);
