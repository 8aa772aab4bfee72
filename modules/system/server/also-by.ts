import type { Method } from '#kit/model/route.ts';
import type { Route } from '#kit/server/route.ts';

/** A route that stock clients call by a further verb too. */
export const alsoBy = (method: Method, route: Route): Route[] => [route, { ...route, method }];
