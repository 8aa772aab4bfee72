import { systemActor, type Actor } from '#kit/server/actor.ts';
import type { Database } from '#kit/server/database.ts';
import { MASKS } from '../model/row-limits.ts';
import { rightsOf } from './rights.ts';

/** Said to whoever was given their password by somebody else, by every call but that to change it. */
export const MUST_CHANGE_PASSWORD = '请先修改密码';

/** An active person in an active tenant. */
interface PersonRow {
  userId: string;
  username: string;
  tenantId: number;
  timezone: string;
  mustChangePassword: boolean;
}

/** A person as an actor, with the rights they have right now; null when they are no active member. */
export async function readActor(
  db: Database,
  row: PersonRow,
): Promise<{ actor: Actor; granted: ReadonlySet<string> } | null> {
  const reader = systemActor(row.tenantId, 'session', row.timezone);
  const rights = await db.tx(reader, (tx) => rightsOf(tx, row.userId));
  if (!rights) return null;
  // Who must change their password first may do nothing else.
  const isHeld = row.mustChangePassword;
  const actor: Actor = {
    userId: row.userId,
    username: row.username,
    tenant: row.tenantId,
    permissions: isHeld ? new Set() : rights.codes,
    limits: rights.limits,
    masks: isHeld ? new Set(MASKS) : rights.masks,
    zone: row.timezone,
    ip: null,
    requestId: null,
    isSystem: false,
    ...(isHeld ? { onHold: MUST_CHANGE_PASSWORD } : {}),
  };
  return { actor, granted: isHeld ? new Set<string>() : rights.permissionIds };
}

/**
 * The actor of a person whose work goes on without them; null when they may not work in the tenant
 * any more.
 */
export async function absentActor(
  db: Database,
  tenant: number,
  userId: string,
  now: Date,
): Promise<Actor | null> {
  const row = await db.platform(
    (tx) => tx.maybe<PersonRow>`
      select u.id as user_id, u.username, t.id as tenant_id, t.timezone, u.must_change_password
      from app_user u cross join tenant t
      where u.id = ${userId}::uuid and t.id = ${tenant}
        and u.status = 'active' and t.status = 'active'
        and coalesce(t.begin_date <= (${now}::timestamptz at time zone t.timezone)::date, true)
        and coalesce(t.end_date >= (${now}::timestamptz at time zone t.timezone)::date, true)`,
  );
  return row ? ((await readActor(db, row))?.actor ?? null) : null;
}
