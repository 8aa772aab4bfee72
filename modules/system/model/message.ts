import { dict } from '#kit/model/dict.ts';
import { choice, datetime, integer, text, textarea } from '#kit/model/field.ts';
import { defineComposite, defineRegister } from '#kit/model/resource.ts';
import type { WireRow } from '#kit/model/row.ts';

export const messageKinds = dict('message_kind', { sms: '短信', mail: '邮件', system: '系统消息' });
export const messagePurposes = dict('message_purpose', {
  login: '登录',
  register: '注册',
  forgot: '找回密码',
  notice: '通知',
});
export const messageStatuses = dict('msgSendStatus', {
  '0': '未发送',
  '1': '发送成功',
  '2': '发送失败',
});
/** Of what a message is made. */
export const messageFormats = dict('msgType', { '1': '文本', '2': '富文本' });
/** Ways of a message, as the wire names them. */
export const messageTypes = dict('messageType', {
  system: '系统消息',
  email: '邮件消息',
  sms: '短信消息',
});
export const templateStatuses = dict('message_template_status', { '1': '启用', '0': '停用' }, ['1', '0']);

export type MessageKind = keyof typeof messageKinds.items;
/** Kinds that leave the house. */
export type CarriedKind = Exclude<MessageKind, 'system'>;
export type MessagePurpose = keyof typeof messagePurposes.items;
export type MessageFormat = keyof typeof messageFormats.items;

/** The way that a code of the wire stands for; null for any other. */
export const kindOfType = (type: unknown): MessageKind | null =>
  type === 'email' ? 'mail' : type === 'sms' || type === 'system' ? type : null;

/** Characters of a message, and of a template of messages. */
export const MAX_MESSAGE = 20_000;
/** People that one template is sent to at once. */
export const MAX_RECEIVERS = 100;

/** 消息日志: what people of the tenant were sent, and what waits to be sent. */
export const message = defineComposite(
  {
    module: 'system',
    name: 'message',
    title: '消息',
    fields: {
      createTime: datetime('时间', { derived: true, always: true }),
      kind: choice('方式', messageKinds),
      purpose: choice('用途', messagePurposes, { derived: true, always: true }),
      subject: text('标题', { required: true, max: 200 }),
      recipient: text('接收人', {
        required: true,
        max: 200,
        hint: '邮箱、手机号，或用户账号；系统消息填用户账号',
      }),
      format: choice('内容类型', messageFormats, { default: '1', always: true }),
      content: textarea('内容', { required: true, max: MAX_MESSAGE }),
      params: textarea('变量值', {
        max: 2000,
        structured: true,
        hint: '内容里有 ${变量} 时填写，如 {"name":"张三"}',
      }),
      templateCode: text('模板编码', { derived: true }),
      status: choice('状态', messageStatuses, { derived: true, always: true }),
      attempts: integer('发送次数', { derived: true, always: true }),
      failure: text('失败原因', { derived: true }),
      sendTime: datetime('发送时间', { derived: true }),
      remark: text('备注', { max: 500 }),
    },
    label: 'subject',
    list: ['createTime', 'kind', 'purpose', 'subject', 'recipient', 'content', 'status', 'sendTime'],
    search: ['recipient', 'subject', 'kind', 'purpose', 'status', 'createTime'],
    form: [['subject'], ['kind', 'format'], ['recipient'], ['content'], ['params'], ['remark']],
  },
  {
    path: '/sys/message/sysMessage',
    names: {
      subject: 'esTitle',
      recipient: 'esReceiver',
      format: 'esType',
      content: 'esContent',
      params: 'esParam',
      status: 'esSendStatus',
      attempts: 'esSendNum',
      failure: 'esResult',
      sendTime: 'esSendTime',
    },
  },
);

/** 消息模板: what is sent again and again, with names for what differs. */
export const messageTemplate = defineRegister(
  {
    module: 'system',
    name: 'messageTemplate',
    title: '消息模板',
    empty: '把常发的通知写成模板，用 ${变量} 代替每次不同的内容；发送时填上变量即可。',
    fields: {
      name: text('模板名称', { required: true, max: 100 }),
      code: text('模板编码', { required: true, unique: true, rule: 'code', max: 64 }),
      format: choice('模板类型', messageFormats, { default: '1' }),
      isUsed: choice('应用状态', templateStatuses, { default: '1' }),
      content: textarea('模板内容', {
        required: true,
        max: MAX_MESSAGE,
        hint: '用 ${变量} 代替每次不同的内容，如 ${name}',
      }),
    },
    label: 'name',
    list: ['name', 'code', 'format', 'content', 'isUsed', 'createTime'],
    search: ['name', 'code', 'format', 'isUsed'],
    form: [['name', 'code'], ['format', 'isUsed'], ['content']],
  },
  {
    path: '/sys/message/sysMessageTemplate',
    table: 'sys_sms_template',
    names: {
      name: 'templateName',
      code: 'templateCode',
      format: 'templateType',
      content: 'templateContent',
      isUsed: 'useStatus',
    },
  },
);

/** A message and a template as the console has them. */
export type ShownMessage = WireRow<typeof message>;
export type ShownTemplate = WireRow<typeof messageTemplate>;
