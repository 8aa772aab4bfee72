import { useState, type ReactNode } from 'react';
import {
  callRoute,
  fetched,
  ListPage,
  usePermission,
  type ColumnSpec,
  type RowAction,
} from '#kit/web/index.ts';
import { announcement, type Notice } from '../../model/announcement.ts';
import { noticeCalls } from '../../model/routes/notices.ts';
import { act } from '../act.ts';
import type { NoticeFormProps } from './notice-form.tsx';
import type { NoticePreviewProps } from './notice-preview.tsx';
import { PriorityTag } from './priority-tag.tsx';

const NoticeForm = fetched<NoticeFormProps>(() =>
  import('./notice-form.tsx').then((module) => module.NoticeForm),
);
const NoticePreview = fetched<NoticePreviewProps>(() =>
  import('./notice-preview.tsx').then((module) => module.NoticePreview),
);

const COLUMNS: readonly ColumnSpec<Notice>[] = [
  { key: 'title', width: 280 },
  { key: 'category', width: 110 },
  { key: 'priority', width: 110, render: ({ priority }) => <PriorityTag priority={priority} /> },
  { key: 'audience', width: 110 },
  {
    key: 'sendStatus',
    width: 100,
    render: ({ sendStatus, sendStatus_dictText }) => (
      <span className={`wb-state wb-state-${STATUS_LOOKS[sendStatus]}`}>{sendStatus_dictText}</span>
    ),
  },
  { key: 'senderName', width: 110 },
  'sendTime',
  'cancelTime',
  'createTime',
];
/** What a notice says is answered one by one: the list cannot be asked about it. */
const ASKED = [
  'title',
  'category',
  'priority',
  'audience',
  'sendStatus',
  'senderName',
  'sendTime',
  'abstract',
  'startTime',
  'endTime',
  'openType',
  'openPage',
  'cancelTime',
  'createBy',
  'createTime',
] as const;
const STATUS_LOOKS: Readonly<Record<Notice['sendStatus'], string>> = {
  '0': 'idle',
  '1': 'done',
  '2': 'warn',
};
const isOut = ({ sendStatus }: Notice): boolean => sendStatus === '1';

/** 系统通告: what is announced to everybody or to some, and until when it stands. */
export function SysAnnouncementList(): ReactNode {
  const mayPublish = usePermission('system:announcement:publish');
  const [shown, setShown] = useState<string | null>(null);
  const sending = (notice: Notice): RowAction =>
    isOut(notice)
      ? { key: 'revoke', title: '撤销', isQuiet: true, onClick: () => void revoke(notice) }
      : { key: 'publish', title: '发布', onClick: () => void publish(notice) };
  return (
    <>
      <ListPage
        of={announcement}
        form={NoticeForm}
        columns={COLUMNS}
        asked={ASKED}
        rowActions={(notice) => (mayPublish ? [sending(notice)] : [])}
        lacks={(notice) => (isOut(notice) ? ['edit'] : [])}
        deletion={(notices) =>
          notices.some(isOut)
            ? '已发布的，收到的人也不再看得到。删除后不可恢复。'
            : '删除后不可恢复。'
        }
        onOpen={({ id }) => setShown(id)}
        emptyText="点击“新增”写第一条通告。"
      />
      {shown !== null && <NoticePreview id={shown} onClose={() => setShown(null)} />}
    </>
  );
}

const readersOf = ({ audience }: Notice): string =>
  audience === 'ALL' ? '全体用户' : '指定的用户';

const publish = (notice: Notice): Promise<boolean> =>
  act(
    {
      title: `发布“${notice.title}”？`,
      content: `${readersOf(notice)}会立即收到。`,
      okText: '发布',
    },
    () => callRoute(noticeCalls.publish, { query: { id: notice.id } }),
    announcement,
  );

const revoke = (notice: Notice): Promise<boolean> =>
  act(
    {
      title: `撤销“${notice.title}”？`,
      content: '收到的人不再看得到，修改后可以重新发布。',
      okText: '撤销',
      danger: true,
    },
    () => callRoute(noticeCalls.revoke, { query: { id: notice.id } }),
    announcement,
  );
