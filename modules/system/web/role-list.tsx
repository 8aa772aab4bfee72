import { useState, type ReactNode } from 'react';
import type { WireRow } from '#kit/model/row.ts';
import {
  cells,
  ListPage,
  ResourceForm,
  usePermissions,
  type EditProps,
  type ResourceFormProps,
} from '#kit/web/index.ts';
import { role } from '../model/role.ts';
import { GrantDrawer } from './grant-drawer.tsx';
import { MemberDrawer } from './member-drawer.tsx';
import { RoleCompare } from './role-compare.tsx';
import { RoleCopy } from './role-copy.tsx';

type Role = WireRow<typeof role>;

interface Open {
  what: 'grants' | 'members' | 'compare' | 'copy';
  row: Role;
}

/** 角色管理: roles, what they may, and who has them. */
export function RoleUserList(): ReactNode {
  const [open, setOpen] = useState<Open | null>(null);
  const may = usePermissions();
  const mayGrant = may('system:role:grant');
  const close = (): void => setOpen(null);
  return (
    <>
      <ListPage
        of={role}
        form={RoleForm}
        rowActions={(row) => [
          {
            key: 'grant',
            title: mayGrant ? '授权' : '权限',
            onClick: () => setOpen({ what: 'grants', row }),
          },
          ...(may('system:user:list')
            ? [
                {
                  key: 'members',
                  title: '成员',
                  isRare: true,
                  onClick: () => setOpen({ what: 'members', row }),
                },
              ]
            : []),
          {
            key: 'compare',
            title: '对比',
            isRare: true,
            onClick: () => setOpen({ what: 'compare', row }),
          },
          ...(mayGrant && may('system:role:add')
            ? [
                {
                  key: 'copy',
                  title: '复制',
                  isRare: true,
                  onClick: () => setOpen({ what: 'copy', row }),
                },
              ]
            : []),
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
      {open && <RoleDrawer {...open} onClose={close} />}
    </>
  );
}

function RoleDrawer({ what, row, onClose }: Open & { onClose: () => void }): ReactNode {
  const of = { roleId: row.id, roleName: row.name, onClose };
  if (what === 'members') return <MemberDrawer {...of} />;
  if (what === 'compare') return <RoleCompare {...of} />;
  if (what === 'copy') return <RoleCopy {...of} />;
  return <GrantDrawer {...of} isFixed={row.isPreset && row.code === 'TADM'} />;
}

const RoleForm = (props: Pick<ResourceFormProps, 'id' | 'onClose'>): ReactNode => (
  <ResourceForm {...props} of={role} inputs={{ code: CodeInput }} />
);

const { Edit } = cells.text;

/** The code of a preset role stays. */
const CodeInput = (props: EditProps): ReactNode => (
  <Edit {...props} disabled={props.disabled || props.row?.['isPreset'] === true} />
);
