import type { ReactNode } from 'react';
import type { Fields } from '#kit/model/field.ts';
import { callRoute, FormDrawer, refreshResource } from '#kit/web/index.ts';
import { role } from '../model/role.ts';
import { roleCalls } from '../model/routes/roles.ts';

const { name, code } = role.fields;
const FIELDS: Fields = { roleName: name, roleCode: code };

/** A new role that may what another may. */
export function RoleCopy({
  roleId,
  roleName,
  onClose,
}: {
  roleId: string;
  roleName: string;
  onClose: () => void;
}): ReactNode {
  return (
    <FormDrawer
      title={`复制角色：${roleName}`}
      fields={FIELDS}
      layout={[['roleName', 'roleCode']]}
      initial={{ roleName: `${roleName} 副本` }}
      lead={<p>新角色拥有相同的权限，之后各自修改；成员不复制。</p>}
      send={(values) =>
        callRoute(roleCalls.copy, {
          body: {
            id: roleId,
            roleName: String(values['roleName'] ?? ''),
            roleCode: String(values['roleCode'] ?? ''),
          },
        })
      }
      onSaved={() => void refreshResource(role)}
      onClose={onClose}
    />
  );
}
