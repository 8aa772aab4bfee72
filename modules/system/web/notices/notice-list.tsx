import { Button } from 'antd';
import { useState, type ReactNode } from 'react';
import { callRoute, fetched, ListPage, usePermission, type ColumnSpec, type RowAction } from '#kit/web/index.ts';
import { announcement, type Notice } from '../../model/announcement.ts';
import { noticeCalls } from '../../model/routes/notices.ts';
import { act } from '../act.ts';
import type { NoticeFormProps } from './notice-form.tsx';
import type { NoticePreviewProps } from './notice-preview.tsx';
import type { NoticeReadersProps } from './notice-readers.tsx';
import { PriorityTag } from './priority-tag.tsx';

const NoticeForm = fetched<NoticeFormProps>(() => import('./notice-form.tsx').then((module) => module.NoticeForm));
const NoticeReaders = fetched<NoticeReadersProps>(() =>
  import('./notice-readers.tsx').then((module) => module.NoticeReaders),
);
const NoticePreview = fetched<NoticePreviewProps>(() =>
  import('./notice-preview.tsx').then((module) => module.NoticePreview),
);

const columns = (onReaders: ((notice: Notice) => void) | null): readonly ColumnSpec<Notice>[] => [
  { key: 'title', width: 280, under: ['category'] },
  {
    key: 'state',
    width: 160,
    sortable: false,
    under: ['endTime'],
    render: ({ state, state_dictText }) => (
      <span className={`wb-state wb-state-${STATE_LOOKS[state]}`}>{state_dictText}</span>
    ),
  },
  {
    key: 'readCount',
    title: '已读',
    width: 100,
    sortable: false,
    render: (notice) => <ReadRate notice={notice} onShow={onReaders} />,
  },
  { key: 'priority', width: 110, render: ({ priority }) => <PriorityTag priority={priority} /> },
  {
    key: 'audience',
    width: 200,
    render: ({ audience, audience_dictText, readers }) =>
      audience === 'ALL' ? audience_dictText : <span title={readers ?? ''}>{readers || '—'}</span>,
  },
  { key: 'sendTime', width: 160, under: ['senderName'] },
  { key: 'createTime', width: 160, under: ['cancelTime'] },
];

/** How many have read it; whoever publishes sees who. */
function ReadRate({ notice, onShow }: { notice: Notice; onShow: ((notice: Notice) => void) | null }): ReactNode {
  const { readCount, readerCount } = notice as Listed;
  if (readerCount === undefined) return '—';
  const rate = `${readCount}/${readerCount}`;
  if (!onShow) return rate;
  return (
    <Button
      type="link"
      size="small"
      className="wb-notice-rate"
      aria-label={`${rate} 已读，查看名单`}
      onClick={() => onShow(notice)}
    >
      {rate} 已读
    </Button>
  );
}

/** A notice as its list answers it. */
type Listed = Notice & { readCount?: number; readerCount?: number };

/** What a notice says is answered one by one: the list cannot be asked about it. */
const QUERYABLE = [
  'title',
  'category',
  'priority',
  'audience',
  'readers',
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
const STATE_LOOKS: Readonly<Record<Notice['state'], string>> = {
  draft: 'idle',
  waiting: 'busy',
  out: 'done',
  ended: 'idle',
  revoked: 'warn',
};
const isOut = ({ sendStatus }: Notice): boolean => sendStatus === '1';

/** 系统通告: what is announced to everybody or to some, and until when it stands. */
export function SysAnnouncementList(): ReactNode {
  const mayPublish = usePermission('system:announcement:publish');
  const [shown, setShown] = useState<string | null>(null);
  const [read, setRead] = useState<Notice | null>(null);
  const sending = (notice: Notice): RowAction =>
    isOut(notice)
      ? { key: 'revoke', title: '撤销', isQuiet: true, onClick: () => void revoke(notice) }
      : { key: 'publish', title: '发布', onClick: () => void publish(notice) };
  const reading = (notice: Notice): RowAction[] =>
    isOut(notice) ? [{ key: 'readers', title: '阅读情况', isRare: true, onClick: () => setRead(notice) }] : [];
  return (
    <>
      <ListPage
        of={announcement}
        form={NoticeForm}
        columns={columns(mayPublish ? setRead : null)}
        queryable={QUERYABLE}
        rowActions={(notice) => (mayPublish ? [sending(notice), ...reading(notice)] : [])}
        lacks={(notice) => (isOut(notice) ? ['edit'] : [])}
        deletion={(notices) =>
          notices.some(isOut) ? '已发布的，收到的人也不再看得到。删除后不可恢复。' : '删除后不可恢复。'
        }
        onOpen={({ id }) => setShown(id)}
        emptyText="点击“新增”写第一条通告。"
      />
      {read && <NoticeReaders id={read.id} title={read.title} onClose={() => setRead(null)} />}
      {shown !== null && <NoticePreview id={shown} onClose={() => setShown(null)} />}
    </>
  );
}

const readersOf = ({ audience, readers }: Notice): string => (audience === 'ALL' ? '全体用户' : `“${readers ?? ''}”`);

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
