import { Button } from 'antd';
import { useState, type ReactNode } from 'react';
import { BlankState, callRoute, ListPage, refreshResource, usePermissions, type RowAction } from '#kit/web/index.ts';
import { OPERATOR_TENANT } from '../../model/operator-tenant.ts';
import { tenantCalls } from '../../model/routes/tenants.ts';
import { tenant, type TenantRow } from '../../model/tenant.ts';
import { act } from '../act.ts';
import { AdminForm, AdminPassword, CloseForm, FreezeForm, LookForm } from './tenant-dialogs.tsx';
import { TenantForm } from './tenant-form.tsx';

type Open =
  | { what: 'add' }
  | { what: 'edit' | 'freeze' | 'close' | 'look' | 'admin'; row: TenantRow }
  | { what: 'password'; password: string }
  | null;

/** 租户管理: tenants of the installation, for whoever operates it. */
export function TenantList(): ReactNode {
  const may = usePermissions();
  const [open, setOpen] = useState<Open>(null);
  const close = (): void => setOpen(null);
  const refresh = (): void => void refreshResource(tenant);
  const shown = (password: string | undefined): void => {
    refresh();
    if (password !== undefined) setOpen({ what: 'password', password });
  };
  return (
    <>
      <ListPage
        of={tenant}
        rowActions={(row) => actionsOf(row, may, setOpen)}
        columns={COLUMNS}
        primary={
          may('system:tenant:add') && (
            <Button type="primary" onClick={() => setOpen({ what: 'add' })}>
              新增
            </Button>
          )
        }
        empty={<BlankState title="还没有租户" text="点击“新增”为客户开通租户和第一位管理员。" />}
      />
      {open?.what === 'add' && <TenantForm onMade={shown} onClose={close} />}
      {open?.what === 'edit' && <TenantForm id={numberOf(open.row)} onMade={shown} onClose={close} />}
      {open?.what === 'freeze' && <FreezeForm of={open.row} onSaved={refresh} onClose={close} />}
      {open?.what === 'close' && <CloseForm of={open.row} onSaved={refresh} onClose={close} />}
      {open?.what === 'look' && <LookForm of={open.row} onClose={close} />}
      {open?.what === 'admin' && <AdminForm of={open.row} onMade={shown} onClose={close} />}
      {open?.what === 'password' && <AdminPassword password={open.password} onClose={close} />}
    </>
  );
}

/** The number of a tenant: its row is called by it on the wire. */
const numberOf = ({ id }: TenantRow): number => Number(id);

const COLUMNS = [
  { key: 'code', width: 140 },
  { key: 'name', width: 220 },
  { key: 'planName', width: 140, sortable: false },
  { key: 'users', width: 90 },
  { key: 'shops', width: 90 },
  { key: 'endDate', width: 120 },
  {
    key: 'state',
    width: 90,
    render: ({ state, state_dictText }: TenantRow) => (
      <span className={`wb-state wb-state-${state === 'active' ? 'done' : 'bad'}`}>{state_dictText}</span>
    ),
  },
  { key: 'exportUntil', width: 160, sortable: false },
  'createTime',
] as const;

function actionsOf(row: TenantRow, may: (code: string) => boolean, open: (next: Open) => void): RowAction[] {
  const isOurs = numberOf(row) === OPERATOR_TENANT;
  const { state } = row;
  const actions: RowAction[] = [];
  if (may('system:tenant:edit'))
    actions.push({ key: 'edit', title: '编辑', onClick: () => open({ what: 'edit', row }) });
  if (isOurs) return actions;
  if (may('system:tenant:look') && state !== 'closed')
    actions.push({
      key: 'look',
      title: '进入（只读）',
      onClick: () => open({ what: 'look', row }),
    });
  if (may('system:tenant:freeze') && state !== 'closed')
    actions.push({
      key: 'freeze',
      title: state === 'suspended' ? '解冻' : '冻结',
      isRare: true,
      onClick: () => (state === 'suspended' ? void thaw(row) : open({ what: 'freeze', row })),
    });
  if (may('system:tenant:edit'))
    actions.push({
      key: 'admin',
      title: '新增管理员',
      isRare: true,
      onClick: () => open({ what: 'admin', row }),
    });
  return [...actions, ...endingsOf(row, may, open)];
}

/** What ends a tenant, and the way back from its closing. */
function endingsOf(row: TenantRow, may: (code: string) => boolean, open: (next: Open) => void): RowAction[] {
  const actions: RowAction[] = [];
  if (may('system:tenant:close'))
    actions.push(
      row.state === 'closed'
        ? { key: 'reopen', title: '重新启用', onClick: () => void reopen(row) }
        : {
            key: 'close',
            title: '关闭',
            isRare: true,
            danger: true,
            onClick: () => open({ what: 'close', row }),
          },
    );
  if (may('system:tenant:delete'))
    actions.push({
      key: 'delete',
      title: '删除',
      isRare: true,
      danger: true,
      onClick: () => void remove(row),
    });
  return actions;
}

const thaw = (row: TenantRow): Promise<boolean> =>
  act(
    { title: `解冻“${row.name}”？`, content: '租户的人可以重新新增和修改。', okText: '解冻' },
    () => callRoute(tenantCalls.freeze, { body: { id: numberOf(row), status: 1 } }),
    tenant,
  );

const reopen = (row: TenantRow): Promise<boolean> =>
  act(
    {
      title: `重新启用“${row.name}”？`,
      content: '租户的人可以重新登录和工作，数据与关闭前一样。',
      okText: '重新启用',
    },
    () => callRoute(tenantCalls.reopen, { body: { id: numberOf(row) } }),
    tenant,
  );

const remove = (row: TenantRow): Promise<boolean> =>
  act(
    {
      title: `删除“${row.name}”？`,
      content: '其用户立即下线，不能再登录该租户。有过业务数据的租户不能删除，可以改为关闭。',
      okText: '删除',
      danger: true,
    },
    () => callRoute(tenantCalls.remove, { query: { id: String(row.id) } }),
    tenant,
  );
