import { invalid, staleVersion } from '#kit/model/refusal.ts';
import { toWireTime } from '#kit/model/time.ts';
import { audit } from '#kit/server/audit.ts';
import type { Tx } from '#kit/server/database.ts';
import { readFields } from '#kit/server/parse.ts';
import { answer, implement, type Answer, type Call, type Route } from '#kit/server/route.ts';
import { accountCalls, ownFields, type OwnProfile, type SignIn } from '../../model/routes/account.ts';
import type { OwnUser } from '../../model/routes/session.ts';
import { shellCalls, type OwnTenant } from '../../model/routes/shell.ts';
import { deviceWords } from '../../model/user-agent.ts';
import { limitCalls } from '../attempts.ts';
import { departsOf } from '../entrance.ts';
import { placesOf } from '../admit.ts';
import { requireCurrentPassword } from './own-password.ts';
import { freeSessionOf, sessionOf } from '../own-session.ts';
import type { Services } from '../services.ts';
import type { Session } from '../sessions.ts';
import { writeProfile, type AccountRow } from '../user-admin.ts';
import { ownUserOf } from '../user-list.ts';
import { namingTaken, USER } from '../users.ts';

const WRITES_PER_MINUTE = 20;
const SIGN_INS = 10;

/** Where codes are sent: to change one, the password has to be known. */
const GUARDED = ['phone', 'email'] as const;

/** A person's own account: what they see of it and what they may write. */
export const profileRoutes = (services: Services): Route[] => [
  implement(accountCalls.profile, (call) => ownProfile(services, call)),
  implement(accountCalls.changeProfile, (call) => changeOwnProfile(services, call)),
  implement(shellCalls.tenants, async (call) => {
    const { userId, tenant } = await sessionOf(services, call);
    return tenantsOf(services, userId, tenant);
  }),
  implement(accountCalls.currentTenants, async (call) => {
    const { userId, tenant } = await sessionOf(services, call);
    const tenants = await tenantsOf(services, userId, tenant);
    return { list: tenants.map(({ id, name }) => ({ id, name, status: 1 })) };
  }),
];

async function ownProfile(services: Services, call: Call): Promise<OwnProfile> {
  const session = await sessionOf(services, call);
  const tenants = await tenantsOf(services, session.userId, session.tenant);
  return call.tx(async (tx) => {
    const { zone } = tx.actor;
    const account = await tx.platform.one<{ version: number; passwordTime: Date }>`
      select version, password_time from app_user where id = ${session.userId}`;
    const departs = await departsOf(tx, session.userId);
    return {
      ...(await ownUserOf(tx, session.userId)),
      version: account.version,
      passwordTime: toWireTime(account.passwordTime, zone),
      departs: departs.map(({ name, orgCode }) => ({
        departName: name,
        orgCode,
        isCurrent: orgCode === session.orgCode,
      })),
      posts: await postsOf(tx, session.userId),
      tenants,
      signIns: await signInsOf(tx, session.userId),
    };
  });
}

async function tenantsOf({ db }: Services, userId: string, current: number): Promise<OwnTenant[]> {
  const places = await placesOf(db, { id: userId, status: 'active' });
  return places
    .toSorted((a, b) => a.tenant - b.tenant)
    .map(({ tenant, tenantName }) => ({
      id: tenant,
      name: tenantName,
      isCurrent: tenant === current,
    }));
}

/** Names of the positions a person holds in the tenant. */
async function postsOf(tx: Tx, userId: string): Promise<string[]> {
  const rows = await tx.rows<{ name: string }>`
    select p.name from membership m
    join position p on p.tenant_id = m.tenant_id and p.deleted_at is null
      and (p.code = any(m.posts) or p.id::text = any(m.posts))
    where m.tenant_id = ${tx.tenant} and m.user_id = ${userId} order by p.rank, p.name`;
  return rows.map(({ name }) => name);
}

/** The last times somebody signed in, or tried to, with this account in this tenant. */
async function signInsOf(tx: Tx, userId: string): Promise<SignIn[]> {
  const rows = await tx.rows<{
    id: string;
    kind: string;
    content: string;
    ip: string | null;
    userAgent: string | null;
    createTime: Date;
  }>`
    select id, kind, content, ip, user_agent, create_time from login_log
    where tenant_id = ${tx.tenant} and user_id = ${userId} and kind <> 'logout'
    order by create_time desc, id desc limit ${SIGN_INS}`;
  return rows.map((row) => ({
    id: row.id,
    isFailure: row.kind === 'failure',
    content: row.content,
    ip: row.ip,
    ...deviceWords(row.userAgent),
    createTime: toWireTime(row.createTime, tx.actor.zone),
  }));
}

async function changeOwnProfile(services: Services, call: Call): Promise<Answer<{ userInfo: OwnUser }>> {
  const session = await freeSessionOf(services, call);
  await limitCalls(services.db, { kind: 'lookup', subject: `profile ${session.userId}` }, WRITES_PER_MINUTE);
  const { sex: sent, version, oldpassword, ...body } = call.body;
  // Sex comes as a number from the stock client.
  if (sent !== undefined) body['sex'] = typeof sent === 'number' ? String(sent) : sent;
  const { values, errors } = readFields(ownFields, body, {
    zone: call.actor.zone,
    partial: true,
  });
  if (errors.length > 0) throw invalid(errors);
  await requireForContacts(services, session, values, oldpassword);
  await namingTaken(() => call.tx((tx) => writeOwn(tx, session.userId, values, version)));
  const userInfo = await call.tx((tx) => ownUserOf(tx, session.userId));
  return answer('保存成功', { userInfo });
}

/** A new phone number or mail address needs the current password; the same one again does not. */
async function requireForContacts(
  services: Services,
  session: Session,
  values: Record<string, unknown>,
  password: unknown,
): Promise<void> {
  const stored = await services.db.platform(
    (tx) => tx.one<Record<(typeof GUARDED)[number], string | null>>`
      select phone, email from app_user where id = ${session.userId}`,
  );
  const isChanged = GUARDED.some((key) => key in values && values[key] !== stored[key]);
  if (isChanged) await requireCurrentPassword(services, session, password);
}

async function writeOwn(tx: Tx, userId: string, values: Record<string, unknown>, version: unknown): Promise<void> {
  const before = await tx.platform.one<AccountRow & { version: number }>`
    select id, username, realname, sex, birthday, phone, email, telephone, avatar, version
    from app_user where id = ${userId} for update`;
  if (version !== undefined && version !== before.version) throw staleVersion();
  const changed = Object.keys(values).filter((key) => values[key] !== before[key as keyof AccountRow]);
  if (changed.length === 0) return;
  await writeProfile(tx, { ...before, ...values });
  const diff = Object.fromEntries(
    changed.map((key) => [key, key === 'realname' ? [before.realname, values[key]] : ['…', '…']]),
  );
  audit(tx, USER, [{ rowId: userId, action: 'editOwn', diff }]);
}
