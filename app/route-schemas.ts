import { readFileSync } from 'node:fs';
import type { RouteSchemas } from '#kit/server/openapi/route-schemas.ts';

/** As `npm run schemas` has written them; `npm run check` compares them with the declarations. */
export const readRouteSchemas = (): RouteSchemas =>
  JSON.parse(readFileSync(new URL('./route-schemas.json', import.meta.url), 'utf8')) as RouteSchemas;
