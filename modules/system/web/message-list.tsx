import type { ReactNode } from 'react';
import type { WireRow } from '#kit/model/row.ts';
import { BlankState, ListPage, type ColumnSpec } from '#kit/web/index.ts';
import { message } from '../model/message.ts';

const COLUMNS: readonly ColumnSpec<WireRow<typeof message>>[] = [
  'createTime',
  { key: 'kind', width: 80 },
  { key: 'purpose', width: 100 },
  { key: 'recipient', width: 180 },
  { key: 'content', width: 460, sortable: false },
  { key: 'status', width: 100 },
  { key: 'failure', width: 180, sortable: false },
  { key: 'sendTime', width: 180 },
];

/** 消息日志: text messages and mails to people; without a carrier, the outbox they are read in. */
export const SysMessageList = (): ReactNode => (
  <ListPage
    of={message}
    columns={COLUMNS}
    empty={<BlankState title="还没有消息" text="发给用户的短信与邮件会记录在这里。" />}
  />
);
