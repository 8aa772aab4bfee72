import { notFound, Refusal } from '#kit/model/refusal.ts';
import { toWireTime } from '#kit/model/time.ts';
import { systemActor } from '#kit/server/actor.ts';
import { audit } from '#kit/server/audit.ts';
import { newId, type Database, type Tx } from '#kit/server/database.ts';
import type { Call } from '#kit/server/route.ts';
import { sql, type Sql } from '#kit/server/sql.ts';
import type { OwnUser, SignInAnswer } from '../../model/routes/session.ts';
import type { TenantLook } from '../../model/routes/tenants.ts';
import type { Dictionaries } from '../dictionaries.ts';
import type { Session, Sessions } from '../sessions.ts';
import { inTenant, lockTenant } from './tenant-admin.ts';

const TENANT = 'system:tenant';
const MINUTE_MS = 60_000;

interface Looking {
  db: Database;
  sessions: Sessions;
  dictionaries: Dictionaries;
}

/**
 * Opens a look into a tenant: a session of its own that reads and ends by itself. Both sides have it in
 * their log. The operator's own session ends, as with every change of tenant.
 */
export async function openLook(
  { db, sessions, dictionaries }: Looking,
  call: Pick<Call, 'tx' | 'token' | 'ip' | 'userAgent' | 'actor'>,
  { id, reason, minutes }: { id: number | null; reason: string; minutes: number },
): Promise<SignInAnswer> {
  const session = call.token ? await sessions.find(call.token) : null;
  if (!session) throw notFound();
  const { userId } = session;
  const look = { id: newId(), reason };
  const { tenant, name, until } = await call.tx(async (tx) => {
    const found = await lockTenant(tx, id);
    if (found.id === tx.tenant) throw new Refusal('self', '不能查看自己所在的租户');
    if (found.status === 'closed') throw new Refusal('closed', '租户已关闭，不能查看');
    const until = new Date(tx.now.getTime() + minutes * MINUTE_MS);
    const from = toWireTime(tx.now, tx.actor.zone);
    const diff = { reason, from, to: toWireTime(until, tx.actor.zone) };
    await db.tx(inTenant(found.id, tx.actor), async (own) => {
      await refuseMember(own, userId);
      await own.run`
        insert into tenant_look (tenant_id, id, operator_id, operator_name, reason, start_time,
          until_time)
        values (${own.tenant}, ${look.id}, ${userId}, ${session.realname}, ${reason}, ${own.now},
          ${until})`;
      audit(own, TENANT, [{ rowId: look.id, action: 'look', diff }]);
    });
    audit(tx, TENANT, [{ rowId: look.id, action: 'look', diff: { tenant: found.name, ...diff } }]);
    return { tenant: found.id, name: found.name, until };
  });
  const { ip, userAgent } = call;
  const token = await sessions.create({
    userId,
    tenant,
    orgCode: null,
    ip,
    userAgent,
    look: { id: look.id, until },
  });
  await sessions.end(call.token ?? '');
  sessions.forgetTenant(tenant);
  const reader = systemActor(tenant, 'look');
  return {
    token,
    userInfo: { ...(await visitorUser(db, session)), tenantId: tenant },
    departs: [],
    multi_depart: 1,
    sysAllDictItems: (await db.tx(reader, (tx) => dictionaries.all(tx))).byCode,
    tenantList: [{ id: tenant, name }],
  };
}

async function refuseMember(own: Tx, userId: string): Promise<void> {
  const member = await own.maybe`
    select 1 as one from membership
    where tenant_id = ${own.tenant} and user_id = ${userId} and status <> 'deleted'`;
  if (member) throw new Refusal('member', '您是该租户的成员，请直接切换租户');
}

/** Somebody of the platform in a tenant that they look into: they belong to nobody there. */
export async function visitorUser(db: Database, { userId, username, realname, tenant }: Session): Promise<OwnUser> {
  const account = await db.platform(
    (tx) => tx.one<{ avatar: string | null }>`select avatar from app_user where id = ${userId}`,
  );
  return {
    id: userId,
    username,
    realname,
    avatar: account.avatar,
    tenantId: tenant,
    orgCode: null,
  };
}

interface LookRow {
  id: string;
  operatorName: string;
  reason: string;
  startTime: Date;
  untilTime: Date;
  endTime: Date | null;
  endBy: string | null;
  isOpen: boolean;
}

/** Whether a look `l` goes on: neither its time is over nor its session, whoever ended that. */
export const isGoingOn = (now: Date): Sql => sql`(
  l.end_time is null and l.until_time > ${now}::timestamptz
  and exists (select 1 from session s where s.look_id = l.id))`;

/** Looks into the transaction's tenant, the last first. */
export async function looksOf(tx: Tx, most: number): Promise<TenantLook[]> {
  const rows = await tx.rows<LookRow>`
    select l.id, l.operator_name, l.reason, l.start_time, l.until_time, l.end_time, l.end_by,
      ${isGoingOn(tx.now)} as is_open
    from tenant_look l where l.tenant_id = ${tx.tenant}
    order by l.start_time desc, l.id desc limit ${most}`;
  const wire = (at: Date): string => toWireTime(at, tx.actor.zone);
  return rows.map((row) => ({
    ...row,
    startTime: wire(row.startTime),
    untilTime: wire(row.untilTime),
    endTime: row.endTime && wire(row.endTime),
  }));
}

/** Notes that a look is over whose session was given up. Another session is none. */
export async function noteLeft(db: Database, session: Session): Promise<void> {
  const { lookId, tenant, userId, username } = session;
  if (lookId === null) return;
  const actor = inTenant(tenant, { ...systemActor(tenant, username), userId });
  await db.tx(actor, async (tx) => {
    const ended = await tx.run`
      update tenant_look set end_time = ${tx.now}, end_by = ${tx.actor.username}
      where tenant_id = ${tx.tenant} and id = ${lookId}::uuid and end_time is null`;
    if (ended > 0) audit(tx, TENANT, [{ rowId: lookId, action: 'endLook', diff: {} }]);
  });
}

/** Ends a look, by whichever side. Its session is over with the commit. @throws Refusal 404 */
export async function endLook(tx: Tx, sessions: Sessions, id: string): Promise<void> {
  const by = tx.actor.username;
  const ended = await tx.run`
    update tenant_look l set end_time = ${tx.now}, end_by = ${by}
    where l.tenant_id = ${tx.tenant} and l.id = ${id}::uuid and ${isGoingOn(tx.now)}`;
  if (ended === 0) throw notFound();
  await sessions.endLook(tx, id);
  audit(tx, TENANT, [{ rowId: id, action: 'endLook', diff: { to: toWireTime(tx.now, tx.actor.zone) } }]);
  tx.onCommit(() => sessions.forgetTenant(tx.tenant));
}
