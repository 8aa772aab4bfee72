import { notFound, Refusal } from '#kit/model/refusal.ts';
import { systemActor } from '#kit/server/actor.ts';
import { MESSAGES } from '#kit/server/messages.ts';
import {
  alsoBy,
  answer,
  implement,
  named,
  withFileCookie,
  type Answered,
  type Call,
  type CallOf,
  type FileCookieAnswer,
  type NamedAnswer,
  type Route,
} from '#kit/server/route.ts';
import { accountCalls } from '../model/routes/account.ts';
import { sessionCalls, type OwnAccess, type SignInAnswer } from '../model/routes/session.ts';
import { isCaptchaKey, openCaptcha } from './captcha.ts';
import { withTenantPages } from './tenant-pages.ts';
import { departsOf, enter, welcome } from './entrance.ts';
import { logLogin } from './login-log.ts';
import { placesOf } from './admit.ts';
import { changeOwnPassword } from './account/own-password.ts';
import { isSomebodyElse, sessionOf, sessionOver } from './own-session.ts';
import { admittedAnswer } from './second-factor/admitted-answer.ts';
import type { Services } from './services.ts';
import type { Session } from './sessions.ts';
import { noteLeft, visitorUser } from './tenants/looks.ts';
import { toSysDepart } from './departs.ts';
import { ownUserOf } from './user-list.ts';
import { refusedAs } from './wire.ts';

const SESSION_GONE = 'Token无效!';

/** Signing in and out, and what belongs to the session: menu, department, tenant, password. */
export const sessionRoutes = (services: Services): Route[] => [
  implement(sessionCalls.captcha, async ({ params: { key }, ip }) => {
    if (!isCaptchaKey(key)) throw new Refusal('badRequest', MESSAGES.badRequest);
    return openCaptcha(services.db, key, ip);
  }),
  implement(sessionCalls.signIn, (call) => signIn(services, call)),
  ...alsoBy(
    'GET',
    implement(sessionCalls.signOut, (call) => signOut(services, call)),
  ),
  // Every start of the console asks for this: from then on its pictures can be fetched.
  implement(sessionCalls.access, async (call) => withFileCookie(call.token ?? '', await ownMenu(services, call))),
  implement(sessionCalls.user, async (call) => {
    const session = await sessionOf(services, call);
    const { username, realname, actsFor } = session;
    return call.tx(async (tx) => ({
      userInfo: tx.actor.isVisitor
        ? await visitorUser(services.db, session)
        : {
            ...(await ownUserOf(tx, tx.actor.userId ?? '')),
            ...(actsFor === null ? {} : { actedBy: { username, realname } }),
          },
      sysAllDictItems: (await services.dictionaries.all(tx)).byCode,
    }));
  }),
  implement(sessionCalls.departs, async (call) => {
    const session = await sessionOf(services, call);
    return call.tx(async (tx) => {
      const departs = await departsOf(tx, session.actsFor ?? session.userId);
      return { list: departs.map((row) => toSysDepart(tx, row)), orgCode: session.orgCode };
    });
  }),
  ...alsoBy(
    'POST',
    implement(sessionCalls.selectDepart, (call) => selectDepart(services, call)),
  ),
  implement(sessionCalls.selectTenant, (call) => selectTenant(services, call)),
  ...alsoBy(
    'PUT',
    implement(accountCalls.changePassword, (call) => changeOwnPassword(services, call)),
  ),
];

/** The menu of the caller, under a name that changes with whatever they may see and do. */
async function ownMenu(
  { sessions, permissions, menus, tenantPages }: Services,
  call: Call,
): Promise<NamedAnswer<OwnAccess>> {
  const { granted, mark } = await sessions.accessOf(call.token ?? '');
  const pages = (await Promise.all(tenantPages().map((of) => of(call)))).flat();
  const { permissions: codes, zone: timezone, currency: baseCurrency = '' } = call.actor;
  const rows = await permissions.rows();
  const menu = menus.of(rows, granted, codes, { timezone, baseCurrency });
  if (pages.length === 0) return named(`${menu.name} ${mark}`, () => menu.answer);
  return named(`${menu.name} ${mark} ${JSON.stringify(pages)}`, () => withTenantPages(menu.answer, pages, rows));
}

async function signIn(services: Services, call: CallOf<typeof sessionCalls.signIn>): Promise<Answered<SignInAnswer>> {
  const { username, password, captcha, checkKey } = call.body;
  const { ip, userAgent } = call;
  const outcome = await services.login({ username, password, captcha, checkKey, ip, userAgent });
  if (outcome.kind === 'captchaWrong') return refusedAs(412, '验证码错误');
  return admittedAnswer(services, call, outcome);
}

async function signOut(services: Services, call: Call): Promise<Answered<null>> {
  const { token } = call;
  const session = token && (await services.sessions.find(token));
  // Never 401: a client of the base that hears one signs out, and so asks for this once more.
  if (!session) return refusedAs(500, SESSION_GONE);
  if (!(await services.sessions.end(token))) return refusedAs(500, '退出登录失败！');
  await noteLeft(services.db, session);
  await logLogin(services.db, {
    tenant: session.tenant,
    kind: 'logout',
    userId: session.userId,
    username: session.username,
    content: '退出登录',
    ip: call.ip,
    userAgent: call.userAgent,
  });
  return answer('退出登录成功！');
}

/** Only oneself, only an own department. The session goes on under the token of the answer. */
async function selectDepart(
  services: Services,
  call: CallOf<typeof sessionCalls.selectDepart>,
): Promise<FileCookieAnswer<Pick<SignInAnswer, 'token' | 'userInfo'>>> {
  const session = await sessionOf(services, call);
  const { orgCode, username } = call.body;
  if (isSomebodyElse(username, session)) throw new Refusal('notSelf', '只允许切换自己的部门！');
  const code = await departMeant(services, call, session, orgCode);
  return call.tx(async (tx) => {
    const token = await services.sessions.moveTo(tx, call.token ?? '', code);
    // Somebody else used the same token a moment earlier: their switch is the one that counts.
    if (!token) throw sessionOver();
    await tx.run`update membership set org_code = ${code}
      where tenant_id = ${tx.tenant} and user_id = ${session.userId}`;
    return withFileCookie(token, { userInfo: await ownUserOf(tx, session.userId), token });
  });
}

/**
 * The department to work in. A client of the base lets one choose tenant and department in one
 * dialog, which knows the departments of the tenant signed in to alone: where such a one comes with
 * another tenant, the department used last there is meant.
 */
async function departMeant(
  { db }: Services,
  call: Call,
  { userId, tenant, orgCode }: Session,
  requested: unknown,
): Promise<string> {
  const own = await call.tx((tx) => departsOf(tx, userId));
  const has = (departs: readonly { orgCode: string }[], code: unknown): boolean =>
    departs.some((one) => one.orgCode === code);
  if (typeof requested === 'string' && has(own, requested)) return requested;
  const isAtHome = orgCode !== null && has(own, orgCode);
  const others = isAtHome ? await placesOf(db, { id: userId, status: 'active' }) : [];
  for (const place of others.filter((one) => one.tenant !== tenant)) {
    const departs = await db.tx(systemActor(place.tenant, 'login'), (tx) => departsOf(tx, userId));
    if (has(departs, requested)) return orgCode ?? '';
  }
  throw new Refusal('foreignDepart', '您不属于该部门！');
}

/** Another tenant is another session: the old token ends, so no node serves the old tenant. */
async function selectTenant(services: Services, call: CallOf<typeof sessionCalls.selectTenant>): Promise<SignInAnswer> {
  const { db, sessions, dictionaries } = services;
  const session = await sessionOf(services, call);
  const tenants = await placesOf(db, { id: session.userId, status: 'active' });
  const place = tenants.find((one) => String(one.tenant) === String(call.body.tenantId));
  if (!place) throw notFound();
  const { ip, userAgent } = call;
  // Of two switches by one token only the first goes on.
  if (!(await sessions.end(call.token ?? ''))) throw sessionOver();
  await noteLeft(db, session);
  const token = await enter(db, sessions, { userId: session.userId, place, ip, userAgent });
  return welcome(db, dictionaries, token, session.userId, place, tenants);
}
