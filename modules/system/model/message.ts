import { dict } from '#kit/model/dict.ts';
import { choice, datetime, text } from '#kit/model/field.ts';
import { defineView } from '#kit/model/resource.ts';

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

/** 消息日志: what people of the tenant were sent. */
export const message = defineView(
  {
    module: 'system',
    name: 'message',
    title: '消息',
    fields: {
      createTime: datetime('时间'),
      kind: choice('方式', messageKinds),
      purpose: choice('用途', messagePurposes),
      recipient: text('收件人'),
      content: text('内容'),
      status: choice('状态', messageStatuses),
      failure: text('失败原因'),
      sendTime: datetime('发送时间'),
    },
    label: 'recipient',
    list: ['createTime', 'kind', 'purpose', 'recipient', 'content', 'status', 'sendTime'],
    search: ['recipient', 'kind', 'purpose', 'status', 'createTime'],
  },
  { path: '/sys/message' },
);
