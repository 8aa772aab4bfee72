import { dict } from '#kit/model/dict.ts';

export const messageKinds = dict('message_kind', { sms: '短信', mail: '邮件' });
export const messagePurposes = dict('message_purpose', {
  login: '登录',
  register: '注册',
  forgot: '找回密码',
});
export const messageStatuses = dict('msgSendStatus', {
  '0': '未发送',
  '1': '发送成功',
  '2': '发送失败',
});

export type MessageKind = 'sms' | 'mail';
export type MessagePurpose = 'login' | 'register' | 'forgot';
