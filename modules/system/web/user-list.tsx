import { Button } from 'antd';
import { useState, type ReactNode } from 'react';
import {
  say,
  selectedCount,
  useList,
  usePermissions,
  useSession,
  type ListHandle,
  type RowAction,
} from '#kit/web/index.ts';
import { OPERATOR_TENANT } from '../model/operator-tenant.ts';
import { act } from './act.ts';
import { PasswordReset } from './password-reset.tsx';
import { SecondFactorReset } from './second-factor-reset.tsx';
import type { User } from './user.ts';
import { SystemList } from './system-list.tsx';
import { UserForm } from './user-form.tsx';
import { userView } from './views.ts';

type Open =
  | { what: 'form'; user?: User }
  | { what: 'password'; user: User }
  | { what: 'secondFactor' }
  | null;

const PUT_TOGETHER = ['roleNames', 'orgCodeTxt'];

/** 用户管理: who may sign in, with which roles, in which departments. */
export function UserList(): ReactNode {
  const may = usePermissions();
  const session = useSession();
  const me = session.user.username;
  const isOperator = session.tenantId === String(OPERATOR_TENANT);
  const list = useList<User>(userView, { keep: 'page' });
  const [open, setOpen] = useState<Open>(null);
  const close = (): void => setOpen(null);
  const actions = (user: User): RowAction[] => {
    const isSelf = user.username === me;
    const isFrozen = user.status === 2;
    const rows: RowAction[] = [];
    if (may('system:user:edit'))
      rows.push({ key: 'edit', title: '编辑', onClick: () => setOpen({ what: 'form', user }) });
    if (may('system:user:password'))
      rows.push({
        key: 'password',
        title: '重置密码',
        onClick: () => setOpen({ what: 'password', user }),
      });
    if (may('system:user:edit') && user.hasSecondFactor && !isSelf)
      rows.push({
        key: 'secondFactor',
        title: '重置两步验证',
        onClick: () => void resetSecondFactor(user),
      });
    if (may('system:user:freeze') && !isSelf)
      rows.push({
        key: 'freeze',
        title: isFrozen ? '解冻' : '冻结',
        onClick: () => void freeze([user], !isFrozen),
      });
    if (may('system:user:delete') && !isSelf)
      rows.push({ key: 'delete', title: '删除', danger: true, onClick: () => void remove(user) });
    return rows;
  };
  return (
    <>
      <SystemList
        list={list}
        actions={actions}
        unasked={PUT_TOGETHER}
        isSelectable
        columns={[
          { key: 'username', width: 130 },
          'realname',
          { key: 'roleNames', width: 220, sortable: false },
          { key: 'orgCodeTxt', width: 180, sortable: false },
          { key: 'phone', width: 130 },
          { key: 'email', width: 200 },
          {
            key: 'status',
            width: 80,
            render: (row) => (
              <span className={`wb-state wb-state-${row.status === 1 ? 'done' : 'bad'}`}>
                {row.status === 1 ? '正常' : '冻结'}
              </span>
            ),
          },
          'createTime',
        ]}
        toolbar={
          <>
            {may('system:user:add') && (
              <Button type="primary" onClick={() => setOpen({ what: 'form' })}>
                新增
              </Button>
            )}
            {may('system:user:freeze') && (
              <>
                <Button onClick={() => void freezeChosen(list, true)}>批量冻结</Button>
                <Button onClick={() => void freezeChosen(list, false)}>批量解冻</Button>
              </>
            )}
            {may('system:user:edit') && isOperator && (
              <Button onClick={() => setOpen({ what: 'secondFactor' })}>按账号重置两步验证</Button>
            )}
            {selectedCount(list.selection) > 0 && (
              <span className="wb-selected" role="status">
                已选 <strong>{selectedCount(list.selection)}</strong> 人
                <Button type="link" onClick={list.clearSelection}>
                  清空选择
                </Button>
              </span>
            )}
          </>
        }
      />
      {open?.what === 'form' && <UserForm id={open.user?.id} onClose={close} />}
      {open?.what === 'secondFactor' && <SecondFactorReset onClose={close} />}
      {open?.what === 'password' && <PasswordReset user={open.user} onClose={close} />}
    </>
  );
}

async function freezeChosen(list: ListHandle<User>, isFrozen: boolean): Promise<void> {
  const { selection } = list;
  if (selection.mode !== 'rows' || selection.rows.length === 0) return say.warn('请选择一条记录！');
  if (await freeze(selection.rows, isFrozen)) list.clearSelection();
}

function freeze(users: readonly User[], isFrozen: boolean): Promise<boolean> {
  const who = users.length === 1 ? `“${users[0]?.realname ?? ''}”` : `选中的 ${users.length} 人`;
  return act(
    {
      title: `${isFrozen ? '冻结' : '解冻'}${who}？`,
      content: isFrozen ? '立即下线，且不能再登录，直到解冻。' : '可以重新登录。',
      okText: isFrozen ? '冻结' : '解冻',
      danger: isFrozen,
    },
    [
      'PUT',
      '/sys/user/frozenBatch',
      { body: { ids: users.map(({ id }) => id).join(','), status: isFrozen ? 2 : 1 } },
    ],
    userView,
  );
}

const resetSecondFactor = (user: User): Promise<boolean> =>
  act(
    {
      title: `重置“${user.realname}”的两步验证？`,
      content: '请先确认确实是本人提出。重置后只凭密码即可登录，本人会收到通知。',
      okText: '重置',
      danger: true,
    },
    ['PUT', '/sys/user/resetSecondFactor', { body: { username: user.username } }],
    userView,
  );

const remove = (user: User): Promise<boolean> =>
  act(
    {
      title: `删除用户“${user.realname}”？`,
      content: '该用户立即下线并失去全部权限，删除后不可恢复。',
      okText: '删除',
      danger: true,
    },
    ['DELETE', '/sys/user/delete', { query: { id: user.id } }],
    userView,
  );
