import type { ReactNode } from 'react';
import type { GrantNode } from '../model/routes/roles.ts';
import { TickDialog } from './save-dialog.tsx';

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
export function RoleRules({ of, page, onClose }: { of: RulesOf; page: GrantNode; onClose: () => void }): ReactNode {
  const permissionId = page.key;
  return (
    <TickDialog
      title={`数据规则：${page.title}`}
      note={of.note}
      blank="该页面还没有数据规则。"
      queryKey={['system:roleRules', ...of.key, permissionId]}
      read={async (signal) => {
        const { datarule, drChecked, drFixed = '' } = await of.read(permissionId, signal);
        const fixed = drFixed.split(',');
        return {
          options: datarule.map(({ id, ruleName }) => ({
            value: id,
            label: ruleName,
            disabled: fixed.includes(id),
          })),
          held: drChecked.split(',').filter(Boolean),
        };
      }}
      save={async (ticked) => (await of.save({ permissionId, dataRuleIds: ticked.join(',') })).message}
      onClose={onClose}
    />
  );
}
