import { Refusal } from '#kit/model/refusal.ts';
import { systemActor, type Actor } from '#kit/server/actor.ts';
import type { Database } from '#kit/server/database.ts';
import { sql } from '#kit/server/sql.ts';
import { requireOutranks } from '../guards.ts';
import { absentActor } from '../person-actor.ts';

/** Somebody acts for somebody else: it holds right now. */
export interface Deputyship {
  /** Whose rights are used. */
  userId: string;
  username: string;
  realname: string;
  /** Department that the person works in. */
  orgCode: string | null;
  endsAt: Date;
  /** Account of who acts. */
  deputy: string;
}

interface Found extends Deputyship {
  setBy: string;
}

/**
 * For whom somebody may act in a tenant right now: within its days, while it is switched on and both are
 * active there. What an administrator has set holds while they themselves hold all that the person may:
 * else it would be a way to rights they lack.
 * @param userId one of them alone
 */
export async function deputyships(
  db: Database,
  about: { tenant: number; deputyId: string; userId?: string },
): Promise<Deputyship[]> {
  const { tenant, deputyId, userId } = about;
  const { found, now } = await db.tx(systemActor(tenant, 'session'), async (tx) => ({
    now: tx.now,
    found: await tx.rows<Found>`
      select d.user_id, u.username, u.realname, m.org_code, d.ends_at, d.set_by,
        du.username as deputy
      from user_deputy d
      join membership m on m.tenant_id = d.tenant_id and m.user_id = d.user_id
      join app_user u on u.id = d.user_id
      join membership dm on dm.tenant_id = d.tenant_id and dm.user_id = d.deputy_id
      join app_user du on du.id = d.deputy_id
      where d.tenant_id = ${tx.tenant} and d.deputy_id = ${deputyId}::uuid and d.status = '1'
        and ${userId === undefined ? sql`true` : sql`d.user_id = ${userId}::uuid`}
        and d.begins_at <= ${tx.now}::timestamptz and d.ends_at > ${tx.now}::timestamptz
        and m.status = 'active' and u.status = 'active'
        and dm.status = 'active' and du.status = 'active'
      order by u.username`,
  }));
  const held: Deputyship[] = [];
  for (const { setBy, ...one } of found)
    if (setBy === one.userId || (await outranks(db, { tenant, setBy, userId: one.userId }, now))) held.push(one);
  return held;
}

/** Whether who set it still holds all that the person may. */
async function outranks(
  db: Database,
  { tenant, setBy, userId }: { tenant: number; setBy: string; userId: string },
  now: Date,
): Promise<boolean> {
  const setter = await absentActor(db, tenant, setBy, now);
  if (!setter) return false;
  try {
    await db.tx(setter, (tx) => requireOutranks(tx, [userId]));
    return true;
  } catch (error) {
    if (error instanceof Refusal) return false;
    throw error;
  }
}

/** As {@link absentActor}, of work that somebody began in the person's name; null once they may not. */
export async function absentDeputyActor(
  db: Database,
  about: { tenant: number; userId: string; deputyId: string },
  now: Date,
): Promise<Actor | null> {
  const [held] = await deputyships(db, about);
  const behind = held && { userId: about.deputyId, username: held.deputy };
  return behind ? absentActor(db, about.tenant, about.userId, now, behind) : null;
}
