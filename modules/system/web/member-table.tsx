import { Button, Space, Table } from 'antd';
import { useMemo, useState, type ReactNode } from 'react';
import { USER_PICKER_WIDTH } from '#kit/model/limits.ts';
import type { Path } from '#kit/model/route.ts';
import {
  listFilters,
  refreshResource,
  SearchBar,
  toast,
  toastError,
  useIsMobile,
  useList,
  type Question,
  type Row,
} from '#kit/web/index.ts';
import { colleague } from '../model/colleague.ts';
import { user, type User } from '../model/user.ts';
import { act } from './act.ts';
import { UserByDepartDialog } from './pickers/user-by-depart-dialog.tsx';
import './system.css';

const COLUMNS = [
  { title: '用户账号', dataIndex: 'username', width: 140 },
  { title: '用户姓名', dataIndex: 'realname', width: 150, ellipsis: true },
  { title: '部门', dataIndex: 'departNames', width: 180, ellipsis: true },
  { title: '状态', dataIndex: 'status_dictText', width: 70 },
];
/** The same on a phone, below each other. */
const STACKED = [
  {
    title: '成员',
    key: 'member',
    render: (_: unknown, row: User) => (
      <div className="sy-member">
        <span>
          {row.realname} <span className="sy-grant-note">{row.username}</span>
        </span>
        <span className="sy-grant-note">{[row.departNames, row.status_dictText].filter(Boolean).join(' · ')}</span>
      </div>
    ),
  },
];
const FILTERS = ['username', 'realname'] as const;

/** Who belongs to something, and how they come to it and leave it. */
export interface MembersOf {
  /** Answers a page of people in the query language of their list. */
  path: Path;
  fixed: Readonly<Record<string, string | undefined>>;
  /** How taking somebody out is called: 取消角色. */
  out: string;
  /** Asked before people, named as `who`, are taken out. */
  question(who: string): Question;
  add(ids: string[]): Promise<{ message: string }>;
  takeOut(ids: readonly string[]): Promise<{ message: string }>;
  emptyText: string;
  /** What else may be done with a member. */
  acts?(row: User): ReactNode;
}

/** Members: found, added by a picker, taken out one by one or several at once. */
export function MemberTable({ of, mayChange }: { of: MembersOf; mayChange: boolean }): ReactNode {
  const isMobile = useIsMobile();
  const [isPicking, setPicking] = useState(false);
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const key = JSON.stringify(of.fixed);
  const fixed = useMemo(() => JSON.parse(key) as Record<string, string>, [key]);
  const list = useList<User>(user, { fixed, storage: 'memory', pageSize: 10, path: of.path });
  const takeOut = async (ids: readonly string[], who: string): Promise<void> => {
    if (await act(of.question(who), () => of.takeOut(ids), user)) setChosen([]);
  };
  const acts = (row: User): ReactNode => (
    <Space size={0} orientation={isMobile ? 'vertical' : 'horizontal'}>
      {of.acts?.(row)}
      {mayChange && (
        <Button
          type="link"
          size="small"
          danger
          aria-label={`${row.realname}：${of.out}`}
          onClick={() => void takeOut([row.id], `“${row.realname}”`)}
        >
          {of.out}
        </Button>
      )}
    </Space>
  );
  return (
    <>
      {mayChange && (
        <Space wrap className="sy-bin-acts">
          <Button type="primary" onClick={() => setPicking(true)}>
            添加成员
          </Button>
          <Button
            danger
            disabled={chosen.length === 0}
            onClick={() => void takeOut(chosen, `选中的 ${chosen.length} 人`)}
          >
            批量{of.out}
          </Button>
        </Space>
      )}
      <SearchBar list={list} filters={listFilters(user, FILTERS)} />
      <Table<User>
        size="small"
        rowKey="id"
        loading={list.isLoading}
        dataSource={[...list.rows]}
        columns={[
          ...(isMobile ? STACKED : COLUMNS),
          ...(mayChange || of.acts
            ? [
                {
                  title: '操作',
                  key: 'acts',
                  width: of.acts && !isMobile ? 170 : 100,
                  render: (_: unknown, row: User) => acts(row),
                },
              ]
            : []),
        ]}
        {...(isMobile ? { tableLayout: 'fixed' } : { scroll: { x: of.acts ? 720 : 640 } })}
        locale={{
          emptyText: list.error?.message ?? (list.hasFilters ? '没有符合条件的成员' : of.emptyText),
        }}
        {...(mayChange
          ? {
              rowSelection: {
                selectedRowKeys: [...chosen],
                getCheckboxProps: ({ username }: User) => ({ 'aria-label': username }),
                onChange: (keys: readonly unknown[]) => setChosen(keys.map(String)),
              },
            }
          : {})}
        pagination={{
          size: 'small',
          showLessItems: isMobile,
          showSizeChanger: false,
          current: list.pageNo,
          pageSize: list.params.pageSize,
          total: list.total,
          showTotal: (total) => `共 ${list.totalText ?? total} 人`,
          onChange: list.setPage,
        }}
      />
      {isPicking && (
        <UserByDepartDialog
          of={colleague}
          width={USER_PICKER_WIDTH}
          onClose={() => setPicking(false)}
          onPick={(rows) => {
            setPicking(false);
            void add(of, rows);
          }}
        />
      )}
    </>
  );
}

async function add(of: MembersOf, rows: readonly Row[]): Promise<void> {
  try {
    toast.done((await of.add(rows.map(({ id }) => String(id)))).message);
  } catch (error) {
    toastError(error);
  } finally {
    void refreshResource(user);
  }
}
