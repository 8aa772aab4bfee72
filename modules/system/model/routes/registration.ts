import { defineRoute, shape } from '#kit/model/route.ts';
import { invitationFields, registrationFields } from '../registration.ts';
import type { NewPassword } from './account.ts';
import { guardedRoute, publicRoute } from './neutral.ts';
import type { PictureCode, SignInAnswer } from './session.ts';

/** Where codes go: one of the two. */
export interface Address {
  phone?: string;
  email?: string;
}

/** What an account is registered with beyond its fields. */
type Registration = Address & {
  username: string;
  realname: string;
  password: string;
  smscode: string;
  invitation?: string;
  tenantName?: string;
};

/** Codes by text message and mail, and what opens with one. */
export const registrationCalls = {
  /** `smsmode`: 0 to sign in, 1 to register, 2 for a new password. */
  sms: publicRoute('POST', '/sys/sms', '发送短信验证码', {
    body: shape<PictureCode & { mobile: string; smsmode: number }>(),
  }),
  mailCode: publicRoute('POST', '/sys/mailCode', '发送邮件验证码', {
    body: shape<PictureCode & { email: string; mode: number }>(),
  }),
  phoneLogin: publicRoute('POST', '/sys/phoneLogin', '手机验证码登录', {
    body: shape<{ mobile: string; captcha: string }>(),
    result: shape<SignInAnswer>(),
  }),
  checkCaptcha: publicRoute('POST', '/sys/checkCaptcha', '校验图片验证码', {
    body: shape<PictureCode>(),
  }),
  register: publicRoute('POST', '/sys/user/register', '注册', {
    body: shape<Registration>(registrationFields),
    result: shape<{ username: string }>(),
  }),
  /** `smscode` of the answer repeats the ticket: the stock client hands that name on. */
  proveAddress: publicRoute('POST', '/sys/user/phoneVerification', '找回密码：验证手机号或邮箱', {
    body: shape<Address & { smscode: string }>(),
    result: shape<{ ticket: string; smscode: string; username: string }>(),
  }),
  setPassword: publicRoute('POST', '/sys/user/passwordChange', '找回密码：设置新密码', {
    body: shape<Address & NewPassword & { username: string; ticket: string; smscode?: string }>(),
  }),
  setPasswordByAddress: defineRoute({
    method: 'GET',
    path: '/sys/user/passwordChange',
    access: 'public',
    summary: '拒绝：密码不得出现在地址中',
  }),
};

export const invitationCalls = {
  add: guardedRoute('system:invitation:add')('POST', '/sys/invitation/add', '新增邀请', {
    body: invitationFields,
    result: shape<{ id: string; code: string }>(),
  }),
  delete: guardedRoute('system:invitation:delete')('DELETE', '/sys/invitation/delete', '撤回邀请', {
    query: shape<{ id: string }>(),
  }),
};
