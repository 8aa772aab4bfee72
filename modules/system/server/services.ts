import type { Database } from '#kit/server/database.ts';
import type { Deed } from '../model/deeds.ts';
import { createDictionaries, type Dictionaries } from './dictionaries.ts';
import { createLogin, type Login } from './login.ts';
import type { MenuAnswer } from './menu.ts';
import {
  createPermissionTable,
  type PermissionRow,
  type PermissionTable,
} from './permission-table.ts';
import type { Sessions } from './sessions.ts';

/** What the routes of this module share. */
export interface Services {
  db: Database;
  sessions: Sessions;
  login: Login;
  dictionaries: Dictionaries;
  permissions: PermissionTable;
  /** What the operation log names beside rights. */
  deeds: readonly Deed[];
  /** Built menus, by the set of rights they were built from. */
  menus: WeakMap<ReadonlySet<string>, { rows: readonly PermissionRow[]; menu: MenuAnswer }>;
}

export const createServices = (
  db: Database,
  sessions: Sessions,
  deeds: readonly Deed[],
): Services => ({
  db,
  sessions,
  deeds,
  login: createLogin(db, sessions),
  dictionaries: createDictionaries(),
  permissions: createPermissionTable(db),
  menus: new WeakMap(),
});
