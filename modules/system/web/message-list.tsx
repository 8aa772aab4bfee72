import type { ReactNode } from 'react';
import { useList, type ColumnSpec } from '#kit/web/index.ts';
import { SystemList } from './system-list.tsx';
import { messageView } from './views.ts';

const COLUMNS: readonly ColumnSpec[] = [
  { key: 'createTime', title: '时间' },
  { key: 'kind', width: 80 },
  { key: 'purpose', width: 100 },
  { key: 'recipient', width: 180 },
  { key: 'content', width: 460, sortable: false },
  { key: 'status', width: 100 },
  { key: 'failure', width: 180, sortable: false },
  { key: 'sendTime', width: 180 },
];

/** 消息日志: text messages and mails to people; without a carrier, the outbox they are read in. */
export function SysMessageList(): ReactNode {
  const list = useList(messageView, { keep: 'page' });
  return (
    <SystemList list={list} columns={COLUMNS} emptyText="发给用户的短信与邮件会记录在这里。" />
  );
}
