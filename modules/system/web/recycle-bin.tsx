import { useQuery } from '@tanstack/react-query';
import { Alert, Button, Input, Modal, Space, Table } from 'antd';
import { useState, type ReactNode } from 'react';
import { fetchRoute, callRoute, keyOf, usePermission } from '#kit/web/index.ts';
import { userCalls, type DeletedUser } from '../model/routes/users.ts';
import { user } from '../model/user.ts';
import { act } from './act.ts';
import './system.css';

/** The server answers no more at once. */
const MOST_SHOWN = 1000;

const COLUMNS = [
  { title: '用户账号', dataIndex: 'username', width: 150 },
  { title: '用户姓名', dataIndex: 'realname', width: 160, ellipsis: true },
  { title: '删除人', dataIndex: 'deleteBy', width: 120 },
  { title: '删除时间', dataIndex: 'deleteTime', width: 170 },
];

/** 回收站: people who were deleted, to be brought back or to be gone for good. */
export function RecycleBin({ onClose }: { onClose: () => void }): ReactNode {
  const mayPurge = usePermission('system:user:purge');
  const [keyWord, setKeyWord] = useState('');
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const bin = useQuery({
    queryKey: [...keyOf(user, 'bin'), keyWord],
    queryFn: ({ signal }) => fetchRoute(userCalls.bin, { query: { keyWord }, signal }),
    placeholderData: (shown) => shown,
  });
  const people = bin.data ?? [];
  const run = async (operation: RowsAction, rows: readonly DeletedUser[]): Promise<void> => {
    if (!(await operation(rows))) return;
    setChosen([]);
    void bin.refetch();
  };
  const picked = people.filter(({ id }) => chosen.includes(id));
  return (
    <Modal open title="用户回收站" width={820} footer={null} onCancel={onClose}>
      {bin.error && (
        <Alert
          type="error"
          showIcon
          title={bin.error.message}
          action={<Button onClick={() => void bin.refetch()}>重试</Button>}
        />
      )}
      <Space wrap className="sy-bin-acts">
        <Input.Search
          allowClear
          aria-label="账号或姓名"
          placeholder="账号或姓名"
          onSearch={(word) => {
            setChosen([]);
            setKeyWord(word.trim());
          }}
        />
        <Button disabled={picked.length === 0} onClick={() => void run(restore, picked)}>
          还原{picked.length > 0 && ` ${picked.length} 人`}
        </Button>
        {mayPurge && (
          <Button danger disabled={picked.length === 0} onClick={() => void run(purge, picked)}>
            彻底删除{picked.length > 0 && ` ${picked.length} 人`}
          </Button>
        )}
      </Space>
      {people.length >= MOST_SHOWN && (
        <p className="sys-versions-note">只列出最近删除的 {MOST_SHOWN} 人，更早的请按账号或姓名查找</p>
      )}
      <Table<DeletedUser>
        size="small"
        rowKey="id"
        loading={bin.isFetching}
        dataSource={people}
        columns={COLUMNS}
        scroll={{ x: 640, y: 420 }}
        locale={{
          emptyText:
            keyWord === '' ? '回收站是空的：删除的用户会放在这里，可以还原' : `没有账号或姓名含“${keyWord}”的用户`,
        }}
        pagination={people.length > 20 ? { pageSize: 20, size: 'small' } : false}
        rowSelection={{
          selectedRowKeys: [...chosen],
          getCheckboxProps: ({ username }) => ({ 'aria-label': username }),
          onChange: (keys) => setChosen(keys.map(String)),
        }}
      />
    </Modal>
  );
}

type RowsAction = (rows: readonly DeletedUser[]) => Promise<boolean>;

const idsOf = (rows: readonly DeletedUser[]): string => rows.map(({ id }) => id).join(',');
const who = (rows: readonly DeletedUser[]): string =>
  rows.length === 1 ? `“${rows[0]?.realname ?? ''}”` : `选中的 ${rows.length} 人`;

const restore: RowsAction = (rows) =>
  act(
    {
      title: `还原${who(rows)}？`,
      content: '删除前的角色、部门和工号一并恢复，可以重新登录；已冻结的仍是冻结。',
      okText: '还原',
    },
    () => callRoute(userCalls.restore, { body: { userIds: idsOf(rows) } }),
    user,
  );

const purge: RowsAction = (rows) =>
  act(
    {
      title: `彻底删除${who(rows)}？`,
      content: '姓名、手机、邮箱等个人信息清除，不能再还原。日志保留其账号名，该账号名不再给别人使用。',
      okText: '彻底删除',
      danger: true,
    },
    () => callRoute(userCalls.purge, { query: { userIds: idsOf(rows) } }),
    user,
  );
