import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Alert, Drawer, Input, Segmented, Space, Table } from 'antd';
import { useState, type ReactNode } from 'react';
import { SEARCH_DEBOUNCE_MS } from '#kit/model/limits.ts';
import { fetchRoute, keyOf, useDebounced } from '#kit/web/index.ts';
import { announcement } from '../../model/announcement.ts';
import type { NoticeReaders as Readers } from '../../model/notice-wire.ts';
import { noticeCalls } from '../../model/routes/notices.ts';
import './notices.css';

export interface NoticeReadersProps {
  id: string;
  title: string;
  onClose: () => void;
}

const PAGE = 20;
const COLUMNS = [
  { title: '用户姓名', dataIndex: 'realname', width: 120, ellipsis: true },
  {
    title: '阅读时间',
    dataIndex: 'readTime',
    width: 170,
    render: (at: string | null) => at ?? '未读',
  },
  { title: '用户账号', dataIndex: 'username', width: 140, ellipsis: true },
  {
    title: '部门',
    dataIndex: 'departNames',
    width: 200,
    ellipsis: true,
    render: (name: string | null) => name ?? '—',
  },
];

/** Who has read a notice, and who has not. */
export function NoticeReaders({ id, title, onClose }: NoticeReadersProps): ReactNode {
  const [readFlag, setReadFlag] = useState('');
  const [typed, setTyped] = useState('');
  const [pageNo, setPageNo] = useState(1);
  const keyword = useDebounced(typed.trim(), SEARCH_DEBOUNCE_MS);
  const { data, error, isFetching } = useQuery({
    queryKey: keyOf(announcement, 'readers', id, readFlag, keyword, pageNo),
    queryFn: ({ signal }) =>
      fetchRoute(noticeCalls.readers, {
        query: {
          id,
          pageNo,
          pageSize: PAGE,
          ...(readFlag ? { readFlag } : {}),
          ...(keyword ? { keyword } : {}),
        },
        signal,
      }),
    placeholderData: keepPreviousData,
  });
  const { readCount = 0, readerCount = 0 } = data ?? {};
  const first =
    <T,>(set: (value: T) => void) =>
    (value: T): void => {
      set(value);
      setPageNo(1);
    };
  return (
    <Drawer open title={`阅读情况：${title}`} size={720} onClose={onClose}>
      <Space wrap className="wb-notice-readers">
        <Segmented
          aria-label="阅读状态"
          value={readFlag}
          options={[
            { value: '', label: `全部 ${readerCount}` },
            { value: '0', label: `未读 ${readerCount - readCount}` },
            { value: '1', label: `已读 ${readCount}` },
          ]}
          onChange={first(setReadFlag)}
        />
        <Input.Search
          allowClear
          aria-label="姓名或账号"
          placeholder="姓名或账号"
          value={typed}
          onChange={({ target }) => first(setTyped)(target.value)}
        />
      </Space>
      {error && <Alert showIcon type="error" title={error.message} />}
      <Table<Readers['records'][number]>
        size="small"
        rowKey="id"
        loading={isFetching}
        dataSource={data?.records ?? []}
        columns={COLUMNS}
        scroll={{ x: 640 }}
        locale={{ emptyText: keyword || readFlag ? '没有符合条件的人' : '还没有人收到' }}
        pagination={{
          size: 'small',
          current: pageNo,
          pageSize: PAGE,
          total: data?.total ?? 0,
          showSizeChanger: false,
          showTotal: (total) => `共 ${total} 人`,
          onChange: setPageNo,
        }}
      />
    </Drawer>
  );
}
