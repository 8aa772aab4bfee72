import { Button } from 'antd';
import type { ReactNode } from 'react';
import {
  callRoute,
  ListPage,
  ResourceForm,
  toast,
  usePermission,
  type ColumnSpec,
  type ListHandle,
  type ResourceFormProps,
  type RowAction,
} from '#kit/web/index.ts';
import { message, type ShownMessage } from '../../model/message.ts';
import { messageCalls } from '../../model/routes/messages.ts';
import { act } from '../act.ts';
import { ContentInput } from './content-input.tsx';
import { words } from './words.ts';

const LOOKS: Readonly<Record<ShownMessage['status'], string>> = {
  '0': 'idle',
  '1': 'done',
  '2': 'bad',
};

const COLUMNS: readonly ColumnSpec<ShownMessage>[] = [
  { key: 'subject', width: 220, under: ['createTime'] },
  {
    key: 'status',
    width: 140,
    under: ['failure'],
    render: ({ status, status_dictText }) => (
      <span className={`wb-state wb-state-${LOOKS[status]}`}>{status_dictText}</span>
    ),
  },
  { key: 'recipient', width: 180, under: ['kind'] },
  { key: 'content', width: 300, sortable: false, text: words, render: words },
  { key: 'purpose', width: 90, under: ['attempts'] },
  { key: 'sendTime', width: 165 },
];

/** Codes are good for minutes, and only for whoever asked. */
const isOpen = ({ purpose, status }: ShownMessage): boolean => purpose === 'notice' && status !== '1';

/** 消息日志: what people were sent, and what waits; without a carrier, the outbox they read it in. */
export function SysMessageList(): ReactNode {
  const maySend = usePermission('system:message:send');
  const actions = (row: ShownMessage): RowAction[] =>
    maySend && isOpen(row)
      ? [
          {
            key: 'send',
            title: row.status === '2' ? '重发' : '发送',
            onClick: () => void send([row]),
          },
        ]
      : [];
  return (
    <ListPage
      of={message}
      columns={COLUMNS}
      form={MessageForm}
      rowActions={actions}
      lacks={(row) => (isOpen(row) ? [] : ['edit'])}
      chosen={(list) => maySend && <Button onClick={() => void sendChosen(list)}>批量发送</Button>}
      emptyText="发给用户的短信、邮件和系统消息会记录在这里；点击“新增”写一条。"
    />
  );
}

const MessageForm = (props: Pick<ResourceFormProps, 'id' | 'onClose'>): ReactNode => (
  <ResourceForm {...props} of={message} inputs={{ content: ContentInput }} />
);

async function sendChosen(list: ListHandle<ShownMessage>): Promise<void> {
  const { selection } = list;
  if (selection.mode === 'all') return toast.warn('发送只能针对逐条勾选的记录，请先取消“全部筛选结果”');
  const open = selection.rows.filter(isOpen);
  if (open.length === 0) return toast.warn('选中的消息都已发送，或是不能重发的验证码');
  if (await send(open)) list.clearSelection();
}

const send = (rows: readonly ShownMessage[]): Promise<boolean> => {
  const [first] = rows;
  const title = rows.length === 1 ? `把“${first?.subject}”发给 ${first?.recipient}？` : `发送 ${rows.length} 条消息？`;
  return act(
    { title, content: '发出后不能撤回。', okText: '发送' },
    () => callRoute(messageCalls.send, { body: { ids: rows.map(({ id }) => id).join(',') } }),
    message,
  );
};
