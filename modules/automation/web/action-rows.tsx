import { DeleteOutlined, PlusOutlined } from '@ant-design/icons';
import { useQuery } from '@tanstack/react-query';
import { Button, Input, Select } from 'antd';
import type { ReactNode } from 'react';
import { fetchRoute, GroupedNumber } from '#kit/web/index.ts';
import { orderPriority, type OrderPriority } from '#modules/orders/model/order.ts';
import { ACTIONS_OF, actionKind, actionTitle, MOST_ACTIONS, type ActionKind } from '../model/actions.ts';
import { addresseesRoute } from '../model/routes.ts';
import type { SubjectKind } from '../model/subject.ts';
import { DictSelect, RowsSelect } from './fact-value.tsx';
import type { DraftAction } from './rule-draft.ts';

interface RowsProps {
  /** What is judged: what can be done with it is offered. */
  subject: SubjectKind;
  actions: readonly DraftAction[];
  isReadOnly: boolean;
  onChange: (actions: readonly DraftAction[]) => void;
}

/** What a rule does, from the top down. */
export function ActionRows({ subject, actions, isReadOnly, onChange }: RowsProps): ReactNode {
  const set = (index: number, next: DraftAction): void =>
    onChange(actions.map((one, at) => (at === index ? next : one)));
  return (
    <>
      <ol className="au-actions">
        {actions.map((action, index) => (
          // Actions have no name of their own: their place is what they are known by.
          <li key={index} className="au-leaf">
            <Select<ActionKind>
              className="au-fact"
              aria-label={`动作 ${index + 1}`}
              disabled={isReadOnly}
              value={action.kind}
              options={actionOptions(subject, action.kind)}
              {...(ACTIONS_OF[subject].includes(action.kind) ? {} : { status: 'error' as const })}
              onChange={(kind) => set(index, { kind })}
            />
            <ActionInputs
              action={action}
              place={index + 1}
              isReadOnly={isReadOnly}
              onChange={(next) => set(index, next)}
            />
            {!isReadOnly && (
              <Button
                type="text"
                icon={<DeleteOutlined />}
                aria-label={`删除动作 ${index + 1}`}
                title="删除此动作"
                onClick={() => onChange(actions.filter((_one, at) => at !== index))}
              />
            )}
          </li>
        ))}
      </ol>
      {!isReadOnly && (
        <Button
          size="small"
          icon={<PlusOutlined />}
          disabled={actions.length >= MOST_ACTIONS}
          title={actions.length >= MOST_ACTIONS ? `最多 ${MOST_ACTIONS} 个动作` : undefined}
          onClick={() => onChange([...actions, { kind: freeKind(subject, actions) }])}
        >
          添加动作
        </Button>
      )}
    </>
  );
}

/** The first kind that the rule does not have yet. */
const freeKind = (subject: SubjectKind, actions: readonly DraftAction[]): ActionKind =>
  ACTIONS_OF[subject].find((kind) => !actions.some((one) => one.kind === kind)) ?? 'notify';

/** What can be done; what a rule says already and cannot be done stays readable. */
const actionOptions = (
  subject: SubjectKind,
  answers: ActionKind,
): { value: ActionKind; label: string; disabled?: boolean }[] => {
  const fitting = ACTIONS_OF[subject].map((kind) => ({
    value: kind,
    label: actionTitle(kind, subject),
  }));
  if (ACTIONS_OF[subject].includes(answers)) return fitting;
  return [...fitting, { value: answers, label: `${actionKind.items[answers]}（不适用）`, disabled: true }];
};

interface InputsProps {
  action: DraftAction;
  place: number;
  isReadOnly: boolean;
  onChange: (action: DraftAction) => void;
}

function ActionInputs(props: InputsProps): ReactNode {
  const { action, place, isReadOnly, onChange } = props;
  const row = { isReadOnly, label: `动作 ${place} ${actionKind.items[action.kind]}` };
  switch (action.kind) {
    case 'assignWarehouse':
      return (
        <RowsSelect
          {...row}
          to="base:warehouse"
          placeholder="选择仓库"
          ids={action.warehouseId ? [action.warehouseId] : []}
          onChange={([warehouseId]) => onChange({ kind: 'assignWarehouse', ...(warehouseId ? { warehouseId } : {}) })}
        />
      );
    case 'assignShipMethod':
      return (
        <RowsSelect
          {...row}
          to="base:shipMethod"
          placeholder="选择物流渠道"
          ids={action.shipMethodId ? [action.shipMethodId] : []}
          onChange={([shipMethodId]) =>
            onChange({ kind: 'assignShipMethod', ...(shipMethodId ? { shipMethodId } : {}) })
          }
        />
      );
    case 'addTag':
      return (
        <RowsSelect
          {...row}
          to="base:tag"
          within={{ scope: 'order' }}
          isSeveral
          placeholder="选择标签"
          ids={action.tagIds ?? []}
          onChange={(tagIds) => onChange({ kind: 'addTag', tagIds })}
        />
      );
    case 'addHold':
    case 'releaseHold':
      return (
        <Input
          className="au-value"
          aria-label={`动作 ${place} 原因`}
          disabled={isReadOnly}
          value={action.reason ?? ''}
          maxLength={255}
          placeholder="原因，显示在订单上"
          onChange={(event) => onChange({ ...action, reason: event.target.value })}
        />
      );
    case 'askInfo':
      return (
        <Input
          className="au-value"
          aria-label={`动作 ${place} 需补充的资料`}
          disabled={isReadOnly}
          value={action.reason ?? ''}
          maxLength={255}
          placeholder="需补充的资料，时限照常计算"
          onChange={(event) => onChange({ ...action, reason: event.target.value })}
        />
      );
    case 'addRemark':
      return (
        <Input
          className="au-value"
          aria-label={`动作 ${place} 备注`}
          disabled={isReadOnly}
          value={action.text ?? ''}
          maxLength={255}
          placeholder="写在订单的内部备注里"
          onChange={(event) => onChange({ ...action, text: event.target.value })}
        />
      );
    case 'accept':
      return <span className="au-value au-weak">有挂起或缺货时不接，轨迹里写明原因</span>;
    case 'split':
      return <span className="au-value au-weak">预占在几个仓就拆成几单；店铺须允许拆分发货</span>;
    case 'setPriority':
      return (
        <DictSelect
          {...row}
          dict={orderPriority}
          isSeveral={false}
          codes={action.priority ? [action.priority] : []}
          onChange={([priority]) =>
            onChange({
              kind: 'setPriority',
              ...(priority ? { priority: priority as OrderPriority } : {}),
            })
          }
        />
      );
    case 'notify':
    case 'createTask':
      return <AddresseeInputs {...props} />;
  }
}

/** Who is notified, or who is to do it. */
function AddresseeInputs({ action, place, isReadOnly, onChange }: InputsProps): ReactNode {
  const { data } = useQuery({
    queryKey: ['automation', 'addressees'],
    queryFn: ({ signal }) => fetchRoute(addresseesRoute, { signal }),
  });
  const people = (data?.people ?? []).map(({ id, name }) => ({ value: id, label: name }));
  const roles = (data?.roles ?? []).map(({ id, name }) => ({ value: id, label: name }));
  if (action.kind === 'notify')
    return (
      <span className="au-told">
        <Select<string[]>
          mode="multiple"
          aria-label={`动作 ${place} 角色`}
          disabled={isReadOnly}
          value={[...(action.roleIds ?? [])]}
          options={roles}
          placeholder="角色"
          showSearch={{ optionFilterProp: 'label' }}
          onChange={(roleIds) => onChange({ ...action, roleIds })}
        />
        <Select<string[]>
          mode="multiple"
          aria-label={`动作 ${place} 收件人`}
          disabled={isReadOnly}
          value={[...(action.userIds ?? [])]}
          options={people}
          placeholder="收件人"
          showSearch={{ optionFilterProp: 'label' }}
          onChange={(userIds) => onChange({ ...action, userIds })}
        />
        <Input
          aria-label={`动作 ${place} 内容`}
          disabled={isReadOnly}
          value={action.text ?? ''}
          maxLength={255}
          placeholder="通知内容"
          onChange={(event) => onChange({ ...action, text: event.target.value })}
        />
      </span>
    );
  if (action.kind !== 'createTask') return null;
  return (
    <span className="au-told">
      <Input
        aria-label={`动作 ${place} 要做什么`}
        disabled={isReadOnly}
        value={action.title ?? ''}
        maxLength={100}
        placeholder="要做什么"
        onChange={(event) => onChange({ ...action, title: event.target.value })}
      />
      <Select<string | null>
        aria-label={`动作 ${place} 负责人`}
        disabled={isReadOnly}
        allowClear
        value={action.userId ?? null}
        options={people}
        placeholder="负责人（可不选）"
        showSearch={{ optionFilterProp: 'label' }}
        onChange={(userId) => {
          const { userId: _was, ...rest } = action;
          onChange({ ...rest, ...(userId ? { userId } : {}) });
        }}
      />
      <GroupedNumber
        aria-label={`动作 ${place} 小时`}
        disabled={isReadOnly}
        value={action.hours ? String(action.hours) : null}
        suffix="小时内"
        onChange={(next) => onChange({ ...action, hours: Number(next ?? 0) })}
      />
    </span>
  );
}
