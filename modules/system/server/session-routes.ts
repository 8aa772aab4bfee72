import { invalid, notFound, Refusal } from '#kit/model/refusal.ts';
import { audit } from '#kit/server/audit.ts';
import { MESSAGES } from '#kit/server/messages.ts';
import { answer, type Call, type Route } from '#kit/server/route.ts';
import { MAX_PASSWORD, passwordFault } from '../model/password.ts';
import { attemptsOf, countAttempt, tooMany, type Attempted } from './attempts.ts';
import { isCaptchaKey, openCaptcha } from './captcha.ts';
import { departsOf, enter, welcome } from './entrance.ts';
import { logLogin } from './login-log.ts';
import { placesOf } from './login.ts';
import { menuFor, type MenuAnswer } from './menu.ts';
import { hashPassword, verifyPassword } from './password-hash.ts';
import type { Services } from './services.ts';
import type { Session } from './sessions.ts';
import { writePassword } from './user-admin.ts';
import { userOf } from './user-list.ts';
import { nameKey, USER } from './users.ts';
import { refusedAs, toSysDepart } from './wire.ts';

const NEUTRAL = { refusals: 'neutral' } as const;

/** Signing in and out, and what belongs to the session: menu, department, tenant, password. */
export function sessionRoutes(services: Services): Route[] {
  const { db } = services;
  const logout = (method: 'GET' | 'POST'): Route => ({
    ...NEUTRAL,
    method,
    path: '/sys/logout',
    access: 'signedIn',
    summary: '退出登录',
    handle: (call) => signOut(services, call),
  });
  const changePassword = (method: 'PUT' | 'POST'): Route => ({
    ...NEUTRAL,
    method,
    path: '/sys/user/updatePassword',
    access: 'signedIn',
    summary: '修改自己的密码',
    handle: (call) => changeOwnPassword(services, call),
  });
  const depart = (method: 'PUT' | 'POST'): Route => ({
    ...NEUTRAL,
    method,
    path: '/sys/selectDepart',
    access: 'signedIn',
    summary: '切换部门',
    handle: (call) => selectDepart(services, call),
  });
  return [
    {
      ...NEUTRAL,
      method: 'GET',
      path: '/sys/randomImage/:key',
      access: 'public',
      summary: '验证码图片',
      handle: (call) => {
        const key = call.params['key'] ?? '';
        if (!isCaptchaKey(key)) throw new Refusal('badRequest', MESSAGES.badRequest);
        return openCaptcha(db, key, call.ip);
      },
    },
    {
      ...NEUTRAL,
      method: 'POST',
      path: '/sys/login',
      access: 'public',
      summary: '登录',
      handle: (call) => signIn(services, call),
    },
    logout('POST'),
    logout('GET'),
    {
      ...NEUTRAL,
      method: 'GET',
      path: '/sys/permission/getUserPermissionByToken',
      access: 'signedIn',
      summary: '当前用户的菜单与按钮权限',
      handle: (call) => ownMenu(services, call),
    },
    {
      ...NEUTRAL,
      method: 'GET',
      path: '/sys/user/getUserInfo',
      access: 'signedIn',
      summary: '当前用户信息与字典',
      handle: (call) =>
        call.tx(async (tx) => ({
          userInfo: await userOf(tx, tx.actor.userId ?? ''),
          sysAllDictItems: await services.dictionaries.all(tx),
        })),
    },
    {
      ...NEUTRAL,
      method: 'GET',
      path: '/sys/user/getCurrentUserDeparts',
      access: 'signedIn',
      summary: '当前用户的部门',
      handle: async (call) => {
        const session = await sessionOf(services, call);
        const departs = await call.tx((tx) => departsOf(tx, session.userId));
        return {
          list: departs.map((row) => toSysDepart(row, call.actor.zone)),
          orgCode: session.orgCode,
        };
      },
    },
    depart('PUT'),
    depart('POST'),
    {
      ...NEUTRAL,
      method: 'PUT',
      path: '/sys/selectTenant',
      access: 'signedIn',
      summary: '切换租户',
      handle: (call) => selectTenant(services, call),
    },
    changePassword('PUT'),
    changePassword('POST'),
  ];
}

/**
 * The menu of the caller, kept beside his rights, which are read anew every few seconds; and the
 * zone in which this tenant's times are written.
 */
async function ownMenu(
  { sessions, permissions, menus }: Services,
  call: Call,
): Promise<MenuAnswer & { timezone: string }> {
  const rows = await permissions.rows();
  const { permissions: rights, zone: timezone } = call.actor;
  const kept = menus.get(rights);
  if (kept?.rows === rows) return { ...kept.menu, timezone };
  const menu = menuFor(rows, await sessions.granted(call.token ?? ''), rights);
  menus.set(rights, { rows, menu });
  return { ...menu, timezone };
}

async function sessionOf({ sessions }: Services, call: Call): Promise<Session> {
  const session = call.token ? await sessions.find(call.token) : null;
  if (!session) throw new Refusal('unauthorised', MESSAGES.tokenInvalid, { status: 401 });
  return session;
}

async function signIn(services: Services, call: Call): Promise<unknown> {
  const { username, password, captcha, checkKey } = call.body;
  const { ip, userAgent } = call;
  const outcome = await services.login({ username, password, captcha, checkKey, ip, userAgent });
  if (outcome.kind === 'captchaWrong')
    return refusedAs(412, '验证码错误', { captchaRequired: true });
  const { token, userId, place, tenants } = outcome;
  const result = await welcome(services.db, services.dictionaries, token, userId, place, tenants);
  return answer('登录成功', result);
}

async function signOut(services: Services, call: Call): Promise<unknown> {
  const { actor, token } = call;
  const ended = token !== null && (await services.sessions.end(token));
  if (!ended) return refusedAs(500, '退出登录失败！');
  await logLogin(services.db, {
    tenant: actor.tenant,
    kind: 'logout',
    userId: actor.userId,
    username: actor.username,
    content: '退出登录',
    ip: call.ip,
    userAgent: call.userAgent,
  });
  return answer('退出登录成功！');
}

/** Only oneself, only an own department. The session keeps its token: no right changes by it. */
async function selectDepart(services: Services, call: Call): Promise<unknown> {
  const session = await sessionOf(services, call);
  const { orgCode, username } = call.body;
  if (username !== undefined && username !== session.username)
    throw new Refusal('notSelf', '只允许切换自己的部门！');
  return call.tx(async (tx) => {
    const departs = await departsOf(tx, session.userId);
    if (!departs.some((one) => one.org_code === orgCode))
      throw new Refusal('foreignDepart', '您不属于该部门！');
    await services.sessions.setDepart(tx, call.token ?? '', String(orgCode));
    await tx.run`update membership set org_code = ${String(orgCode)}
      where tenant_id = ${tx.tenant} and user_id = ${session.userId}`;
    return { userInfo: await userOf(tx, session.userId), token: call.token };
  });
}

/** Another tenant is another session: the old token ends, so no node serves the old tenant. */
async function selectTenant(services: Services, call: Call): Promise<unknown> {
  const { db, sessions, dictionaries } = services;
  const session = await sessionOf(services, call);
  const tenants = await placesOf(db, { id: session.userId, status: 'active' });
  const place = tenants.find((one) => String(one.tenant) === String(call.body['tenantId']));
  if (!place) throw notFound();
  const { ip, userAgent } = call;
  const token = await enter(db, sessions, { userId: session.userId, place, ip, userAgent });
  await sessions.end(call.token ?? '');
  return welcome(db, dictionaries, token, session.userId, place, tenants);
}

const GUESSES = 5;

async function changeOwnPassword(services: Services, call: Call): Promise<unknown> {
  const { db, sessions } = services;
  const session = await sessionOf(services, call);
  const { username, oldpassword, password, confirmpassword } = call.body;
  if (username !== undefined && username !== session.username)
    throw new Refusal('notSelf', '只允许修改自己的密码！');
  if (typeof oldpassword !== 'string' || oldpassword.length > MAX_PASSWORD)
    throw fieldFault('oldpassword', '旧密码输入错误!');
  if (typeof password !== 'string' || password === '')
    throw fieldFault('password', '新密码不允许为空!');
  if (password !== confirmpassword) throw fieldFault('confirmpassword', '两次输入密码不一致!');
  const fault = passwordFault(password, session.username);
  if (fault) throw fieldFault('password', fault);
  await requireOldPassword(services, session, oldpassword);
  if (oldpassword === password) throw fieldFault('password', '新密码不能与旧密码相同');
  const hash = await hashPassword(password);
  await db.tx(call.actor, async (tx) => {
    await writePassword(tx, session.userId, hash, false);
    audit(tx, USER, [{ rowId: session.userId, action: 'changePassword' }]);
    await sessions.endAllOf(tx, session.userId, { except: call.token ?? '' });
  });
  return answer('密码重置成功!');
}

/** A stolen session may not be used to guess the password either: failures count as at login. */
async function requireOldPassword(
  { db }: Services,
  session: Session,
  oldPassword: string,
): Promise<void> {
  const subject: Attempted = { kind: 'account', subject: nameKey(session.username) };
  const stored = await db.platform(async (tx) => {
    if ((await attemptsOf(tx, tx.now, subject)) >= GUESSES) throw tooMany(MESSAGES.tooMany);
    return tx.one<{ password_hash: string }>`
      select password_hash from app_user where id = ${session.userId}`;
  });
  if (await verifyPassword(stored.password_hash, oldPassword)) return;
  await db.platform((tx) => countAttempt(tx, tx.now, subject));
  throw fieldFault('oldpassword', '旧密码输入错误!');
}

const fieldFault = (field: string, message: string): Refusal =>
  invalid([{ field, code: 'invalid', message }]);
