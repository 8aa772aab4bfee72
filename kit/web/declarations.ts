import type { ClockWork } from '#kit/model/clock-work.ts';
import type { AnyLifecycle } from '#kit/model/lifecycle.ts';
import type { NumberPlace, Numbers } from '#kit/model/numbers.ts';
import { resourceKey, type AnyResource } from '#kit/model/resource.ts';
import type { Settings } from '#kit/model/settings.ts';
import { loadOnce } from '#ui/chunk-reload.ts';

const byKey = new Map<string, AnyResource>();
const viewByKey = new Map<string, AnyResource>();
const lifecycleByKey = new Map<string, AnyLifecycle>();
let allNumbers: readonly Numbers[] = [];
let allWorks: readonly ClockWork[] = [];
let settingsForms: readonly Settings[] = [];

interface Declarations {
  resources: readonly AnyResource[];
  /** Those that are put together: of several tables, or of none. */
  views: readonly AnyResource[];
  lifecycles: readonly AnyLifecycle[];
  numbers: readonly Numbers[];
  works: readonly ClockWork[];
  settings: readonly Settings[];
}

let load = (): Promise<Declarations> =>
  Promise.resolve({ resources: [], views: [], lifecycles: [], numbers: [], works: [], settings: [] });
let coming: Promise<void> | null = null;

/**
 * Tells the web kit how to fetch the resources and lifecycles there are; app/web calls it once.
 * They stay out of the shell: the first page that shows one has them fetched beside its own code.
 */
export function provideDeclarations(from: () => Promise<Declarations>): void {
  load = from;
}

/** Fetches the declarations, once; after a failure the next page tries again. */
export function declarationsReady(): Promise<void> {
  coming ??= loadOnce(load).then(
    ({ resources, views, lifecycles, numbers, works, settings }) => {
      allNumbers = numbers;
      allWorks = works;
      settingsForms = settings;
      for (const resource of resources) byKey.set(resourceKey(resource), resource);
      for (const view of views) viewByKey.set(resourceKey(view), view);
      for (const lifecycle of lifecycles) lifecycleByKey.set(resourceKey(lifecycle.of), lifecycle);
    },
    (error: unknown) => {
      coming = null;
      throw error;
    },
  );
  return coming;
}

/** A resource by `module:name`; undefined when none is declared. */
export const findResource = (key: string): AnyResource | undefined => byKey.get(key);

/** As {@link findResource}, those that are put together among them: people, roles, dictionaries. */
export const findDeclared = (key: string): AnyResource | undefined => byKey.get(key) ?? viewByKey.get(key);

/** The lifecycle of a resource; undefined when it has none. */
export const findLifecycle = (resource: AnyResource): AnyLifecycle | undefined =>
  lifecycleByKey.get(resourceKey(resource));

/** What tenants may make schedules of. */
export const tenantWorks = (): readonly ClockWork[] => allWorks.filter(({ fields }) => fields !== null);

/** What tenants decide, a form each. */
export const declaredSettings = (): readonly Settings[] => settingsForms;

/** Where the numbers stand by which a list is searched for many rows at once; none: it is not. */
export const findNumbers = (resource: AnyResource): readonly NumberPlace[] =>
  allNumbers.filter(({ of }) => resourceKey(of) === resourceKey(resource)).flatMap(({ places }) => places);
