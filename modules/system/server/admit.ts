import { Refusal } from '#kit/model/refusal.ts';
import { systemActor } from '#kit/server/actor.ts';
import type { Database } from '#kit/server/database.ts';
import { enter } from './entrance.ts';
import { logLogin } from './login-log.ts';
import type { Place } from './place.ts';
import { openPending, type PendingTicket } from './second-factor/pending-sign-ins.ts';
import type { SecondFactors } from './second-factor/second-factors.ts';
import type { Sessions } from './sessions.ts';
import { noteKnown } from './sign-in-limits.ts';
import { administers } from './tenants/administrators.ts';
import { isOpen } from './tenants/tenant-state.ts';

/** What every way in needs. */
export interface Entrance {
  db: Database;
  sessions: Sessions;
  secondFactors: SecondFactors;
}

/** A session is open. */
export interface Entered {
  kind: 'ok';
  token: string;
  userId: string;
  place: Place;
  tenants: readonly Place[];
}

/** Who has passed the first step is in, or has to show their second factor. */
export type Admitted = Entered | ({ kind: 'secondFactor' } & PendingTicket);

interface Account {
  id: string;
  username: string;
  status: string;
}

interface About {
  ip: string;
  userAgent: string;
  started: number;
}

/**
 * Lets a person in who has passed the first step, whichever it was: a password, a code on their
 * phone, the word of another system. Whoever has a second factor is asked for it at every door.
 */
export async function admitAccount(entrance: Entrance, account: Account, about: About): Promise<Admitted> {
  const { db, secondFactors } = entrance;
  const places = await placesOf(db, account);
  if (await secondFactors.isOn(account.id)) return { kind: 'secondFactor', ...(await openPending(db, account.id)) };
  return openSession(entrance, account, places, about);
}

/** Opens a session for a person who has proved who they are, where they worked last, and notes it. */
export async function openSession(
  { db, sessions }: Entrance,
  account: Account,
  places: readonly Place[],
  { ip, userAgent, started }: About,
): Promise<Entered> {
  const place = places[0] as Place;
  const token = await enter(db, sessions, { userId: account.id, place, ip, userAgent });
  await db.platform((tx) => noteKnown(tx, account.id, ip));
  await logLogin(db, {
    ip,
    userAgent,
    username: account.username,
    tenant: place.tenant,
    kind: 'login',
    userId: account.id,
    content: '登录成功',
    costMs: Math.round(performance.now() - started),
  });
  return { kind: 'ok', token, userId: account.id, place, tenants: places };
}

/** Where a person may work, the last used first; refuses with the reason when there is nowhere. */
export async function placesOf(db: Database, account: { id: string; status: string }): Promise<Place[]> {
  if (account.status !== 'active') throw new Refusal('frozen', '该用户已冻结');
  const rows = await db.platform(async (tx) => {
    await tx.asUser(account.id);
    return tx.rows<{
      tenantId: number;
      name: string;
      orgCode: string | null;
      status: string;
      isOpen: boolean;
      isClosed: boolean;
    }>`
      select m.tenant_id, t.name, m.org_code, m.status,
        ${isOpen(tx.now)} as is_open, t.status = 'closed' as is_closed
      from membership m join tenant t on t.id = m.tenant_id
      where m.user_id = ${account.id} and m.status <> 'deleted'
      order by t.status = 'closed', m.last_used desc nulls last, m.tenant_id`;
  });
  if (rows.length === 0) throw new Refusal('gone', '该用户已注销');
  const active = rows.filter((row) => row.status === 'active');
  if (active.length === 0) throw new Refusal('frozen', '该用户已冻结');
  const open: typeof rows = [];
  for (const row of active)
    if (row.isOpen && (!row.isClosed || (await isAdministrator(db, row.tenantId, account.id)))) open.push(row);
  if (open.length === 0) throw new Refusal('tenantsFrozen', '与该用户关联的租户均已被冻结，无法登录！');
  return open.map((row) => ({
    tenant: row.tenantId,
    tenantName: row.name,
    orgCode: row.orgCode,
  }));
}

const isAdministrator = (db: Database, tenant: number, userId: string): Promise<boolean> =>
  db.tx(systemActor(tenant, 'login'), (tx) => administers(tx, userId));
