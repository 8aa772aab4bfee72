import { useQuery } from '@tanstack/react-query';
import { Form, Select, TreeSelect } from 'antd';
import type { ReactNode } from 'react';
import { call, get } from '#kit/web/index.ts';
import { invitationFields } from '../model/registration.ts';
import { RecordDrawer } from './record-drawer.tsx';
import { departOptions, useDeparts } from './use-departs.ts';

const { maxUses, days, remark } = invitationFields;
const FIELDS = { maxUses, days, remark };

/** A new invitation; its code is told once, right after. */
export function InvitationForm({
  onMade,
  onClose,
}: {
  onMade: (code: string) => void;
  onClose: () => void;
}): ReactNode {
  return (
    <RecordDrawer
      title="新增邀请"
      fields={FIELDS}
      layout={[['maxUses', 'days'], ['remark']]}
      extraNames={['roleId', 'departId']}
      send={async (values) => {
        const made = await call<{ code: string }>('POST', '/sys/invitation/add', { body: values });
        onMade(made.result.code);
        return made;
      }}
      onSaved={() => undefined}
      onClose={onClose}
    >
      <PlaceInputs />
    </RecordDrawer>
  );
}

function PlaceInputs(): ReactNode {
  const roles = useQuery({
    queryKey: ['sys:role', 'all'],
    queryFn: ({ signal }) =>
      get<{ id: string; roleName: string }[]>('/sys/role/queryall', {}, { signal }),
  });
  const departs = useDeparts();
  return (
    <>
      <Form.Item
        name="roleId"
        label="角色"
        rules={[{ required: true, message: '请选择角色' }]}
        {...(roles.error ? { extra: `角色加载失败：${roles.error.message}` } : {})}
      >
        <Select
          loading={roles.isPending}
          showSearch={{ optionFilterProp: 'label' }}
          options={(roles.data ?? []).map(({ id, roleName }) => ({ value: id, label: roleName }))}
        />
      </Form.Item>
      <Form.Item
        name="departId"
        label="部门"
        rules={[{ required: true, message: '请选择部门' }]}
        {...(departs.error ? { extra: `部门加载失败：${departs.error.message}` } : {})}
      >
        <TreeSelect
          treeDefaultExpandAll
          loading={departs.isPending}
          treeNodeFilterProp="title"
          showSearch
          treeData={departOptions(departs.data ?? [])}
        />
      </Form.Item>
    </>
  );
}
