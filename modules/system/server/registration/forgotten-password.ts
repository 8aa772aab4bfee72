import { randomBytes } from 'node:crypto';
import type { ResultOf } from '#kit/model/route.ts';
import { Refusal } from '#kit/model/refusal.ts';
import { systemActor } from '#kit/server/actor.ts';
import { audit } from '#kit/server/audit.ts';
import { networkOf } from '#platform/outbound/network-of.ts';
import { answer, implement, type Answer, type Call, type Route } from '#kit/server/route.ts';
import { passwordFault } from '../../model/password.ts';
import { registrationCalls } from '../../model/routes/registration.ts';
import { limitCalls } from '../attempts.ts';
import { fieldFault, readAddress, readCode } from './code-addresses.ts';
import type { Address } from './codes.ts';
import { homeTenant } from './home-tenant.ts';
import { hashPassword } from '../password-hash.ts';
import { phoneAccount } from './phone-login.ts';
import { codeGone, requireRight } from './registration.ts';
import type { Services } from '../services.ts';
import { forgetAccount } from '../sign-in-limits.ts';
import { dropLinks } from '../third-login/third-links.ts';
import { writePassword } from '../user-admin.ts';
import { nameKey, USER } from '../users.ts';

const TICKET_MS = 10 * 60_000;
const WINDOW_MS = 10 * 60_000;
/** Tries for one phone or mail from one address; and from that address in all, for an office has many. */
const MOST_TRIES = 20;
const MOST_FROM_ADDRESS = 200;

/** A new password for somebody who forgot theirs: prove an address, then use the ticket once. */
export const forgottenPasswordRoutes = (services: Services): Route[] => [
  implement(registrationCalls.proveAddress, (call) => verifyAddress(services, call)),
  implement(registrationCalls.setPassword, (call) => setPassword(services, call)),
  implement(registrationCalls.setPasswordByAddress, async () => {
    throw new Refusal('methodNotAllowed', '不支持GET请求方法，支持以下POST', { status: 405 });
  }),
];

interface Account {
  id: string;
  username: string;
}

const accountAt = ({ db }: Services, { kind, value }: Address): Promise<Account | undefined> =>
  db.platform((tx) =>
    kind === 'sms'
      ? tx.maybe<Account>`
          select id, username from app_user where phone = ${value} and status = 'active'`
      : tx.maybe<Account>`
          select id, username from app_user where email_key = ${value} and status = 'active'`,
  );

const addressDigest = ({ codes }: Services, { kind, value }: Address): string =>
  codes.digest(`ticket for ${kind} ${value}`);

async function limitTries({ db }: Services, { value }: Address, ip: string): Promise<void> {
  const network = networkOf(ip);
  const pair = `${value.slice(0, 100)} ${network}`;
  await limitCalls(db, { kind: 'reset', subject: pair }, MOST_TRIES, WINDOW_MS);
  await limitCalls(db, { kind: 'reset', subject: network }, MOST_FROM_ADDRESS, WINDOW_MS);
}

/** `smscode` of the answer repeats the ticket: the stock client hands that name on. */
async function verifyAddress(
  services: Services,
  call: Call,
): Promise<Answer<ResultOf<typeof registrationCalls.proveAddress>>> {
  const { db, codes } = services;
  const address = readAddress(call.body);
  const code = readCode(call.body['smscode'], 'smscode');
  await limitTries(services, address, call.ip);
  requireRight(address, await codes.check('forgot', address, code));
  const account = await accountAt(services, address);
  const ticket = randomBytes(32).toString('base64url');
  const isIssued = await db.platform(async (tx) => {
    await tx.run`delete from password_ticket where expires_at < ${tx.now}`;
    if (!account || !(await codes.spend(tx, 'forgot', address))) return false;
    await tx.run`
      insert into password_ticket (token_digest, user_id, address_digest, expires_at)
      values (${codes.digest(ticket)}, ${account.id}, ${addressDigest(services, address)},
        ${new Date(tx.now.getTime() + TICKET_MS)})`;
    return true;
  });
  if (!account || !isIssued) throw codeGone(address);
  return answer('验证成功', { ticket, smscode: ticket, username: account.username });
}

/** The ticket is used up only by a password that was taken; a ticket in wrong hands ends at once. */
async function setPassword(services: Services, call: Call): Promise<Answer<null>> {
  const { db, sessions, codes } = services;
  const { ticket, smscode, username, password, confirmpassword } = call.body;
  const address = readAddress(call.body);
  if (typeof username !== 'string' || username.length > 100) throw resetFailed();
  if (typeof password !== 'string' || password === '') throw fieldFault('password', '新密码不允许为空!');
  if (confirmpassword !== undefined && confirmpassword !== password)
    throw fieldFault('confirmpassword', '两次输入密码不一致!');
  const fault = passwordFault(password, username);
  if (fault) throw fieldFault('password', fault);
  await limitTries(services, address, call.ip);
  const shown = ticket ?? smscode;
  if (typeof shown !== 'string') throw ticketOver();
  const token = codes.digest(shown.slice(0, 100));
  const account = await ownerOf(services, token, address, username);
  const hash = await hashPassword(password);
  const tenant = await db.platform((tx) => homeTenant(tx, account.id));
  await db.tx(systemActor(tenant, account.username), async (tx) => {
    const used = await tx.platform.run`
      delete from password_ticket where token_digest = ${token}`;
    if (used === 0) throw ticketOver();
    await writePassword(tx, account.id, hash, false);
    await dropLinks(tx, account.id);
    await forgetAccount(tx.platform, nameKey(account.username));
    if (address.kind === 'sms') await forgetAccount(tx.platform, phoneAccount(address.value));
    audit(tx, USER, [{ rowId: account.id, action: 'recoverPassword' }]);
    await sessions.endAllOf(tx, account.id);
  });
  return answer('密码重置成功!');
}

const ticketOver = (): Refusal => new Refusal('ticketOver', '短信验证码失效！');
const resetFailed = (): Refusal => new Refusal('resetFailed', '重置密码失败！');

/** The ticket, the address that was proved and the account must all belong together, still. */
async function ownerOf(services: Services, token: string, address: Address, username: string): Promise<Account> {
  const found = await services.db.platform(async (tx) => {
    const row = await tx.maybe<{ userId: string; addressDigest: string }>`
      select user_id, address_digest from password_ticket
      where token_digest = ${token} and expires_at > ${tx.now}::timestamptz`;
    return row ?? null;
  });
  if (!found) throw ticketOver();
  const account = await accountAt(services, address);
  const belongs =
    account?.id === found.userId &&
    found.addressDigest === addressDigest(services, address) &&
    nameKey(account.username) === nameKey(username);
  if (account && belongs) return account;
  await services.db.platform((tx) => tx.run`delete from password_ticket where token_digest = ${token}`);
  throw new Refusal('ticketForeign', '短信验证码不匹配！');
}
