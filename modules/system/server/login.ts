import { Refusal } from '#kit/model/refusal.ts';
import type { Database, PlatformTx } from '#kit/server/database.ts';
import { MAX_PASSWORD } from '../model/password.ts';
import { attemptsOf, countAttempt, forgetAttempts, tooMany, type Attempted } from './attempts.ts';
import { isCaptchaKey, useCaptcha } from './captcha.ts';
import { enter } from './entrance.ts';
import { logLogin, veiled } from './login-log.ts';
import { verifyPassword } from './password-hash.ts';
import type { Place } from './place.ts';
import type { Sessions } from './sessions.ts';
import { OPERATOR_TENANT } from './tenants.ts';
import { createTurnstile } from './turnstile.ts';
import { nameKey } from './users.ts';

/** Failures in ten minutes after which a captcha is asked for, and after which nobody gets in. */
const CAPTCHA_AFTER = { account: 3, address: 10 };
const LOCKED_AFTER = { account: 5, address: 20 };
const AT_ONCE = { account: 4, address: 8 };

const WRONG = '用户名或密码错误';
const LOCKED = '登录失败次数过多，请稍后再试';

export interface Credentials {
  username: unknown;
  password: unknown;
  captcha: unknown;
  checkKey: unknown;
  ip: string;
  userAgent: string;
}

export type LoginOutcome =
  | { kind: 'ok'; token: string; userId: string; place: Place; tenants: readonly Place[] }
  | { kind: 'captchaWrong' };

export type Login = (credentials: Credentials) => Promise<LoginOutcome>;

/**
 * Signing in with a password. Unknown account and wrong password cannot be told apart, by text
 * or by time; whatever else is wrong with an account is said only after the right password.
 */
export function createLogin(db: Database, sessions: Sessions): Login {
  const turnstile = createTurnstile(200);
  return (credentials) => {
    const typed = readCredentials(credentials);
    return turnstile.run(`address ${typed.ip}`, AT_ONCE.address, () =>
      turnstile.run(`account ${typed.key}`, AT_ONCE.account, () => signIn(db, sessions, typed)),
    );
  };
}

interface Typed {
  username: string;
  key: string;
  password: string;
  captcha: string | null;
  checkKey: string;
  ip: string;
  userAgent: string;
}

function readCredentials(credentials: Credentials): Typed {
  const { username, password, captcha, checkKey, ip, userAgent } = credentials;
  const isText = (value: unknown, max: number): value is string =>
    typeof value === 'string' && value.length > 0 && value.length <= max;
  if (!isText(username, 100) || !isText(password, MAX_PASSWORD))
    throw new Refusal('badLogin', WRONG, { status: 400 });
  return {
    username,
    key: nameKey(username),
    password,
    captcha: isText(captcha, 20) ? captcha : null,
    checkKey: String(checkKey ?? '').slice(0, 65),
    ip,
    userAgent,
  };
}

interface Account {
  id: string;
  username: string;
  password_hash: string;
  status: string;
}

async function signIn(db: Database, sessions: Sessions, typed: Typed): Promise<LoginOutcome> {
  const started = performance.now();
  const subjects = {
    account: { kind: 'account', subject: typed.key } as Attempted,
    address: { kind: 'address', subject: typed.ip } as Attempted,
  };
  const admitted = await db.platform((tx) => admit(tx, typed, subjects));
  if (admitted.kind === 'locked') throw tooMany(LOCKED);
  if (admitted.kind === 'captchaMissing') throw captchaMissing();
  if (admitted.kind === 'captchaWrong') return { kind: 'captchaWrong' };
  const { account } = admitted;
  const isRight = await verifyPassword(account?.password_hash, typed.password);
  if (!account || !isRight) throw await failed(db, typed, account, subjects);
  await db.platform((tx) => forgetAttempts(tx, subjects.account));
  const places = await placesOf(db, account);
  const place = places[0] as Place;
  const { ip, userAgent } = typed;
  const token = await enter(db, sessions, { userId: account.id, place, ip, userAgent });
  await logLogin(db, {
    ...typed,
    username: account.username,
    tenant: place.tenant,
    kind: 'login',
    userId: account.id,
    content: '登录成功',
    costMs: Math.round(performance.now() - started),
  });
  return { kind: 'ok', token, userId: account.id, place, tenants: places };
}

type Admission =
  | { kind: 'in'; account: Account | undefined }
  | { kind: 'locked' }
  | { kind: 'captchaMissing' }
  | { kind: 'captchaWrong' };

/** Looks at the counters and the captcha before any hash is computed. */
async function admit(
  tx: PlatformTx,
  typed: Typed,
  subjects: { account: Attempted; address: Attempted },
): Promise<Admission> {
  const account = await attemptsOf(tx, tx.now, subjects.account);
  const address = await attemptsOf(tx, tx.now, subjects.address);
  if (account >= LOCKED_AFTER.account || address >= LOCKED_AFTER.address) return { kind: 'locked' };
  if (typed.captcha !== null) {
    const isRight =
      isCaptchaKey(typed.checkKey) && (await useCaptcha(tx, tx.now, typed.checkKey, typed.captcha));
    if (!isRight) return { kind: 'captchaWrong' };
  } else if (account >= CAPTCHA_AFTER.account || address >= CAPTCHA_AFTER.address)
    return { kind: 'captchaMissing' };
  const found = await tx.maybe<Account>`
    select id, username, password_hash, status from app_user
    where username_key = ${typed.key} and status <> 'deleted'`;
  return { kind: 'in', account: found };
}

/** Counts and logs a failure; known and unknown accounts take the same steps. */
async function failed(
  db: Database,
  typed: Typed,
  account: Account | undefined,
  subjects: { account: Attempted; address: Attempted },
): Promise<Refusal> {
  const { hits, tenant } = await db.platform(async (tx) => {
    const onAccount = await countAttempt(tx, tx.now, subjects.account);
    const onAddress = await countAttempt(tx, tx.now, subjects.address);
    await tx.asUser(account?.id ?? '00000000-0000-0000-0000-000000000000');
    const home = await tx.maybe<{ tenant_id: number }>`
      select tenant_id from membership where user_id = ${account?.id ?? null}::uuid
      order by last_used desc nulls last, tenant_id limit 1`;
    return {
      hits: { account: onAccount, address: onAddress },
      tenant: home?.tenant_id ?? OPERATOR_TENANT,
    };
  });
  await logLogin(db, {
    ...typed,
    username: account?.username ?? veiled(typed.username),
    tenant,
    kind: 'failure',
    userId: account?.id ?? null,
    content: '登录失败：用户名或密码错误',
  });
  const captchaRequired =
    hits.account >= CAPTCHA_AFTER.account || hits.address >= CAPTCHA_AFTER.address;
  return withResult(new Refusal('badLogin', WRONG, { status: 400 }), { captchaRequired });
}

const captchaMissing = (): Refusal =>
  withResult(new Refusal('captchaMissing', '验证码无效', { status: 400 }), {
    captchaRequired: true,
  });

const withResult = (refusal: Refusal, result: Record<string, unknown>): Refusal =>
  Object.assign(refusal, { result });

/** Where a person may work, the last used first; refuses with the reason when there is nowhere. */
export async function placesOf(
  db: Database,
  account: { id: string; status: string },
): Promise<Place[]> {
  if (account.status !== 'active') throw new Refusal('frozen', '该用户已冻结');
  const rows = await db.platform(async (tx) => {
    await tx.asUser(account.id);
    return tx.rows<{
      tenant_id: number;
      name: string;
      org_code: string | null;
      status: string;
      is_open: boolean;
    }>`
      select m.tenant_id, t.name, m.org_code, m.status,
        t.status = 'active'
          and coalesce(t.begin_date <= (${tx.now}::timestamptz at time zone t.timezone)::date, true)
          and coalesce(t.end_date >= (${tx.now}::timestamptz at time zone t.timezone)::date, true)
          as is_open
      from membership m join tenant t on t.id = m.tenant_id
      where m.user_id = ${account.id} and m.status <> 'deleted'
      order by m.last_used desc nulls last, m.tenant_id`;
  });
  if (rows.length === 0) throw new Refusal('gone', '该用户已注销');
  const active = rows.filter((row) => row.status === 'active');
  if (active.length === 0) throw new Refusal('frozen', '该用户已冻结');
  const open = active.filter((row) => row.is_open);
  if (open.length === 0)
    throw new Refusal('tenantsFrozen', '与该用户关联的租户均已被冻结，无法登录！');
  return open.map((row) => ({
    tenant: row.tenant_id,
    tenantName: row.name,
    orgCode: row.org_code,
  }));
}
