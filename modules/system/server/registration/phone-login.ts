import { Refusal } from '#kit/model/refusal.ts';
import type { Database, PlatformTx } from '#kit/server/database.ts';
import {
  attemptsOf,
  countAttempt,
  forgetAttempts,
  LOCKED,
  LOCKED_AFTER,
  tooMany,
  type Attempted,
} from '../attempts.ts';
import type { Address, Codes } from './codes.ts';
import { homeTenant } from './home-tenant.ts';
import { letIn, type Admitted, type Entrance } from '../let-in.ts';
import { AT_ONCE } from '../login.ts';
import { logLogin } from '../login-log.ts';
import { maskedAddress } from './messenger.ts';
import { createTurnstile } from '../turnstile.ts';

export interface PhoneCredentials {
  mobile: string;
  code: string;
  ip: string;
  userAgent: string;
}

export type PhoneLogin = (credentials: PhoneCredentials) => Promise<Admitted>;

const PHONE_CODE_WRONG = '手机验证码错误';

/**
 * Signing in with a code sent to one's phone. Counts and locks as signing in with a password
 * does: per number and per address, whether or not anybody has the number.
 */
export function createPhoneLogin(entrance: Entrance, codes: Codes): PhoneLogin {
  const turnstile = createTurnstile(200);
  return (typed) =>
    turnstile.run(`address ${typed.ip}`, AT_ONCE.address, () =>
      turnstile.run(`phone ${typed.mobile}`, AT_ONCE.account, () => signIn(entrance, codes, typed)),
    );
}

/** Failures on a number are counted apart from those on the account's name. */
export const phoneAttempts = (mobile: string): Attempted => ({
  kind: 'account',
  subject: `phone ${mobile}`,
});

interface Account {
  id: string;
  username: string;
  status: string;
}

async function signIn(
  entrance: Entrance,
  codes: Codes,
  typed: PhoneCredentials,
): Promise<Admitted> {
  const { db } = entrance;
  const started = performance.now();
  const address: Address = { kind: 'sms', value: typed.mobile };
  const isLocked = await db.platform((tx) => locked(tx, typed));
  if (isLocked) throw tooMany(LOCKED);
  const verdict = await codes.check('login', address, typed.code);
  const account = await db.platform(async (tx) => {
    const found = await tx.maybe<Account>`
      select id, username, status from app_user
      where phone = ${typed.mobile} and status <> 'deleted'`;
    const isSpent = verdict === 'right' && (await codes.spend(tx, 'login', address));
    if (isSpent) await forgetAttempts(tx, phoneAttempts(typed.mobile));
    return { found, isLetIn: isSpent && found !== undefined };
  });
  if (!account.found || !account.isLetIn) throw await failed(db, typed, account.found);
  return letIn(entrance, account.found, { ...typed, started });
}

async function locked(tx: PlatformTx, { mobile, ip }: PhoneCredentials): Promise<boolean> {
  const onPhone = await attemptsOf(tx, tx.now, phoneAttempts(mobile));
  const onAddress = await attemptsOf(tx, tx.now, { kind: 'address', subject: ip });
  return onPhone >= LOCKED_AFTER.account || onAddress >= LOCKED_AFTER.address;
}

async function failed(
  db: Database,
  { mobile, ip, userAgent }: PhoneCredentials,
  account: Account | undefined,
): Promise<Refusal> {
  const tenant = await db.platform(async (tx) => {
    await countAttempt(tx, tx.now, phoneAttempts(mobile));
    await countAttempt(tx, tx.now, { kind: 'address', subject: ip });
    return homeTenant(tx, account?.id ?? null);
  });
  await logLogin(db, {
    tenant,
    kind: 'failure',
    userId: account?.id ?? null,
    username: account?.username ?? maskedAddress('sms', mobile),
    content: `登录失败：${PHONE_CODE_WRONG}`,
    ip,
    userAgent,
  });
  return new Refusal('badLogin', PHONE_CODE_WRONG, { status: 400 });
}
