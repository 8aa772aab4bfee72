import { defineRoute, type Access, type Method, type RouteDeclaration } from '#kit/model/route.ts';

type Detail = Omit<RouteDeclaration, 'method' | 'path' | 'access' | 'summary' | 'refusals'>;

/** Routes of the given base: whatever is refused is answered with HTTP 200 and success:false. */
const neutral =
  <const A extends Access>(access: A) =>
  <M extends Method, P extends `/${string}`, const D extends Detail = Record<never, never>>(
    method: M,
    path: P,
    summary: string,
    detail?: D,
  ) =>
    defineRoute({ method, path, access, summary, refusals: 'neutral', ...(detail as D) });

/** Everybody may call it. */
export const publicRoute = neutral('public');
/** Whoever is signed in may call it. */
export const ownRoute = neutral('signedIn');
/** Whoever holds the permission may call it. */
export const guardedRoute = (permission: string) => neutral({ permission });
