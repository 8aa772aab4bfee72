import { invalid, Refusal } from '#kit/model/refusal.ts';
import { audit } from '#kit/server/audit.ts';
import { MESSAGES } from '#kit/server/messages.ts';
import { answer, type Answer, type CallOf } from '#kit/server/route.ts';
import { MAX_PASSWORD, passwordFault } from '../../model/password.ts';
import type { accountCalls } from '../../model/routes/account.ts';
import { attemptsOf, countAttempt, GUESSES, tooMany, type Attempted } from '../attempts.ts';
import { isSomebodyElse, sessionOf } from '../own-session.ts';
import { hashPassword, verifyPassword } from '../password-hash.ts';
import type { Services } from '../services.ts';
import type { Session } from '../sessions.ts';
import { dropLinks } from '../third-login/third-links.ts';
import { writePassword } from '../user-admin.ts';
import { USER } from '../users.ts';

/** Changes the password of whoever asks, and ends their other sessions with it. */
export async function changeOwnPassword(
  services: Services,
  call: CallOf<typeof accountCalls.changePassword>,
): Promise<Answer<null>> {
  const { db, sessions } = services;
  const session = await sessionOf(services, call);
  const { username, oldpassword, password, confirmpassword, unlinkThird } = call.body;
  if (isSomebodyElse(username, session)) throw new Refusal('notSelf', '只允许修改自己的密码！');
  if (typeof oldpassword !== 'string' || oldpassword.length > MAX_PASSWORD) throw fieldFault('oldpassword', WRONG);
  if (typeof password !== 'string' || password === '') throw fieldFault('password', '新密码不允许为空!');
  if (password !== confirmpassword) throw fieldFault('confirmpassword', '两次输入密码不一致!');
  const fault = passwordFault(password, session.username);
  if (fault) throw fieldFault('password', fault);
  await requireOwnPassword(services, session, oldpassword);
  if (oldpassword === password) throw fieldFault('password', '新密码不能与旧密码相同');
  const hash = await hashPassword(password);
  await db.tx(call.actor, async (tx) => {
    await writePassword(tx, session.userId, hash, false);
    audit(tx, USER, [{ rowId: session.userId, action: 'changePassword' }]);
    if (unlinkThird === true) await dropLinks(tx, session.userId);
    await sessions.endAllOf(tx, session.userId, { except: call.token ?? '' });
  });
  return answer('密码重置成功!');
}

const WRONG = '旧密码输入错误!';

/**
 * Refuses at the field `oldpassword` unless it is the password of the person. A stolen session may
 * not be used to guess it either; its failures keep nobody from signing in.
 */
async function requireOwnPassword({ db }: Services, session: Session, password: string, wrong = WRONG): Promise<void> {
  const subject: Attempted = { kind: 'ownPassword', subject: session.userId };
  const stored = await db.platform(async (tx) => {
    if ((await attemptsOf(tx, tx.now, subject)) >= GUESSES) throw tooMany(MESSAGES.tooMany);
    return tx.one<{ passwordHash: string }>`
      select password_hash from app_user where id = ${session.userId}`;
  });
  if (await verifyPassword(stored.passwordHash, password)) return;
  await db.platform((tx) => countAttempt(tx, tx.now, subject));
  throw fieldFault('oldpassword', wrong);
}

/** As {@link requireOwnPassword}, for what was sent beside a change that it guards. */
export async function requireCurrentPassword(services: Services, session: Session, sent: unknown): Promise<void> {
  if (typeof sent !== 'string' || sent === '' || sent.length > MAX_PASSWORD)
    throw invalid([{ field: 'oldpassword', code: 'required', message: '请输入当前密码' }]);
  await requireOwnPassword(services, session, sent, '当前密码输入错误!');
}

const fieldFault = (field: string, message: string): Refusal => invalid([{ field, code: 'invalid', message }]);
