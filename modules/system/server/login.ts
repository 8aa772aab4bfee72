import { Refusal } from '#kit/model/refusal.ts';
import type { Database, PlatformTx } from '#kit/server/database.ts';
import { MAX_PASSWORD } from '../model/password.ts';
import {
  attemptsOf,
  countAttempt,
  forgetAttempts,
  LOCKED,
  LOCKED_AFTER,
  tooMany,
  type Attempted,
} from './attempts.ts';
import { isCaptchaKey, useCaptcha } from './captcha.ts';
import { homeTenant } from './registration/home-tenant.ts';
import { letIn, type Admitted, type Entrance } from './let-in.ts';
import { logLogin, veiled } from './login-log.ts';
import { verifyPassword } from './password-hash.ts';
import { createTurnstile } from './turnstile.ts';
import { nameKey } from './users.ts';

/** Failures in ten minutes after which a captcha is asked for. */
const CAPTCHA_AFTER = { account: 3, address: 10 };
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

export type LoginOutcome = Admitted | { kind: 'captchaWrong' };

export type Login = (credentials: Credentials) => Promise<LoginOutcome>;

/**
 * Signing in with a password. Unknown account and wrong password cannot be told apart, by text
 * or by time; whatever else is wrong with an account is said only after the right password.
 */
export function createLogin(entrance: Entrance): Login {
  const turnstile = createTurnstile(200);
  return (credentials) => {
    const typed = readCredentials(credentials);
    return turnstile.run(`address ${typed.ip}`, AT_ONCE.address, () =>
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

async function signIn(entrance: Entrance, typed: Typed): Promise<LoginOutcome> {
  const { db } = entrance;
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
  return letIn(entrance, account, { ...typed, started });
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
    return {
      hits: { account: onAccount, address: onAddress },
      tenant: await homeTenant(tx, account?.id ?? null),
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

/** A picture code is wanted first. */
export const captchaMissing = (): Refusal =>
  withResult(new Refusal('captchaMissing', '验证码无效', { status: 400 }), {
    captchaRequired: true,
  });

const withResult = (refusal: Refusal, result: Record<string, unknown>): Refusal =>
  Object.assign(refusal, { result });
