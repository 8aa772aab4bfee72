import { Refusal } from '#kit/model/refusal.ts';
import type { Database, PlatformTx } from '#kit/server/database.ts';
import { networkOf } from '#platform/outbound/network-of.ts';
import { LOCKED, tooMany } from '../attempts.ts';
import type { Address, Codes } from './codes.ts';
import { homeTenant } from './home-tenant.ts';
import { admitAccount, type Admitted, type Entrance } from '../admit.ts';
import { AT_ONCE } from '../login.ts';
import { logLogin } from '../login-log.ts';
import { maskedAddress } from './messenger.ts';
import { isDoorClosed, countFailure, forgetPair, knownAt, type Door } from '../sign-in-limits.ts';
import { createTurnstile } from '../turnstile.ts';

interface PhoneCredentials {
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
    turnstile.run(`address ${networkOf(typed.ip)}`, AT_ONCE.address, () =>
      turnstile.run(`phone ${typed.mobile}`, AT_ONCE.account, () => signIn(entrance, codes, typed)),
    );
}

/** Failures on a number are counted apart from those on the account's name. */
export const phoneAccount = (mobile: string): string => `phone ${mobile}`;

interface Account {
  id: string;
  username: string;
  status: string;
}

async function signIn(entrance: Entrance, codes: Codes, typed: PhoneCredentials): Promise<Admitted> {
  const { db } = entrance;
  const started = performance.now();
  const address: Address = { kind: 'sms', value: typed.mobile };
  const door = await db.platform((tx) => openDoor(tx, typed));
  const verdict = await codes.check('login', address, typed.code);
  const account = await db.platform(async (tx) => {
    const found = await tx.maybe<Account>`
      select id, username, status from app_user
      where phone = ${typed.mobile} and status <> 'deleted'`;
    const isSpent = verdict === 'right' && (await codes.spend(tx, 'login', address));
    if (isSpent) await forgetPair(tx, door);
    return { found, isLetIn: isSpent && found !== undefined };
  });
  if (!account.found || !account.isLetIn) throw await failed(db, typed, account.found, door);
  return admitAccount(entrance, account.found, { ...typed, started });
}

/** @throws Refusal 429 where it is closed; a code that was sent needs no picture code beside it */
async function openDoor(tx: PlatformTx, { mobile, ip }: PhoneCredentials): Promise<Door> {
  const owner = await tx.maybe<{ isKnown: boolean }>`
    select ${knownAt(tx, ip)} as is_known from app_user u
    where phone = ${mobile} and status <> 'deleted'`;
  const door = { account: phoneAccount(mobile), ip, isKnown: owner?.isKnown ?? false };
  if (await isDoorClosed(tx, door)) throw tooMany(LOCKED);
  return door;
}

async function failed(
  db: Database,
  { mobile, ip, userAgent }: PhoneCredentials,
  account: Account | undefined,
  door: Door,
): Promise<Refusal> {
  const tenant = await db.platform(async (tx) => {
    await countFailure(tx, door);
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
