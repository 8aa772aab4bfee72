import { useState, type ReactNode } from 'react';
import type { WireRow } from '#kit/model/row.ts';
import {
  cells,
  ListPage,
  ResourceForm,
  usePermission,
  type EditProps,
  type ResourceFormProps,
} from '#kit/web/index.ts';
import { role } from '../model/role.ts';
import { GrantDrawer } from './grant-drawer.tsx';

type Role = WireRow<typeof role>;

/** 角色管理: roles and what they may. Who has one is said at the user. */
export function RoleUserList(): ReactNode {
  const [granted, setGranted] = useState<Role | null>(null);
  const mayGrant = usePermission('system:role:grant');
  return (
    <>
      <ListPage
        of={role}
        form={RoleForm}
        rowActions={(row) => [
          { key: 'grant', title: mayGrant ? '授权' : '权限', onClick: () => setGranted(row) },
        ]}
        lacks={({ isPreset }) => (isPreset ? ['delete'] : [])}
        columns={[
          { key: 'name', width: 180 },
          { key: 'code', width: 120 },
          { key: 'description', width: 360 },
          {
            key: 'isPreset',
            title: '来源',
            width: 80,
            render: ({ isPreset }) => (isPreset ? '预置' : '自建'),
          },
          'createTime',
        ]}
      />
      {granted && (
        <GrantDrawer
          roleId={granted.id}
          roleName={granted.name}
          isFixed={granted.isPreset && granted.code === 'TADM'}
          onClose={() => setGranted(null)}
        />
      )}
    </>
  );
}

const RoleForm = (props: Pick<ResourceFormProps, 'id' | 'onClose'>): ReactNode => (
  <ResourceForm {...props} of={role} inputs={{ code: CodeInput }} />
);

const { Edit } = cells.text;

/** The code of a preset role stays. */
const CodeInput = (props: EditProps): ReactNode => (
  <Edit {...props} disabled={props.disabled || props.row?.['isPreset'] === true} />
);
