import { defineRoute, type Access, type Method, type RouteDescription } from '#kit/model/route.ts';

type Detail = Omit<RouteDescription, 'method' | 'path' | 'access' | 'summary' | 'refusals'>;

const routes =
  <const A extends Access, R extends 'neutral' | 'status'>(access: A, refusals: R, more: { isPersonal?: true } = {}) =>
  <M extends Method, P extends `/${string}`, const D extends Detail = Record<never, never>>(
    method: M,
    path: P,
    summary: string,
    detail?: D,
  ) =>
    defineRoute({
      method,
      path,
      access,
      summary,
      refusals,
      ...more,
      ...effectOf(method, more),
      ...(detail as D),
    });

/** What is written of one's own account is one's own, and not the tenant's. */
const effectOf = (method: Method, { isPersonal }: { isPersonal?: true }): Pick<RouteDescription, 'effect'> =>
  isPersonal && method !== 'GET' ? { effect: 'own' } : {};

// The given base answers whatever it refuses with HTTP 200 and success:false.

/** Everybody may call it. */
export const publicRoute = routes('public', 'neutral');
/** Whoever is signed in may call it. */
export const ownRoute = routes('signedIn', 'neutral');
/** As {@link ownRoute}, about the account itself: whoever acts for its person may not. */
export const accountRoute = routes('signedIn', 'neutral', { isPersonal: true });
/** Whoever holds the permission may call it. */
export const guardedRoute = (permission: string) => routes({ permission }, 'neutral');
/** As {@link ownRoute}, but a refusal has a status of its own: files and what is ours alone. */
export const plainRoute = routes('signedIn', 'status');
