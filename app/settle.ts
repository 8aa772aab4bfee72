import type { Database } from '#kit/server/database.ts';
import type { Assembled } from '#kit/server/assembled.ts';
import {
  bootstrap,
  syncDictionaries,
  syncMenus,
  syncPermissions,
  type Bootstrap,
} from '#modules/system/server/index.ts';

/** Brings code-owned rows (permissions, menus, dictionaries) up to date and makes the first user. */
export async function settle(
  db: Database,
  { permissions, menus, dictionaries, grants }: Assembled,
  adminPassword: string | undefined,
): Promise<Bootstrap> {
  await syncPermissions(db, permissions);
  await syncMenus(db, menus);
  await syncDictionaries(db, dictionaries);
  return bootstrap(db, grants, adminPassword === undefined ? {} : { adminPassword });
}
