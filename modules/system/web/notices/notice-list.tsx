import { Button } from 'antd';
import { useState, type ReactNode } from 'react';
import {
  fetched,
  say,
  selectedCount,
  useList,
  usePermissions,
  type ColumnSpec,
  type ListHandle,
  type RowAction,
} from '#kit/web/index.ts';
import { sendStatuses } from '../../model/dictionaries.ts';
import { NOTICE_PATH, REVOKE_PATH, TITLE } from '../../model/notice-wire.ts';
import { act } from '../act.ts';
import { SystemList } from '../system-list.tsx';
import type { NoticeFormProps } from './notice-form.tsx';
import type { NoticePreviewProps } from './notice-preview.tsx';
import { noticeView, type Notice } from './notice-views.ts';
import { PriorityTag } from './priority-tag.tsx';

const NoticeForm = fetched<NoticeFormProps>(() =>
  import('./notice-form.tsx').then((module) => module.NoticeForm),
);
const NoticePreview = fetched<NoticePreviewProps>(() =>
  import('./notice-preview.tsx').then((module) => module.NoticePreview),
);

type Open = { what: 'form'; id?: string } | { what: 'preview'; id: string } | null;

const COLUMNS: readonly ColumnSpec<Notice>[] = [
  { key: TITLE, width: 280 },
  { key: 'msgCategory', width: 110 },
  { key: 'priority', width: 110, render: ({ priority }) => <PriorityTag priority={priority} /> },
  { key: 'msgType', width: 110 },
  {
    key: 'sendStatus',
    width: 100,
    render: ({ sendStatus }) => (
      <span className={`wb-state wb-state-${STATUS_LOOKS[sendStatus] ?? 'idle'}`}>
        {sendStatuses.items[sendStatus as '0']}
      </span>
    ),
  },
  { key: 'sender', width: 110, render: (notice) => notice.sender_dictText || '—' },
  'sendTime',
  'cancelTime',
  'createTime',
];
const STATUS_LOOKS: Readonly<Record<string, string>> = { '0': 'idle', '1': 'done', '2': 'warn' };

/** 系统通告: what is announced to everybody or to some, and until when it stands. */
export function SysAnnouncementList(): ReactNode {
  const may = usePermissions();
  const list = useList<Notice>(noticeView, { keep: 'page', path: `${NOTICE_PATH}/list` });
  const [open, setOpen] = useState<Open>(null);
  const chosen = selectedCount(list.selection);
  return (
    <>
      <SystemList
        list={list}
        columns={COLUMNS}
        isSelectable={may('system:announcement:delete')}
        actions={(notice) => actionsOf(notice, may, setOpen)}
        emptyText="点击“新增”写第一条通告。"
        toolbar={
          <>
            {may('system:announcement:add') && (
              <Button type="primary" onClick={() => setOpen({ what: 'form' })}>
                新增
              </Button>
            )}
            {chosen > 0 && (
              <>
                <Button danger onClick={() => void removeChosen(list)}>
                  批量删除
                </Button>
                <span className="wb-selected" role="status">
                  已选 <strong>{chosen}</strong> 条
                  <Button type="link" onClick={list.clearSelection}>
                    清空选择
                  </Button>
                </span>
              </>
            )}
          </>
        }
      />
      {open?.what === 'form' && <NoticeForm id={open.id} onClose={() => setOpen(null)} />}
      {open?.what === 'preview' && <NoticePreview id={open.id} onClose={() => setOpen(null)} />}
    </>
  );
}

function actionsOf(
  notice: Notice,
  may: (code: string) => boolean,
  open: (what: Open) => void,
): RowAction[] {
  const { id, sendStatus } = notice;
  const isOut = sendStatus === '1';
  const actions: RowAction[] = [];
  if (may('system:announcement:publish'))
    actions.push(
      isOut
        ? { key: 'revoke', title: '撤销', isQuiet: true, onClick: () => void revoke(notice) }
        : { key: 'publish', title: '发布', onClick: () => void publish(notice) },
    );
  if (may('system:announcement:edit') && !isOut)
    actions.push({ key: 'edit', title: '编辑', onClick: () => open({ what: 'form', id }) });
  actions.push({ key: 'preview', title: '预览', onClick: () => open({ what: 'preview', id }) });
  if (may('system:announcement:delete'))
    actions.push({
      key: 'delete',
      title: '删除',
      danger: true,
      onClick: () => void remove(notice),
    });
  return actions;
}

const readersOf = ({ msgType }: Notice): string => (msgType === 'ALL' ? '全体用户' : '指定的用户');

const publish = (notice: Notice): Promise<boolean> =>
  act(
    {
      title: `发布“${notice[TITLE]}”？`,
      content: `${readersOf(notice)}会立即收到。`,
      okText: '发布',
    },
    ['GET', `${NOTICE_PATH}/doReleaseData`, { query: { id: notice.id } }],
    noticeView,
  );

const revoke = (notice: Notice): Promise<boolean> =>
  act(
    {
      title: `撤销“${notice[TITLE]}”？`,
      content: '收到的人不再看得到，修改后可以重新发布。',
      okText: '撤销',
      danger: true,
    },
    ['GET', REVOKE_PATH, { query: { id: notice.id } }],
    noticeView,
  );

const remove = (notice: Notice): Promise<boolean> =>
  act(
    {
      title: `删除通告“${notice[TITLE]}”？`,
      content:
        notice.sendStatus === '1'
          ? '该通告已发布，删除后收到的人也不再看得到，且不可恢复。'
          : '删除后不可恢复。',
      okText: '删除',
      danger: true,
    },
    ['DELETE', `${NOTICE_PATH}/delete`, { query: { id: notice.id } }],
    noticeView,
  );

async function removeChosen(list: ListHandle<Notice>): Promise<void> {
  const { selection } = list;
  if (selection.mode !== 'rows' || selection.rows.length === 0) return say.warn('请选择一条记录！');
  const ids = selection.rows.map(({ id }) => id);
  const isDone = await act(
    {
      title: `删除选中的 ${ids.length} 条通告？`,
      content: '已发布的，收到的人也不再看得到。删除后不可恢复。',
      okText: '删除',
      danger: true,
    },
    ['DELETE', `${NOTICE_PATH}/deleteBatch`, { query: { ids: ids.join(',') } }],
    noticeView,
  );
  if (isDone) list.clearSelection();
}
