import { useQuery } from '@tanstack/react-query';
import { Alert, Checkbox, Modal, Skeleton } from 'antd';
import { useState, type ReactNode } from 'react';
import { askRoute, callRoute, refreshResource, say, tell } from '#kit/web/index.ts';
import { departRole } from '../../model/depart-role.ts';
import { departRoleCalls } from '../../model/routes/depart-roles.ts';
import type { User } from '../../model/user.ts';
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
  const [chosen, setChosen] = useState<readonly string[] | null>(null);
  const [isBusy, setBusy] = useState(false);
  const query = { departId: depart.id, userId: member.id };
  const read = useQuery({
    queryKey: ['system:memberRoles', depart.id, member.id],
    queryFn: async ({ signal }) => {
      const [roles, held] = await Promise.all([
        askRoute(departRoleCalls.ofDepart, { query, signal }),
        askRoute(departRoleCalls.ofUser, { query, signal }),
      ]);
      return { roles, held: held.map(({ droleId }) => droleId) };
    },
    gcTime: 0,
  });
  const held = read.data?.held ?? [];
  const checked = chosen ?? held;
  const save = async (): Promise<void> => {
    setBusy(true);
    try {
      const body = {
        userId: member.id,
        newRoleId: checked.join(','),
        oldRoleId: held.join(','),
      };
      await callRoute(departRoleCalls.setOfUser, { body });
      say.done('保存成功');
      void refreshResource(departRole);
      onClose();
    } catch (error) {
      tell(error);
      setBusy(false);
    }
  };
  return (
    <Modal
      open
      title={`部门角色：${member.realname}`}
      okText="保存"
      cancelText="取消"
      confirmLoading={isBusy}
      okButtonProps={{ disabled: chosen === null }}
      onOk={() => void save()}
      onCancel={onClose}
    >
      {read.error && <Alert showIcon type="error" title={read.error.message} />}
      {!read.data && !read.error && <Skeleton active />}
      {read.data && (
        <>
          <p className="sy-grant-note">
            部门角色只在其是“{depart.departName}”的成员时有效，离开部门时一并失去。
          </p>
          {read.data.roles.length === 0 && <p>该部门还没有部门角色。</p>}
          <Checkbox.Group
            className="sy-role-rules"
            value={[...checked]}
            onChange={(next) => setChosen(next)}
            options={read.data.roles.map(({ id, roleName, roleCode }) => ({
              value: id,
              label: `${roleName}（${roleCode}）`,
            }))}
          />
        </>
      )}
    </Modal>
  );
}
