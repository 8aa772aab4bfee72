import { Button } from 'antd';
import { useState, type ReactNode } from 'react';
import { pathOf } from '#kit/model/route.ts';
import { callRoute, usePermissions } from '#kit/web/index.ts';
import { myDepartCalls } from '../../model/routes/my-departs.ts';
import type { User } from '../../model/user.ts';
import { MemberTable } from '../member-table.tsx';
import type { Depart } from '../use-departs.ts';
import { MemberRoles } from './member-roles.tsx';

/** Members of a department and of those below it. */
export function DepartMembers({ depart }: { depart: Depart }): ReactNode {
  const may = usePermissions();
  const [member, setMember] = useState<User | null>(null);
  const depId = depart.id;
  return (
    <>
      <MemberTable
        mayChange={may('system:myDepart:edit')}
        of={{
          path: pathOf(myDepartCalls.members),
          fixed: { depId },
          out: '移出部门',
          question: (who) => ({
            title: `把${who}移出“${depart.departName}”？`,
            content: '其在该部门的部门角色一并取消，立即失去由此带来的权限；账号不受影响。',
            okText: '移出部门',
            danger: true,
          }),
          add: (userIdList) => callRoute(myDepartCalls.addMembers, { body: { depId, userIdList } }),
          takeOut: (ids) => callRoute(myDepartCalls.removeMembers, { query: { depId, userIds: ids.join(',') } }),
          emptyText: '该部门还没有成员',
          ...(may('system:departRole:grant')
            ? {
                acts: (row: User) => (
                  <Button
                    type="link"
                    size="small"
                    aria-label={`${row.realname}：部门角色`}
                    onClick={() => setMember(row)}
                  >
                    部门角色
                  </Button>
                ),
              }
            : {}),
        }}
      />
      {member && <MemberRoles depart={depart} member={member} onClose={() => setMember(null)} />}
    </>
  );
}
