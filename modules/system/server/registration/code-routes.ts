import { Refusal } from '#kit/model/refusal.ts';
import { MESSAGES } from '#kit/server/messages.ts';
import { networkOf } from '#platform/outbound/network-of.ts';
import { answer, implement, type Answered, type Call, type Route } from '#kit/server/route.ts';
import type { MessagePurpose } from '../../model/message.ts';
import { registrationCalls } from '../../model/routes/registration.ts';
import { limitCalls } from '../attempts.ts';
import { isCaptchaKey, useCaptcha } from '../captcha.ts';
import { fieldFault, readCode, readMail, readMobile } from './code-addresses.ts';
import { requestCode } from './code-requests.ts';
import { admittedAnswer } from '../second-factor/admitted-answer.ts';
import type { Services } from '../services.ts';
import { refusedAs } from '../wire.ts';

/** `smsmode` of the wire. */
const PURPOSES: Readonly<Record<string, MessagePurpose>> = {
  '0': 'login',
  '1': 'register',
  '2': 'forgot',
};

/** Codes by text message and mail, and signing in by one. */
export const codeRoutes = (services: Services): Route[] => [
  implement(registrationCalls.sms, async (call) => {
    const address = readMobile(call.body.mobile, 'mobile', '手机号不允许为空！');
    return requestCode(services, call, purposeOf(call.body.smsmode), address);
  }),
  implement(registrationCalls.mailCode, async (call) => {
    const address = readMail(call.body.email);
    const purpose = purposeOf(call.body.mode);
    // Nobody signs in by mail: a mailbox is read in more places than a phone.
    if (purpose === 'login') throw unknownPurpose();
    return requestCode(services, call, purpose, address);
  }),
  implement(registrationCalls.phoneLogin, async (call) => {
    const { value: mobile } = readMobile(call.body.mobile, 'mobile', '手机号不允许为空！');
    const code = readCode(call.body.captcha, 'captcha');
    const { ip, userAgent } = call;
    const admitted = await services.phoneLogin({ mobile, code, ip, userAgent });
    return admittedAnswer(services, call, admitted);
  }),
  implement(registrationCalls.checkCaptcha, (call) => checkCaptcha(services, call)),
];

function purposeOf(value: unknown): MessagePurpose {
  const mode = typeof value === 'number' ? String(value) : value;
  const purpose = typeof mode === 'string' && /^[012]$/.test(mode) ? PURPOSES[mode] : undefined;
  if (!purpose) throw unknownPurpose();
  return purpose;
}

const unknownPurpose = (): Refusal => new Refusal('badRequest', MESSAGES.badRequest);

/** A picture code serves once, here too: whoever checks it has to fetch another to use it. */
async function checkCaptcha({ db }: Services, { body, ip }: Call): Promise<Answered<null>> {
  const { captcha, checkKey } = body;
  await limitCalls(db, { kind: 'captcha', subject: networkOf(ip) }, 60);
  if (typeof captcha !== 'string' || captcha === '') throw fieldFault('captcha', '验证码无效');
  const key = String(checkKey ?? '').slice(0, 65);
  const isRight = isCaptchaKey(key) && (await db.platform((tx) => useCaptcha(tx, tx.now, key, captcha)));
  return isRight ? answer('验证码正确') : refusedAs(500, '验证码错误');
}
