import { choice, datetime, text } from '#kit/model/field.ts';
import { toWireTime } from '#kit/model/time.ts';
import type { Route } from '#kit/server/route.ts';
import { sql } from '#kit/server/sql.ts';
import { messageKinds, messagePurposes, messageStatuses } from '../../model/message.ts';
import { readListPage, type ListSource } from '../list-page.ts';

const MESSAGES_SENT: ListSource = {
  fields: {
    kind: choice('方式', messageKinds),
    purpose: choice('用途', messagePurposes),
    recipient: text('收件人'),
    content: text('内容'),
    status: choice('状态', messageStatuses),
    failure: text('失败原因'),
    sendTime: datetime('发送时间'),
  },
  audit: ['createTime'],
};

interface MessageRow {
  id: string;
  kind: 'sms' | 'mail';
  purpose: 'login' | 'register' | 'forgot';
  recipient: string;
  content: string;
  status: '0' | '1' | '2';
  failure: string | null;
  createTime: Date;
  sendTime: Date | null;
}

/** What people of the tenant were sent; where nothing is sent, the outbox they read it in. */
export const messageLogRoutes = (): Route[] => [
  {
    method: 'GET',
    path: '/sys/message/list',
    access: { permission: 'system:message:list' },
    refusals: 'neutral',
    summary: '消息日志',
    handle: (call) =>
      call.tx(async (tx) => {
        const rows = sql`
          select id, kind, purpose, recipient, content, status, failure, create_time, send_time
          from sent_message where tenant_id = ${tx.tenant}`;
        const page = await readListPage<MessageRow>(tx, MESSAGES_SENT, rows, call.query);
        return { ...page, records: page.records.map((row) => toWire(row, tx.actor.zone)) };
      }),
  },
];

const toWire = (row: MessageRow, zone: string): Record<string, unknown> => ({
  id: row.id,
  kind: row.kind,
  kind_dictText: messageKinds.items[row.kind],
  purpose: row.purpose,
  purpose_dictText: messagePurposes.items[row.purpose],
  recipient: row.recipient,
  content: row.content,
  status: row.status,
  status_dictText: messageStatuses.items[row.status],
  failure: row.failure,
  sendTime: row.sendTime ? toWireTime(row.sendTime, zone) : null,
  createTime: toWireTime(row.createTime, zone),
});
