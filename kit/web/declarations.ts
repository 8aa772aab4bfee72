import type { AnyLifecycle } from '#kit/model/lifecycle.ts';
import { resourceKey, type AnyResource } from '#kit/model/resource.ts';

const byKey = new Map<string, AnyResource>();
const lifecycleByKey = new Map<string, AnyLifecycle>();

/** Tells the web kit which resources and lifecycles there are; app/web calls it once. */
export function provideDeclarations({
  resources,
  lifecycles,
}: {
  resources: readonly AnyResource[];
  lifecycles: readonly AnyLifecycle[];
}): void {
  for (const resource of resources) byKey.set(resourceKey(resource), resource);
  for (const lifecycle of lifecycles) lifecycleByKey.set(resourceKey(lifecycle.of), lifecycle);
}

/** A resource by `module:name`; undefined when none is declared. */
export const findResource = (key: string): AnyResource | undefined => byKey.get(key);

/** The lifecycle of a resource; undefined when it has none. */
export const findLifecycle = (resource: AnyResource): AnyLifecycle | undefined =>
  lifecycleByKey.get(resourceKey(resource));
