import type { ReactNode } from 'react';
import { fetchRoute, callRoute, refreshResource } from '#kit/web/index.ts';
import { departRole } from '../../model/depart-role.ts';
import { departRoleCalls } from '../../model/routes/depart-roles.ts';
import type { User } from '../../model/user.ts';
import { TickDialog } from '../save-dialog.tsx';
import type { Depart } from '../use-departs.ts';

/** Which roles of a department one of its members has. */
export function MemberRoles({
  depart,
  member,
  onClose,
}: {
  depart: Depart;
  member: User;
  onClose: () => void;
}): ReactNode {
  const query = { departId: depart.id, userId: member.id };
  return (
    <TickDialog
      title={`部门角色：${member.realname}`}
      note={`部门角色只在其是“${depart.departName}”的成员时有效，离开部门时一并失去。`}
      blank="该部门还没有部门角色。"
      queryKey={['system:memberRoles', depart.id, member.id]}
      read={async (signal) => {
        const [roles, held] = await Promise.all([
          fetchRoute(departRoleCalls.ofDepart, { query, signal }),
          fetchRoute(departRoleCalls.ofUser, { query, signal }),
        ]);
        return {
          options: roles.map(({ id, roleName, roleCode }) => ({
            value: id,
            label: `${roleName}（${roleCode}）`,
          })),
          held: held.map(({ droleId }) => droleId),
        };
      }}
      save={async (ticked, held) => {
        const body = {
          userId: member.id,
          newRoleId: ticked.join(','),
          oldRoleId: held.join(','),
        };
        await callRoute(departRoleCalls.setOfUser, { body });
        void refreshResource(departRole);
        return '保存成功';
      }}
      onClose={onClose}
    />
  );
}
