import { useQuery } from '@tanstack/react-query';
import { Alert, Button, Drawer, Skeleton, Space, Tag } from 'antd';
import { useState, type ReactNode } from 'react';
import {
  confirmAction,
  fetchRoute,
  BlankState,
  callRoute,
  queryClient,
  toast,
  toastError,
  usePermissions,
} from '#kit/web/index.ts';
import { dataRuleCalls, type DataRule, type RuledField } from '../../model/routes/data-rules.ts';
import type { MenuEntry } from '../../model/routes/menus.ts';
import { RuleForm } from './rule-form.tsx';
import { ruleText } from './rule-text.ts';
import './menus.css';

/** The data rules of a page: which rows the roles that carry them see. */
export function RuleDrawer({
  entry,
  onChanged,
  onClose,
}: {
  entry: MenuEntry;
  onChanged: () => void;
  onClose: () => void;
}): ReactNode {
  const may = usePermissions();
  const permissionId = entry.id;
  const [edited, setEdited] = useState<{ rule?: DataRule } | null>(null);
  const key = ['system:dataRules', permissionId];
  const rules = useQuery({
    queryKey: key,
    queryFn: ({ signal }) => fetchRoute(dataRuleCalls.ofPage, { query: { permissionId }, signal }),
  });
  const fields = useQuery({
    queryKey: [...key, 'fields'],
    queryFn: ({ signal }) => fetchRoute(dataRuleCalls.fields, { query: { permissionId }, signal }),
  });
  const refresh = (): void => {
    void queryClient.invalidateQueries({ queryKey: key });
    onChanged();
  };
  const error = rules.error ?? fields.error;
  const isRead = rules.data !== undefined && fields.data !== undefined;
  return (
    <Drawer open size={640} title={`数据规则：${entry.name}`} onClose={onClose}>
      <Alert
        showIcon
        type="info"
        className="wb-form-note"
        title="规则建好后，在角色授权中选用才生效。同一角色的规则须全部满足；一人有多个角色时，任一角色允许即可看到。"
      />
      {error && <Alert showIcon type="error" title={error.message} />}
      {!isRead && !error && <Skeleton active />}
      {isRead && (
        <>
          {may('system:dataRule:add') && (
            <Button type="primary" onClick={() => setEdited({})}>
              新增规则
            </Button>
          )}
          {rules.data.length === 0 && (
            <BlankState title="还没有数据规则" text="没有规则时，能打开该页面的人可看到全部数据。" />
          )}
          {rules.data.map((rule) => (
            <RuleCard
              key={rule.id}
              rule={rule}
              fields={fields.data}
              onEdit={may('system:dataRule:edit') ? () => setEdited({ rule }) : undefined}
              onDelete={may('system:dataRule:delete') ? () => void remove(rule).then(refresh) : undefined}
            />
          ))}
        </>
      )}
      {edited && fields.data && (
        <RuleForm
          permissionId={permissionId}
          rule={edited.rule}
          fields={fields.data}
          onSaved={refresh}
          onClose={() => setEdited(null)}
        />
      )}
    </Drawer>
  );
}

function RuleCard({
  rule,
  fields,
  onEdit,
  onDelete,
}: {
  rule: DataRule;
  fields: readonly RuledField[];
  onEdit: (() => void) | undefined;
  onDelete: (() => void) | undefined;
}): ReactNode {
  return (
    <section className="sy-rule" aria-label={rule.ruleName}>
      <span className="sy-rule-name">{rule.ruleName}</span> {rule.status !== '1' && <Tag>无效</Tag>}
      <p className="sy-rule-text">{ruleText(rule, fields)}</p>
      {rule.fault && (
        <Alert showIcon type="error" title={`规则失效：${rule.fault}。选用它的角色看不到任何数据，请修改或取消。`} />
      )}
      <p className="sy-rule-text">{rule.roles.length > 0 ? `用于角色：${rule.roles.join('、')}` : '还没有角色选用'}</p>
      <Space>
        {onEdit && (
          <Button size="small" aria-label={`编辑 ${rule.ruleName}`} onClick={onEdit}>
            编辑
          </Button>
        )}
        {onDelete && (
          <Button size="small" danger aria-label={`删除 ${rule.ruleName}`} onClick={onDelete}>
            删除
          </Button>
        )}
      </Space>
    </section>
  );
}

async function remove({ id, ruleName }: DataRule): Promise<void> {
  if (!(await confirmAction({ title: `删除规则“${ruleName}”？`, okText: '删除', danger: true }))) return;
  try {
    toast.done((await callRoute(dataRuleCalls.remove, { query: { id } })).message);
  } catch (error) {
    toastError(error);
  }
}
