import { useQuery } from '@tanstack/react-query';
import { Alert, Checkbox, Modal, Skeleton } from 'antd';
import { useState, type ReactNode } from 'react';
import { say, tell } from '#kit/web/index.ts';
import type { GrantNode } from '../model/routes/roles.ts';

/** Whose data rules are chosen. */
export interface RulesOf {
  key: readonly string[];
  read(
    permissionId: string,
    signal: AbortSignal,
  ): Promise<{
    datarule: readonly { id: string; ruleName: string }[];
    drChecked: string;
    /** Those that cannot be left out. */
    drFixed?: string;
  }>;
  save(body: { permissionId: string; dataRuleIds: string }): Promise<{ message: string }>;
  /** What choosing them means. */
  note: string;
}

/** Which data rules of a page a role carries, or the frame of a department. */
export function RoleRules({
  of,
  page,
  onClose,
}: {
  of: RulesOf;
  page: GrantNode;
  onClose: () => void;
}): ReactNode {
  const permissionId = page.key;
  const [chosen, setChosen] = useState<readonly string[] | null>(null);
  const [isBusy, setBusy] = useState(false);
  const rules = useQuery({
    queryKey: ['system:roleRules', ...of.key, permissionId],
    queryFn: ({ signal }) => of.read(permissionId, signal),
    gcTime: 0,
  });
  const held = rules.data?.drChecked.split(',').filter(Boolean) ?? [];
  const fixed = rules.data?.drFixed?.split(',').filter(Boolean) ?? [];
  const checked = chosen ?? held;
  const save = async (): Promise<void> => {
    setBusy(true);
    try {
      say.done((await of.save({ permissionId, dataRuleIds: checked.join(',') })).message);
      onClose();
    } catch (error) {
      tell(error);
      setBusy(false);
    }
  };
  return (
    <Modal
      open
      title={`数据规则：${page.title}`}
      okText="保存"
      cancelText="取消"
      confirmLoading={isBusy}
      okButtonProps={{ disabled: chosen === null }}
      onOk={() => void save()}
      onCancel={onClose}
    >
      {rules.error && <Alert showIcon type="error" title={rules.error.message} />}
      {!rules.data && !rules.error && <Skeleton active />}
      {rules.data && (
        <>
          <p className="sy-grant-note">{of.note}</p>
          <Checkbox.Group
            className="sy-role-rules"
            value={[...checked]}
            onChange={(next) => setChosen(next)}
            options={rules.data.datarule.map(({ id, ruleName }) => ({
              value: id,
              label: ruleName,
              disabled: fixed.includes(id),
            }))}
          />
        </>
      )}
    </Modal>
  );
}
