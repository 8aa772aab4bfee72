import type { Route } from './route.ts';

/** Routes that ask for no right, by verb and path, as the modules name them. */
export interface Open {
  toAll: ReadonlySet<string>;
  toSession: ReadonlySet<string>;
}

/**
 * What is wrong with a list of routes: a call nobody may be asked about, one that is public or
 * open to every session without being named, a malformed permission, a path declared twice; a name that
 * no route has.
 */
export function routeFaults(routes: readonly Route[], open: Open): string[] {
  const seen = new Set<string>();
  const faults = routes.flatMap((route) => {
    const name = `${route.method} ${route.path}`;
    const faults: string[] = [];
    if (seen.has(name)) faults.push(`${name}: declared twice`);
    seen.add(name);
    if (!/^(\/(:?[A-Za-z][\w.-]*|\*))+$/.test(route.path)) faults.push(`${name}: malformed path`);
    if (route.summary.trim() === '') faults.push(`${name}: no summary`);
    return [...faults, ...accessFaults(route, name, open)];
  });
  const stale = [...open.toAll, ...open.toSession].filter((name) => !seen.has(name));
  return [...faults, ...stale.map((name) => `${name}: named as open, and no route`)];
}

const CODE = /^[a-z][A-Za-z]*(:[a-z][A-Za-z]*){2}$/;

function accessFaults({ access }: Route, name: string, open: Open): string[] {
  if (access === 'public') return open.toAll.has(name) ? [] : [`${name}: open to all, and not named as such`];
  if (access === 'signedIn')
    return open.toSession.has(name) ? [] : [`${name}: open to every session, and not named as such`];
  const code = (access as { permission?: unknown } | undefined)?.permission;
  if (typeof code !== 'string' || code === '') return [`${name}: no access declared`];
  return CODE.test(code) ? [] : [`${name}: permission ${code} is not module:resource:verb`];
}
