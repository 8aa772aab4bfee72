import type { Database } from '#kit/server/database.ts';
import { createDictionaries, type Dictionaries } from './dictionaries.ts';
import { createLogin, type Login } from './login.ts';
import { createPermissionTable, type PermissionTable } from './permission-table.ts';
import type { Sessions } from './sessions.ts';

/** What the routes of this module share. */
export interface Services {
  db: Database;
  sessions: Sessions;
  login: Login;
  dictionaries: Dictionaries;
  permissions: PermissionTable;
}

export const createServices = (db: Database, sessions: Sessions): Services => ({
  db,
  sessions,
  login: createLogin(db, sessions),
  dictionaries: createDictionaries(),
  permissions: createPermissionTable(db),
});
