import { Drawer } from 'antd';
import type { ReactNode } from 'react';
import { pathOf } from '#kit/model/route.ts';
import { callRoute, usePermission } from '#kit/web/index.ts';
import { roleCalls } from '../model/routes/roles.ts';
import { MemberTable } from './member-table.tsx';

/** Who has a role. */
export function MemberDrawer({
  roleId,
  roleName,
  onClose,
}: {
  roleId: string;
  roleName: string;
  onClose: () => void;
}): ReactNode {
  const mayChange = usePermission('system:user:edit');
  return (
    <Drawer open title={`角色成员：${roleName}`} size={760} onClose={onClose}>
      <MemberTable
        mayChange={mayChange}
        of={{
          path: pathOf(roleCalls.members),
          fixed: { roleId },
          out: '取消角色',
          question: (who) => ({
            title: `取消${who}的角色“${roleName}”？`,
            content: '立即失去该角色带来的权限。',
            okText: '取消角色',
            danger: true,
          }),
          add: (userIdList) => callRoute(roleCalls.addMembers, { body: { roleId, userIdList } }),
          takeOut: (ids) => callRoute(roleCalls.removeMembers, { query: { roleId, userIds: ids.join(',') } }),
          emptyText: '还没有人有这个角色',
        }}
      />
    </Drawer>
  );
}
