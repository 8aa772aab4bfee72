import { invalid, type FieldError, type Refusal } from '#kit/model/refusal.ts';
import { MESSAGES } from '#kit/server/messages.ts';
import { networkOf } from '#platform/outbound/network-of.ts';
import { readFields } from '#kit/server/parse.ts';
import { answer, implement, type Answer, type Call, type Route } from '#kit/server/route.ts';
import type { Tx } from '#kit/server/database.ts';
import { passwordFault } from '../../model/password.ts';
import { TENANT_ADMIN } from '../../model/preset-roles.ts';
import { registrationFields } from '../../model/registration.ts';
import { registrationCalls } from '../../model/routes/registration.ts';
import { limitCalls } from '../attempts.ts';
import { fieldFault, readAddress, readCode } from './code-addresses.ts';
import type { Address, Verdict } from './codes.ts';
import { asGiver, findInvitation, useInvitation } from './invitations.ts';
import { hashPassword } from '../password-hash.ts';
import type { Services } from '../services.ts';
import { openTrialTenant } from '../tenants.ts';
import { insertUser, namingTaken, type NewUser, type TakenTexts } from '../users.ts';

const WINDOW_MS = 10 * 60_000;
const DAY_MS = 86_400_000;
const MOST = { tries: 20, trials: 5 };

const TAKEN: TakenTexts = {
  app_user_username_key_key: { field: 'username', message: '用户名已注册' },
  app_user_phone_key: { field: 'phone', message: '该手机号已注册' },
  app_user_email_key_key: { field: 'email', message: '邮箱已被注册' },
};

/** Somebody makes an account for themselves. Whatever else a body holds is not looked at. */
export const registrationRoutes = (services: Services): Route[] => [
  implement(registrationCalls.register, (call) => register(services, call)),
];

interface Registration {
  username: string;
  realname: string;
  password: string;
  address: Address;
  smscode: string;
  invitation: string | null;
  tenantName: string;
}

/**
 * By an invitation into the tenant that gave it; without one into a trial tenant of one's own.
 * What is taken is said only to somebody with a right code, which stays right until all is well.
 */
async function register(services: Services, call: Call): Promise<Answer<{ username: string }>> {
  const { db, codes, isTrialOpen } = services;
  const given = readRegistration(call.body);
  const network = networkOf(call.ip);
  await limitCalls(db, { kind: 'register', subject: network }, MOST.tries, WINDOW_MS);
  if (!given.invitation && !isTrialOpen) throw fieldFault('invitation', '请输入邀请码');
  if (!given.invitation && given.tenantName === '') throw fieldFault('tenantName', MESSAGES.required('团队名称'));
  const invitation = given.invitation ? await findInvitation(db, codes.digests, given.invitation) : null;
  requireRight(given.address, await codes.check('register', given.address, given.smscode));
  if (!invitation) await limitCalls(db, { kind: 'trial', subject: network }, MOST.trials, DAY_MS);
  const hash = await hashPassword(given.password);
  const spend = async (tx: Tx): Promise<void> => {
    if (!(await codes.spend(tx.platform, 'register', given.address))) throw codeGone(given.address);
  };
  await namingTaken<unknown>(
    () =>
      invitation
        ? asGiver(() =>
            db.tx(invitation.giver, async (tx) => {
              await useInvitation(tx, invitation.id);
              // Nothing is said of shops and warehouses: they see those of whoever invited them.
              const { roleId, departId } = invitation;
              await insertUser(tx, personOf(given, [roleId], [departId]), hash);
              await spend(tx);
            }),
          )
        : openTrialTenant(db, given.tenantName, services.grants(), async (tx) => {
            await insertUser(tx, personOf(given, [TENANT_ADMIN], ['A01']), hash);
            await spend(tx);
          }),
    TAKEN,
  );
  return answer('注册成功', { username: given.username });
}

const personOf = ({ username, realname, address }: Registration, roles: string[], departs: string[]): NewUser => ({
  username,
  realname,
  password: '',
  roles,
  departs,
  ...(address.kind === 'sms' ? { phone: address.value } : { email: address.value }),
});

/** Judges every field, so that all faults are reported at once. @throws Refusal with all of them */
function readRegistration(body: Record<string, unknown>): Registration {
  const { values, errors } = readFields(registrationFields, body, { zone: 'Asia/Shanghai' });
  const read = <T>(part: () => T): T | null => collecting(errors, part);
  const username = String(values['username'] ?? '');
  const { password } = body;
  const fault =
    typeof password === 'string' && password !== '' ? passwordFault(password, username) : MESSAGES.required('密码');
  if (fault) errors.push({ field: 'password', code: 'invalid', message: fault });
  const address = read(() => readAddress(body));
  const smscode = read(() => readCode(body['smscode'], 'smscode'));
  if (!address || !smscode || errors.length > 0) throw invalid(errors);
  return {
    username,
    realname: (values['realname'] as string | null) ?? username,
    password: password as string,
    address,
    smscode,
    invitation: values['invitation'] as string | null,
    tenantName: (values['tenantName'] as string | null) ?? '',
  };
}

function collecting<T>(errors: FieldError[], part: () => T): T | null {
  try {
    return part();
  } catch (error) {
    errors.push(...((error as { errors?: FieldError[] }).errors ?? []));
    return null;
  }
}

const sentTo = ({ kind }: Address): string => (kind === 'sms' ? '手机' : '邮箱');

/** A code that serves no more. */
export const codeGone = (address: Address): Refusal =>
  fieldFault('smscode', `${sentTo(address)}验证码失效，请重新获取`);

/** @throws Refusal at the code unless it was right */
export function requireRight(address: Address, verdict: Verdict): void {
  if (verdict === 'gone') throw codeGone(address);
  if (verdict === 'wrong') throw fieldFault('smscode', `${sentTo(address)}验证码错误`);
}
