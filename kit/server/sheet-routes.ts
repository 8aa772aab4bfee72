import type { Registry } from './registry.ts';
import type { Serve } from './resource-routes.ts';
import type { Route } from './route.ts';

/** Export and import of a resource as sheets. */
export function sheetRoutes(_serve: Serve, _registry: Registry): Route[] {
  return [];
}
