import { text } from '#kit/model/field.ts';
import { shape } from '#kit/model/route.ts';
import { guardedRoute } from './neutral.ts';

/** What is done with messages and their templates beside their lists. */
export const messageCalls = {
  send: guardedRoute('system:message:send')(
    'POST',
    '/sys/message/sysMessage/send',
    '发送未发送的消息，重发失败的消息',
    { body: { ids: text('消息', { required: true }) } },
  ),
  sendTemplate: guardedRoute('system:messageTemplate:send')(
    'POST',
    '/sys/message/sysMessageTemplate/sendMsg',
    '按模板发送消息；receiver 为用户账号、邮箱或手机号，逗号分隔',
    {
      body: shape<{
        templateCode: string;
        /** Values of the placeholders, as JSON text. */
        testData?: string;
        receiver: string;
        msgType: string;
      }>(),
    },
  ),
};
