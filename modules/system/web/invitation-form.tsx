import { Form } from 'antd';
import type { ReactNode } from 'react';
import type { BodyOf } from '#kit/model/route.ts';
import { callRoute, FormDrawer } from '#kit/web/index.ts';
import { invitationCalls } from '../model/routes/registration.ts';
import { invitationFields } from '../model/registration.ts';
import { DepartSelect, RoleSelect } from './pickers/lazy-pickers.ts';

const { maxUses, days, remark } = invitationFields;
const FIELDS = { maxUses, days, remark };

/** A new invitation; its code is shown once, right after. */
export function InvitationForm({
  onMade,
  onClose,
}: {
  onMade: (code: string) => void;
  onClose: () => void;
}): ReactNode {
  return (
    <FormDrawer
      title="新增邀请"
      fields={FIELDS}
      layout={[['maxUses', 'days'], ['remark']]}
      lead={<PlaceInputs />}
      extraNames={['roleId', 'departId']}
      send={async (values) => {
        const made = await callRoute(invitationCalls.add, {
          body: values as BodyOf<typeof invitationCalls.add>,
        });
        onMade(made.result.code);
        return made;
      }}
      onClose={onClose}
    />
  );
}

/** What somebody who comes will be: decided before for how long the code is good. */
function PlaceInputs(): ReactNode {
  return (
    <div className="wb-form-row" data-columns={2}>
      <Form.Item name="roleId" label="角色" rules={[{ required: true, message: '请选择角色' }]}>
        <RoleSelect returnId multiple={false} />
      </Form.Item>
      <Form.Item name="departId" label="部门" rules={[{ required: true, message: '请选择部门' }]}>
        <DepartSelect />
      </Form.Item>
    </div>
  );
}
