import { invalid, Refusal } from '#kit/model/refusal.ts';
import { rules } from '#kit/model/rules.ts';
import type { Address } from './codes.ts';
import { nameKey } from '../users.ts';

export const fieldFault = (field: string, message: string): Refusal => invalid([{ field, code: 'invalid', message }]);

/** @throws Refusal at the field */
export function readMobile(value: unknown, field: string, missing = '请输入手机号'): Address {
  const mobile = typeof value === 'string' ? value.trim() : '';
  if (mobile === '') throw fieldFault(field, missing);
  const fault = rules.mobile(mobile);
  if (fault) throw fieldFault(field, fault);
  return { kind: 'sms', value: mobile };
}

/** @throws Refusal at the field */
export function readMail(value: unknown): Address {
  const mail = typeof value === 'string' ? value.trim() : '';
  if (mail === '') throw fieldFault('email', '请输入邮箱');
  const fault = mail.length > 100 ? '邮箱格式不正确' : rules.email(mail);
  if (fault) throw fieldFault('email', fault);
  return { kind: 'mail', value: nameKey(mail) };
}

/** The address a body speaks of: its phone, or else its mail. */
export const readAddress = (body: Record<string, unknown>): Address =>
  body['email'] && !body['phone'] ? readMail(body['email']) : readMobile(body['phone'], 'phone');

/** @throws Refusal at the field when it cannot be a code at all */
export function readCode(value: unknown, field: string): string {
  const code = typeof value === 'string' ? value.trim() : '';
  if (code === '') throw fieldFault(field, '请输入验证码');
  return code.slice(0, 20);
}
