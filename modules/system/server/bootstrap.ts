import type { RoleGrants } from '#kit/model/grants.ts';
import { randomBytes } from 'node:crypto';
import { systemActor } from '#kit/server/actor.ts';
import type { Database } from '#kit/server/database.ts';
import { passwordFault } from '../model/password.ts';
import { PLATFORM_ADMIN, TENANT_ADMIN } from '../model/preset-roles.ts';
import { OPERATOR_TENANT } from '../model/operator-tenant.ts';
import { createTenant, syncPresetRoles } from './tenants.ts';
import { createUser } from './users.ts';

export interface Bootstrap {
  /** Whether this start made the administrator. */
  created: boolean;
  username: string;
  /** The random password, once, when none was given. */
  password?: string;
}

const ADMIN = 'admin';

/**
 * First start: the operating tenant with its roles, and an administrator when there is nobody
 * yet. Safe to call at every start and from several nodes at once; it also gives the preset
 * roles what came with the program, so permissions and menus are synchronised before it.
 * @throws when the given password is weak
 */
export async function bootstrap(
  db: Database,
  grants: RoleGrants,
  { adminPassword, tenantName = '默认租户' }: { adminPassword?: string; tenantName?: string } = {},
): Promise<Bootstrap> {
  await createTenant(db, { id: OPERATOR_TENANT, code: 'default', name: tenantName }, grants);
  await syncPresetRoles(db, grants);
  const isInhabited = await db.platform((tx) => tx.maybe<{ one: number }>`select 1 as one from app_user limit 1`);
  if (isInhabited) return { created: false, username: ADMIN };
  if (adminPassword !== undefined) {
    const fault = passwordFault(adminPassword, ADMIN);
    if (fault) throw new Error(`administrator password refused: ${fault}`);
  }
  const password = adminPassword ?? randomBytes(12).toString('base64url');
  try {
    await createUser(db, systemActor(OPERATOR_TENANT, 'system'), {
      username: ADMIN,
      realname: '管理员',
      password,
      roles: [TENANT_ADMIN, PLATFORM_ADMIN],
      departs: ['A01'],
    });
  } catch (error) {
    // Another node was first: its password is the one that counts.
    if ((error as { code?: string }).code === '23505') return { created: false, username: ADMIN };
    throw error;
  }
  return { created: true, username: ADMIN, ...(adminPassword === undefined ? { password } : {}) };
}
