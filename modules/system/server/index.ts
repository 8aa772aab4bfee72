import type { AnyLifecycle } from '#kit/model/lifecycle.ts';
import type { Database } from '#kit/server/database.ts';
import type { Route } from '#kit/server/route.ts';
import { declaredDeeds } from '../model/deeds.ts';
import { departRoutes } from './depart-routes.ts';
import { dictRoutes } from './dict-routes.ts';
import { logRoutes } from './log-routes.ts';
import { positionRoutes } from './position-routes.ts';
import { roleRoutes } from './role-routes.ts';
import { createServices } from './services.ts';
import { sessionRoutes } from './session-routes.ts';
import type { Sessions } from './sessions.ts';
import { userPickerRoutes } from './user-picker-routes.ts';
import { userRoutes } from './user-routes.ts';

export { bootstrap, type Bootstrap } from './bootstrap.ts';
export { createSessions, type Session, type Sessions } from './sessions.ts';
export { syncDictionaries, syncMenus, syncPermissions } from './sync.ts';
export { createTenant, syncPresetRoles, type NewTenant } from './tenants.ts';
export { createUser, type NewUser } from './users.ts';

/**
 * All routes of identity and session. Paths are below the API base.
 * @param lifecycles whose moves the operation log is to name
 */
export function systemRoutes(
  db: Database,
  sessions: Sessions,
  lifecycles: readonly AnyLifecycle[] = [],
): Route[] {
  const services = createServices(db, sessions, declaredDeeds(lifecycles));
  return [
    ...sessionRoutes(services),
    ...userRoutes(services),
    ...userPickerRoutes(),
    ...roleRoutes(services),
    ...departRoutes(services),
    ...positionRoutes(),
    ...dictRoutes(services),
    ...logRoutes(services),
  ];
}
