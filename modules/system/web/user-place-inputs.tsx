import { Checkbox, Form, Radio, Select } from 'antd';
import type { ReactNode } from 'react';
import { useRemoteOptions } from '#kit/web/index.ts';
import type { SeenRows } from '../model/routes/users.ts';
import { DepartSelect, PositionSelect, RoleSelect } from './pickers/lazy-pickers.ts';

/** Codes of `userIdentity` on the wire. */
export const USER_IDENTITIES = { ordinary: '1', superior: '2' } as const;

/** What a person is in the tenant: roles, departments, positions, whom they lead, what they see. */
export function PlaceInputs({ isNew, own }: { isNew: boolean; own: SeenRows }): ReactNode {
  return (
    <>
      <Form.Item name="selectedroles" label="角色" required rules={[{ required: true, message: '请选择角色' }]}>
        <RoleSelect returnId />
      </Form.Item>
      <div className="wb-form-row" data-columns={2}>
        <Form.Item name="selecteddeparts" label="部门">
          <DepartSelect multiple treeOpera />
        </Form.Item>
        <Form.Item name="post" label="职务">
          <PositionSelect />
        </Form.Item>
      </div>
      <LeadInputs />
      <ScopeInput
        name="shops"
        all="isAllShops"
        label="店铺范围"
        to="base:channelAccount"
        mayGiveAll={own.shops === null}
      />
      <ScopeInput
        name="warehouses"
        all="isAllWarehouses"
        label="仓库范围"
        to="base:warehouse"
        mayGiveAll={own.warehouses === null}
      />
      {isNew && (
        <Form.Item name="mustChangePassword" valuePropName="checked">
          <Checkbox>首次登录须修改密码</Checkbox>
        </Form.Item>
      )}
    </>
  );
}

/** Whether a person leads departments, and which. */
function LeadInputs(): ReactNode {
  const isSuperior = Form.useWatch<unknown>('userIdentity') === USER_IDENTITIES.superior;
  return (
    <div className="wb-form-row" data-columns={2}>
      <Form.Item name="userIdentity" label="身份">
        <Radio.Group
          options={[
            { value: USER_IDENTITIES.ordinary, label: '普通用户' },
            { value: USER_IDENTITIES.superior, label: '上级' },
          ]}
        />
      </Form.Item>
      <Form.Item
        name="departIds"
        label="负责部门"
        hidden={!isSuperior}
        extra="在「我的部门」管理这些部门及其下级，还需要有这个菜单的权限"
      >
        <DepartSelect multiple treeOpera />
      </Form.Item>
    </div>
  );
}

/** All, or the named ones only; none named means none at all. */
function ScopeInput({
  name,
  all,
  label,
  to,
  mayGiveAll,
}: {
  name: string;
  all: string;
  label: string;
  to: string;
  /** Who sees some only may not show all of them to others. */
  mayGiveAll: boolean;
}): ReactNode {
  const isAll: unknown = Form.useWatch(all);
  return (
    <>
      <Form.Item name={all} valuePropName="checked" label={label} style={{ marginBottom: 4 }}>
        <Checkbox disabled={!mayGiveAll}>全部</Checkbox>
      </Form.Item>
      <Form.Item name={name} hidden={isAll !== false} extra="不选表示一个都不能看" aria-label={label}>
        <ScopeSelect to={to} label={label} />
      </Form.Item>
    </>
  );
}

function ScopeSelect({
  to,
  label,
  value = [],
  onChange,
}: {
  to: string;
  label: string;
  value?: string[] | null;
  onChange?: (value: string[]) => void;
}): ReactNode {
  const ids = value ?? [];
  const remote = useRemoteOptions(to, ids);
  return (
    <Select
      {...remote.props}
      mode="multiple"
      labelInValue
      aria-label={label}
      value={ids.map((id) => ({ value: id, label: remote.labelOf(id) ?? '加载中…' }))}
      onChange={(next: { value: string }[]) => onChange?.(next.map((one) => one.value))}
    />
  );
}
