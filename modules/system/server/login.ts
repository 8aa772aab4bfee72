import { Refusal } from '#kit/model/refusal.ts';
import type { Database, PlatformTx } from '#kit/server/database.ts';
import { networkOf } from '#platform/outbound/network-of.ts';
import { MAX_PASSWORD } from '../model/password.ts';
import { LOCKED, tooMany } from './attempts.ts';
import { isCaptchaKey, useCaptcha } from './captcha.ts';
import { homeTenant } from './registration/home-tenant.ts';
import { admitAccount, type Admitted, type Entrance } from './admit.ts';
import { logLogin, veiled } from './login-log.ts';
import { verifyPassword } from './password-hash.ts';
import { countFailure, forgetPair, isDoorClosed, knownAt, type Door } from './sign-in-limits.ts';
import { createTurnstile } from './turnstile.ts';
import { nameKey } from './users.ts';

/** Passwords judged at the same time. */
export const AT_ONCE = { account: 4, address: 8 };

const WRONG = '用户名或密码错误';

export interface Credentials {
  username: unknown;
  password: unknown;
  captcha: unknown;
  checkKey: unknown;
  ip: string;
  userAgent: string;
}

type LoginOutcome = Admitted | { kind: 'captchaWrong' };

export type Login = (credentials: Credentials) => Promise<LoginOutcome>;

/**
 * Signing in with a password. Unknown account and wrong password cannot be distinguished, by text
 * or by time; whatever else is wrong with an account is said only after the right password.
 */
export function createLogin(entrance: Entrance): Login {
  const turnstile = createTurnstile(200);
  return (credentials) => {
    const typed = readCredentials(credentials);
    return turnstile.run(`address ${networkOf(typed.ip)}`, AT_ONCE.address, () =>
      turnstile.run(`account ${typed.key}`, AT_ONCE.account, () => signIn(entrance, typed)),
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
  if (!isText(username, 100) || !isText(password, MAX_PASSWORD)) throw new Refusal('badLogin', WRONG, { status: 400 });
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
  passwordHash: string;
  status: string;
}

async function signIn(entrance: Entrance, typed: Typed): Promise<LoginOutcome> {
  const { db } = entrance;
  const started = performance.now();
  const admitted = await db.platform((tx) => admit(tx, typed));
  if (admitted.kind === 'locked') throw tooMany(LOCKED);
  if (admitted.kind === 'captchaWrong') return { kind: 'captchaWrong' };
  const { account, door } = admitted;
  const isRight = await verifyPassword(account?.passwordHash, typed.password);
  if (!account || !isRight) throw await failed(db, typed, account, door);
  await db.platform((tx) => forgetPair(tx, door));
  return admitAccount(entrance, account, { ...typed, started });
}

type Admission =
  | { kind: 'in'; account: Account | undefined; door: Door }
  | { kind: 'locked' }
  | { kind: 'captchaWrong' };

/** Looks at the counters, and at a picture code where a client sends one, before any hash is computed. */
async function admit(tx: PlatformTx, typed: Typed): Promise<Admission> {
  const account = await tx.maybe<Account & { isKnown: boolean }>`
    select id, username, password_hash, status, ${knownAt(tx, typed.ip)} as is_known from app_user u
    where username_key = ${typed.key} and status <> 'deleted'`;
  const door = { account: typed.key, ip: typed.ip, isKnown: account?.isKnown ?? false };
  if (await isDoorClosed(tx, door)) return { kind: 'locked' };
  if (typed.captcha !== null) {
    const isRight = isCaptchaKey(typed.checkKey) && (await useCaptcha(tx, tx.now, typed.checkKey, typed.captcha));
    if (!isRight) return { kind: 'captchaWrong' };
  }
  return { kind: 'in', account, door };
}

/** Counts and logs a failure; known and unknown accounts take the same steps. */
async function failed(db: Database, typed: Typed, account: Account | undefined, door: Door): Promise<Refusal> {
  const tenant = await db.platform(async (tx) => {
    await countFailure(tx, door);
    return homeTenant(tx, account?.id ?? null);
  });
  await logLogin(db, {
    ...typed,
    username: account?.username ?? veiled(typed.username),
    tenant,
    kind: 'failure',
    userId: account?.id ?? null,
    content: '登录失败：用户名或密码错误',
  });
  return new Refusal('badLogin', WRONG, { status: 400 });
}
