import { Button } from 'antd';
import { useState, type ReactNode } from 'react';
import {
  call,
  refreshResource,
  useList,
  usePermissions,
  type Row,
  type RowAction,
} from '#kit/web/index.ts';
import { roleFields } from '../model/user.ts';
import { act } from './act.ts';
import { GrantDrawer } from './grant-drawer.tsx';
import { RecordDrawer } from './record-drawer.tsx';
import { SystemList } from './system-list.tsx';
import { roleView } from './views.ts';

type Role = Row & { roleName: string; roleCode: string; isPreset: boolean };

/** 角色管理: roles and what they may. Who has one is said at the user. */
export function RoleUserList(): ReactNode {
  const may = usePermissions();
  const list = useList<Role>(roleView, { keep: 'page' });
  const [edited, setEdited] = useState<Role | 'new' | null>(null);
  const [granted, setGranted] = useState<Role | null>(null);
  const actions = (row: Role): RowAction[] => [
    { key: 'grant', title: '权限', onClick: () => setGranted(row) },
    ...(may('system:role:edit')
      ? [{ key: 'edit', title: '编辑', onClick: () => setEdited(row) }]
      : []),
    ...(may('system:role:delete') && !row.isPreset
      ? [{ key: 'delete', title: '删除', danger: true, onClick: () => void remove(row) }]
      : []),
  ];
  const before = edited === 'new' ? undefined : (edited ?? undefined);
  const { roleCode: _code, ...texts } = roleFields;
  return (
    <>
      <SystemList
        list={list}
        actions={actions}
        columns={[
          { key: 'roleName', width: 180 },
          { key: 'roleCode', width: 120 },
          { key: 'description', width: 360 },
          {
            key: 'isPreset',
            title: '来源',
            width: 80,
            render: (row) => (row.isPreset ? '预置' : '自建'),
          },
          'createTime',
        ]}
        toolbar={
          may('system:role:add') && (
            <Button type="primary" onClick={() => setEdited('new')}>
              新增
            </Button>
          )
        }
      />
      {edited && (
        <RecordDrawer
          title={before ? `编辑角色：${before.roleName}` : '新增角色'}
          table="sys_role"
          fields={before?.isPreset ? texts : roleFields}
          layout={[['roleName', 'roleCode'], ['description']]}
          initial={before}
          send={(values) =>
            call(before ? 'PUT' : 'POST', `/sys/role/${before ? 'edit' : 'add'}`, {
              body: { ...(before ? { id: before.id } : {}), ...values },
            })
          }
          onSaved={() => void refreshResource(roleView)}
          onClose={() => setEdited(null)}
        />
      )}
      {granted && (
        <GrantDrawer
          roleId={granted.id}
          roleName={granted.roleName}
          isFixed={granted.isPreset && granted.roleCode === 'TADM'}
          onClose={() => setGranted(null)}
        />
      )}
    </>
  );
}

const remove = (row: Role): Promise<boolean> =>
  act(
    {
      title: `删除角色“${row.roleName}”？`,
      content: '拥有该角色的用户立即失去它的权限，删除后不可恢复。',
      okText: '删除',
      danger: true,
    },
    ['DELETE', '/sys/role/delete', { query: { id: row.id } }],
    roleView,
  );
