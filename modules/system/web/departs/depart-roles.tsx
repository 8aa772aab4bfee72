import { Button, Drawer, Space, Table } from 'antd';
import { useMemo, useState, type ReactNode } from 'react';
import type { WireRow } from '#kit/model/row.ts';
import {
  callResource,
  listFilters,
  ResourceForm,
  SearchBar,
  useGuardedClose,
  useList,
  usePermissions,
} from '#kit/web/index.ts';
import { departRole } from '../../model/depart-role.ts';
import { act } from '../act.ts';
import { GrantEditor } from '../grant-editor.tsx';
import type { Depart } from '../use-departs.ts';
import { grantsOfDepartRole } from './depart-grants.ts';
import '../system.css';

type Role = WireRow<typeof departRole>;
type Open = { what: 'form'; role?: Role } | { what: 'grants'; role: Role };

/** 部门角色 of a department and of those below it. */
export function DepartRoles({ depart }: { depart: Depart }): ReactNode {
  const may = usePermissions();
  const [open, setOpen] = useState<Open | null>(null);
  const fixed = useMemo(() => ({ deptId: depart.id }), [depart.id]);
  const list = useList<Role>(departRole, { fixed, storage: 'memory', pageSize: 10 });
  const close = (): void => setOpen(null);
  return (
    <>
      {may('system:departRole:add') && (
        <Space wrap className="sy-bin-acts">
          <Button type="primary" onClick={() => setOpen({ what: 'form' })}>
            新增部门角色
          </Button>
        </Space>
      )}
      <SearchBar list={list} filters={listFilters(departRole, ['name', 'code'])} />
      <Table<Role>
        size="small"
        rowKey="id"
        loading={list.isLoading}
        dataSource={[...list.rows]}
        columns={[
          { title: '名称', dataIndex: 'name', width: 140, ellipsis: true },
          { title: '编码', dataIndex: 'code', width: 130, ellipsis: true },
          { title: '所属部门', dataIndex: 'departName', width: 130, ellipsis: true },
          { title: '成员', dataIndex: 'members', ellipsis: true },
          {
            title: '操作',
            key: 'acts',
            width: 170,
            render: (_: unknown, role: Role) => <RoleActs role={role} onOpen={setOpen} />,
          },
        ]}
        scroll={{ x: 720 }}
        locale={{
          emptyText: list.error?.message ?? (list.hasFilters ? '没有符合条件的部门角色' : '该部门还没有部门角色'),
        }}
        pagination={{
          size: 'small',
          current: list.pageNo,
          pageSize: list.params.pageSize,
          total: list.total,
          showTotal: (total) => `共 ${list.totalText ?? total} 个`,
          onChange: list.setPage,
        }}
      />
      {open?.what === 'form' && (
        <ResourceForm
          of={departRole}
          id={open.role?.id}
          addTitle={`新增“${depart.departName}”的部门角色`}
          initial={{ departId: depart.id }}
          onClose={close}
        />
      )}
      {open?.what === 'grants' && <RoleGrants role={open.role} onClose={close} />}
    </>
  );
}

function RoleActs({ role, onOpen }: { role: Role; onOpen: (open: Open) => void }): ReactNode {
  const may = usePermissions();
  const { name } = role;
  const remove = (): Promise<boolean> =>
    act(
      { title: `删除部门角色“${name}”？`, okText: '删除', danger: true },
      () => callResource(departRole, 'delete', { query: { id: role.id } }),
      departRole,
    );
  return (
    <Space size={0}>
      <Button type="link" size="small" aria-label={`${name}：授权`} onClick={() => onOpen({ what: 'grants', role })}>
        {may('system:departRole:grant') ? '授权' : '权限'}
      </Button>
      {may('system:departRole:edit') && (
        <Button type="link" size="small" aria-label={`${name}：编辑`} onClick={() => onOpen({ what: 'form', role })}>
          编辑
        </Button>
      )}
      {may('system:departRole:delete') && (
        <Button type="link" size="small" danger aria-label={`${name}：删除`} onClick={() => void remove()}>
          删除
        </Button>
      )}
    </Space>
  );
}

function RoleGrants({ role, onClose }: { role: Role; onClose: () => void }): ReactNode {
  const may = usePermissions();
  const mayGrant = may('system:departRole:grant');
  const { setDirty, close } = useGuardedClose(onClose);
  return (
    <Drawer
      open
      title={`${mayGrant ? '部门角色授权' : '部门角色权限'}：${role.name}`}
      size={640}
      onClose={close}
      mask={{ closable: !mayGrant }}
    >
      <GrantEditor
        of={grantsOfDepartRole(role.id, role.departId, role.name)}
        mayGrant={mayGrant}
        onDirty={setDirty}
        onSaved={onClose}
        onCancel={close}
      />
    </Drawer>
  );
}
