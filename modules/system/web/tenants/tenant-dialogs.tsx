import { Modal, Typography } from 'antd';
import type { ReactNode } from 'react';
import { textarea, type Fields } from '#kit/model/field.ts';
import { enterAs } from '#console/index.ts';
import { callRoute, FormDrawer } from '#kit/web/index.ts';
import { tenantCalls } from '../../model/routes/tenants.ts';
import { CLOSED_DAYS, firstAdminFields, lookFields, type TenantRow } from '../../model/tenant.ts';

interface Of {
  of: TenantRow;
  onClose: () => void;
}

const FREEZE: Fields = { reason: textarea('冻结原因', { max: 200, hint: '租户的人会看到' }) };

/** Suspends a tenant: its people go on seeing everything and write nothing. */
export const FreezeForm = ({ of, onSaved, onClose }: Of & { onSaved: () => void }): ReactNode => (
  <FormDrawer
    title={`冻结租户：${of.name}`}
    fields={FREEZE}
    layout={[['reason']]}
    lead={<p>冻结后租户的人仍可登录和查看，不能新增或修改；不再拉取新订单，已答应平台的发货通知照常发送。</p>}
    send={({ reason }) =>
      callRoute(tenantCalls.freeze, {
        body: { id: Number(of.id), status: 0, reason: String(reason ?? '') },
      })
    }
    onSaved={onSaved}
    onClose={onClose}
  />
);

const CLOSE: Fields = { reason: textarea('关闭原因', { max: 200, hint: '租户的管理员会看到' }) };

/** Closes a tenant: only its administrators come back, to fetch the data. */
export const CloseForm = ({ of, onSaved, onClose }: Of & { onSaved: () => void }): ReactNode => (
  <FormDrawer
    title={`关闭租户：${of.name}`}
    fields={CLOSE}
    layout={[['reason']]}
    lead={
      <p>
        {`全部用户立即下线；${CLOSED_DAYS} 天内只有租户管理员可以登录，查看和导出数据，之后不能再登录。数据不会删除，${CLOSED_DAYS} 天内可以重新启用。`}
      </p>
    }
    send={({ reason }) => callRoute(tenantCalls.close, { body: { id: Number(of.id), reason: String(reason ?? '') } })}
    onSaved={onSaved}
    onClose={onClose}
  />
);

/** Asks for a look into a tenant, and goes there. */
export const LookForm = ({ of, onClose }: Of): ReactNode => (
  <FormDrawer
    title={`进入租户（只读）：${of.name}`}
    fields={lookFields}
    layout={[['reason'], ['minutes']]}
    lead={
      <p>
        只能查看，看不到成本、利润和买家个人信息。双方日志都会记录人员、原因和起止时间，租户的人会看到您正在查看，并可随时结束。
      </p>
    }
    send={async ({ reason, minutes }) => {
      const body = { id: Number(of.id), reason: String(reason ?? ''), minutes: Number(minutes) };
      const answer = await callRoute(tenantCalls.look, { body });
      setTimeout(() => enterAs(answer.result, `已进入租户：${of.name}（只读）`));
      return answer;
    }}
    onClose={onClose}
  />
);

/** Somebody who administers a tenant that nobody administers. */
export const AdminForm = ({ of, onMade, onClose }: Of & { onMade: (password: string) => void }): ReactNode => (
  <FormDrawer
    title={`新增管理员：${of.name}`}
    fields={firstAdminFields}
    layout={[['adminUsername', 'adminRealname']]}
    lead={<p>仅用于没有正常状态管理员，或管理员从未登录过（初始密码遗失）的租户；其他用户由租户的管理员自己添加。</p>}
    send={async (values) => {
      const made = await callRoute(tenantCalls.addAdmin, { body: { ...values, id: of.id } });
      setTimeout(() => onMade(made.result.adminPassword));
      return made;
    }}
    onClose={onClose}
  />
);

/** The password of a first administrator: shown once, and changed with the first sign-in. */
export const AdminPassword = ({ password, onClose }: { password: string; onClose: () => void }): ReactNode => (
  <Modal open title="管理员的初始密码" onCancel={onClose} onOk={onClose} cancelButtonProps={HIDDEN}>
    <p>只显示这一次，请转交给租户的管理员。首次登录时必须修改。</p>
    <Typography.Text code copyable>
      {password}
    </Typography.Text>
  </Modal>
);

const HIDDEN = { style: { display: 'none' } };
