import { Button } from 'antd';
import { useMemo, useState, type ReactNode } from 'react';
import { Avatar } from '#console/index.ts';
import {
  callRoute,
  ListPage,
  toast,
  useIsMobile,
  usePermissions,
  useSession,
  type ListHandle,
  type RowAction,
} from '#kit/web/index.ts';
import { OPERATOR_TENANT } from '../model/operator-tenant.ts';
import { secondFactorCalls } from '../model/routes/second-factor.ts';
import { userCalls } from '../model/routes/users.ts';
import { user, type User } from '../model/user.ts';
import { act } from './act.ts';
import { DeputyDrawer } from './deputy-drawer.tsx';
import { DepartFilter, RoleFilter } from './people-filters.tsx';
import { PasswordReset } from './password-reset.tsx';
import { RecycleBin } from './recycle-bin.tsx';
import { SecondFactorReset } from './second-factor-reset.tsx';
import { UserForm } from './user-form.tsx';

type Open = { what: 'password' | 'copy' | 'deputy'; user: User } | { what: 'secondFactor' | 'bin' } | null;

/** 用户管理: who may sign in, with which roles, in which departments. */
export function UserList(): ReactNode {
  const may = usePermissions();
  const session = useSession();
  const me = session.user.username;
  const isOperator = session.tenantId === String(OPERATOR_TENANT);
  const [open, setOpen] = useState<Open>(null);
  const [departTree, setDepart] = useState<string>();
  const [roleId, setRole] = useState<string>();
  const fixed = useMemo(() => ({ departTree, roleId }), [departTree, roleId]);
  const isMobile = useIsMobile();
  const narrowing = (
    <>
      <DepartFilter value={departTree} onChange={setDepart} />
      <RoleFilter value={roleId} onChange={setRole} />
    </>
  );
  const close = (): void => setOpen(null);
  const actions = (row: User): RowAction[] => {
    const isSelf = row.username === me;
    const isFrozen = row.status === '2';
    const rows: RowAction[] = [];
    if (may('system:user:password'))
      rows.push({
        key: 'password',
        title: '重置密码',
        onClick: () => setOpen({ what: 'password', user: row }),
      });
    if (may('system:user:add'))
      rows.push({
        key: 'copy',
        title: '复制',
        isRare: true,
        onClick: () => setOpen({ what: 'copy', user: row }),
      });
    if (may('system:user:edit') || isSelf)
      rows.push({
        key: 'deputy',
        title: '代理人',
        isRare: true,
        onClick: () => setOpen({ what: 'deputy', user: row }),
      });
    if (may('system:user:edit') && row.hasSecondFactor && !isSelf)
      rows.push({
        key: 'secondFactor',
        title: '重置两步验证',
        isRare: true,
        onClick: () => void resetSecondFactor(row),
      });
    if (may('system:user:freeze') && !isSelf)
      rows.push({
        key: 'freeze',
        title: isFrozen ? '解冻' : '冻结',
        isRare: true,
        onClick: () => void freeze([row], !isFrozen),
      });
    return rows;
  };
  return (
    <>
      <ListPage
        of={user}
        form={UserForm}
        fixed={fixed}
        head={isMobile ? null : narrowing}
        above={() => isMobile && <div className="sy-people-filters">{narrowing}</div>}
        rowActions={actions}
        lacks={({ username }) => (username === me ? ['delete'] : [])}
        facts={{ avatar: (row) => <Avatar user={row} size={48} /> }}
        deletion={() => '立即下线并失去全部权限。可以在回收站里还原。'}
        columns={[
          { key: 'username', width: 130 },
          'realname',
          { key: 'roleNames', width: 220, sortable: false },
          { key: 'departNames', width: 180, sortable: false },
          { key: 'phone', width: 130 },
          { key: 'email', width: 200 },
          {
            key: 'status',
            width: 80,
            render: ({ status, status_dictText }) => (
              <span className={`wb-state wb-state-${status === '1' ? 'done' : 'bad'}`}>{status_dictText}</span>
            ),
          },
          'createTime',
        ]}
        toolbar={() => (
          <>
            {may('system:user:edit') && isOperator && (
              <Button onClick={() => setOpen({ what: 'secondFactor' })}>按账号重置两步验证</Button>
            )}
            {may('system:user:delete') && <Button onClick={() => setOpen({ what: 'bin' })}>回收站</Button>}
          </>
        )}
        chosen={(list) =>
          may('system:user:freeze') && (
            <>
              <Button onClick={() => void freezeChosen(list, true)}>批量冻结</Button>
              <Button onClick={() => void freezeChosen(list, false)}>批量解冻</Button>
            </>
          )
        }
      />
      {open?.what === 'bin' && <RecycleBin onClose={close} />}
      {open?.what === 'copy' && <UserForm copyOf={open.user.id} onClose={close} />}
      {open?.what === 'deputy' && <DeputyDrawer {...open.user} onClose={close} />}
      {open?.what === 'secondFactor' && <SecondFactorReset onClose={close} />}
      {open?.what === 'password' && <PasswordReset user={open.user} onClose={close} />}
    </>
  );
}

async function freezeChosen(list: ListHandle<User>, isFrozen: boolean): Promise<void> {
  const { selection } = list;
  if (selection.mode === 'all') return toast.warn('冻结和解冻只能针对逐条勾选的记录，请先取消“全部筛选结果”');
  if (selection.rows.length === 0) return toast.warn('请选择一条记录！');
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
    () =>
      callRoute(userCalls.freeze, {
        body: { ids: users.map(({ id }) => id).join(','), status: isFrozen ? 2 : 1 },
      }),
    user,
  );
}

const resetSecondFactor = (row: User): Promise<boolean> =>
  act(
    {
      title: `重置“${row.realname}”的两步验证？`,
      content: '请先确认确实是本人提出。重置后只凭密码即可登录，本人会收到通知。',
      okText: '重置',
      danger: true,
    },
    () => callRoute(secondFactorCalls.reset, { body: { username: row.username } }),
    user,
  );
