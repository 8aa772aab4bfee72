import { defineRoute, type Access, type Method, type RouteDescription } from '#kit/model/route.ts';

type Detail = Omit<RouteDescription, 'method' | 'path' | 'access' | 'summary' | 'refusals'>;

const routes =
  <const A extends Access, R extends 'neutral' | 'status'>(access: A, refusals: R) =>
  <M extends Method, P extends `/${string}`, const D extends Detail = Record<never, never>>(
    method: M,
    path: P,
    summary: string,
    detail?: D,
  ) =>
    defineRoute({ method, path, access, summary, refusals, ...(detail as D) });

// The given base answers whatever it refuses with HTTP 200 and success:false.

/** Everybody may call it. */
export const publicRoute = routes('public', 'neutral');
/** Whoever is signed in may call it. */
export const ownRoute = routes('signedIn', 'neutral');
/** Whoever holds the permission may call it. */
export const guardedRoute = (permission: string) => routes({ permission }, 'neutral');
/** As {@link ownRoute}, but a refusal has a status of its own: files and what is ours alone. */
export const plainRoute = routes('signedIn', 'status');
