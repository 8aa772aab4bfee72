import { Refusal } from '#kit/model/refusal.ts';
import { MESSAGES } from '#kit/server/messages.ts';
import { networkOf } from '#platform/outbound/network-of.ts';
import { answer, type Answered, type Call } from '#kit/server/route.ts';
import { messagePurposes, type MessagePurpose } from '../../model/message.ts';
import { limitCalls, spacedAttempt, tooMany } from '../attempts.ts';
import { isCaptchaKey, useCaptcha } from '../captcha.ts';
import type { Address } from './codes.ts';
import type { Services } from '../services.ts';
import { refusedAs } from '../wire.ts';

const WINDOW_MS = 10 * 60_000;
const HOUR_MS = 60 * 60_000;
/** Requests of one caller in ten minutes after which each waits longer than the one before. */
const FREE_BY_CALLER = 5;
const MOST = { toAddress: 6, inAll: 600 };

/**
 * Sends a code, or does as if: nobody learns from text, status or time whether an address has an
 * account. Only the owner of the address reads what is true.
 */
export async function requestCode(
  services: Services,
  call: Call,
  purpose: MessagePurpose,
  address: Address,
): Promise<Answered<null>> {
  const { db, codes, messenger } = services;
  if (!messenger.offers[address.kind])
    throw new Refusal('notOffered', address.kind === 'sms' ? '未开通短信服务' : '未开通邮件服务');
  const caller = await admit(services, call);
  if (caller === 'tooMany') throw tooMany(MESSAGES.tooMany);
  if (caller === 'captchaWrong') return refusedAs(412, '验证码错误');
  await limitCalls(db, { kind: 'codeInAll', subject: '' }, MOST.inAll, WINDOW_MS);
  const subject = codes.digest(`to ${address.kind} ${address.value}`);
  await limitCalls(db, { kind: 'codeTo', subject }, MOST.toAddress, HOUR_MS);
  const code = await codes.open(purpose, address);
  if (code === null) throw new Refusal('stillFresh', '验证码10分钟内，仍然有效！');
  const account = await accountAt(services, address);
  const isStranger = account === undefined;
  if (purpose === 'register' && !isStranger) sendRegistered(services, address, account.id);
  else if (purpose === 'register' || account?.status === 'active')
    sendCode(services, purpose, address, code, account?.id ?? null);
  return answer('验证码已发送，请注意查收');
}

type Caller = 'tooMany' | 'captchaWrong' | 'admitted';

async function admit({ db }: Services, { ip, body }: Call): Promise<Caller> {
  return db.platform(async (tx) => {
    const request = { kind: 'code', subject: networkOf(ip) } as const;
    if (!(await spacedAttempt(tx, tx.now, request, FREE_BY_CALLER))) return 'tooMany';
    const { captcha, checkKey } = body;
    if (typeof captcha === 'string' && captcha !== '') {
      const key = String(checkKey ?? '').slice(0, 65);
      const isRight = isCaptchaKey(key) && (await useCaptcha(tx, tx.now, key, captcha));
      return isRight ? 'admitted' : 'captchaWrong';
    }
    return 'admitted';
  });
}

const accountAt = ({ db }: Services, { kind, value }: Address): Promise<{ id: string; status: string } | undefined> =>
  db.platform((tx) =>
    kind === 'sms'
      ? tx.maybe<{ id: string; status: string }>`
          select id, status from app_user where phone = ${value}`
      : tx.maybe<{ id: string; status: string }>`
          select id, status from app_user where email_key = ${value}`,
  );

function sendCode(
  { messenger }: Services,
  purpose: MessagePurpose,
  { kind, value }: Address,
  code: string,
  userId: string | null,
): void {
  const operation = messagePurposes.items[purpose];
  messenger.post({
    kind,
    to: value,
    purpose,
    userId,
    subject: `${operation}验证码`,
    text: `验证码 ${code}，用于${operation}，10分钟内有效。请勿告诉他人；如非本人操作，请忽略。`,
    secret: code,
  });
}

function sendRegistered({ messenger }: Services, { kind, value }: Address, userId: string): void {
  const what = kind === 'sms' ? '手机号' : '邮箱';
  messenger.post({
    kind,
    to: value,
    purpose: 'register',
    userId,
    subject: `该${what}已经注册`,
    text: `该${what}已经注册，请直接登录！忘记密码时，可在登录页找回。如非本人操作，请忽略。`,
  });
}
