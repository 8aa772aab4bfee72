import { rowChanged } from '#kit/model/event.ts';
import type { Move } from '#kit/model/lifecycle.ts';
import { resourceKey, type AnyResource } from '#kit/model/resource.ts';
import type { Assembled } from './assembled.ts';
import { routeFaults } from './route-faults.ts';

/**
 * What does not fit together: a resource that nobody serves, a right that nobody asks for, an event
 * that nobody hears, a job that nobody carries out, and the other way round; routes that are open
 * and not named. A start with one of them ends, and so does `npm run check`.
 * @param known the resources that both sides read
 */
export function assembledFaults(
  assembled: Omit<Assembled, 'invariants' | 'dictionaries' | 'grants'>,
  known: readonly AnyResource[],
): string[] {
  return [
    ...servedFaults(assembled, known),
    ...rightFaults(assembled),
    ...eventFaults(assembled),
    ...jobFaults(assembled),
    ...workFaults(assembled),
    ...needFaults(assembled),
    ...twice(
      assembled.todos.map(({ sort }) => String(sort)),
      (sort) => `two to-dos stand at ${sort}`,
    ),
    ...routeFaults(assembled.routes, assembled.open),
  ];
}

function servedFaults(
  { declared, serves }: Pick<Assembled, 'declared' | 'serves'>,
  known: readonly AnyResource[],
): string[] {
  const all = [...declared.resources, ...declared.views];
  const served = serves.map(({ resource }) => resource);
  return [
    ...without(all, served, (one) => `${resourceKey(one)} is declared and not served`),
    ...without(served, all, (one) => `${resourceKey(one)} is served and not declared`),
    ...without(declared.resources, known, (one) => `${resourceKey(one)} is served and the console does not know it`),
    ...without(
      declared.lifecycles.map(({ of }) => of),
      all,
      (one) => `${resourceKey(one)} has a lifecycle and is not declared`,
    ),
    ...serves
      .filter(({ resource, rows, store }) =>
        resource.isComposite ? !rows || !store : resource.kind === 'view' && !rows,
      )
      .map(({ resource }) => `${resourceKey(resource)} is served and has no rows`),
    ...twice(served.map(resourceKey), (key) => `${key} is served twice`),
    ...twice(
      serves.flatMap(({ commands = [] }) =>
        commands.map(({ lifecycle, move }) => `${resourceKey(lifecycle.of)}:${move}`),
      ),
      (move) => `two commands make the move ${move}`,
    ),
  ];
}

function needFaults({ declared, reactions }: Pick<Assembled, 'declared' | 'reactions'>): string[] {
  const offered = new Set(reactions.offers.flatMap(({ names }) => names));
  return declared.lifecycles.flatMap(({ of, moves }) =>
    Object.entries(moves as Readonly<Record<string, Move>>)
      .filter(([, { needs }]) => needs !== undefined && !offered.has(needs))
      .map(([name, { needs }]) => `${resourceKey(of)}.${name} needs ${needs}, which nobody offers`),
  );
}

function rightFaults({ permissions, menus, routes }: Pick<Assembled, 'permissions' | 'menus' | 'routes'>): string[] {
  const ofRoutes = routes.flatMap(({ access }) => (typeof access === 'object' ? [access.permission] : []));
  const ofMenus = menus.flatMap(({ permission }) => permission ?? []);
  const own = permissions.filter(({ isInner }) => !isInner).map(({ code }) => code);
  const inner = permissions.filter(({ isInner }) => isInner).map(({ code }) => code);
  return [
    ...without(own, [...ofRoutes, ...ofMenus], (code) => `nobody asks for the right ${code}`),
    ...without(ofMenus, [...own, ...inner], (code) => `a menu asks for ${code}, which is no right`),
    ...inner
      .filter((code) => ofRoutes.includes(code))
      .map((code) => `${code} is said to be asked for inside, and a route asks for it`),
  ];
}

function eventFaults({ declared, reactions }: Pick<Assembled, 'declared' | 'reactions'>): string[] {
  const heard = [...reactions.within, ...reactions.after].map(({ event }) => event);
  const events = declared.events.map(({ name }) => name);
  const ofRows = declared.resources.map((resource) => rowChanged(resource).name);
  return [
    ...without(events, heard, (name) => `nobody hears ${name}`),
    ...without(heard, [...events, ...ofRows], (name) => `${name} is heard and not declared`),
    ...twice(events, (name) => `event ${name} is declared twice`),
  ];
}

function jobFaults({
  declared,
  reactions,
  handlers,
}: Pick<Assembled, 'declared' | 'reactions' | 'handlers'>): string[] {
  const jobs = declared.jobs.map(({ name }) => name);
  const carried = Object.keys(handlers);
  const requested = reactions.after.map(({ handler }) => handler);
  return [
    ...without([...jobs, ...requested], carried, (name) => `nobody carries out ${name}`),
    ...without(carried, jobs, (name) => `${name} is carried out and not declared`),
    ...twice(jobs, (name) => `job ${name} is declared twice`),
  ];
}

function workFaults({ declared, scheduled, works }: Pick<Assembled, 'declared' | 'scheduled' | 'works'>): string[] {
  const own = scheduled.map(({ kind }) => kind);
  const done = [...own, ...works.map(({ kind }) => kind)];
  const names = done.map(({ name }) => name);
  return [
    ...without(declared.works, done, ({ name }) => `nobody does ${name} when its hour comes`),
    ...without(done, declared.works, ({ name }) => `${name} comes with the clock and is not declared`),
    ...twice(names, (name) => `two works are called ${name}`),
    ...own.filter(({ fields }) => fields !== null).map(({ name }) => `${name} is a tenant's and the product runs it`),
    ...works
      .filter(({ kind: { fields } }) => fields === null)
      .map(({ kind: { name } }) => `${name} is the product's own and tenants may make schedules of it`),
  ];
}

/** A fault for each that is not among the others. */
function without<T>(these: readonly T[], others: readonly T[], say: (one: T) => string): string[] {
  const there = new Set(others);
  return [...new Set(these)].filter((one) => !there.has(one)).map(say);
}

const twice = (names: readonly string[], say: (name: string) => string): string[] =>
  [...new Set(names.filter((name, at) => names.indexOf(name) !== at))].map(say);
