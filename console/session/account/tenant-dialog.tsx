import type { ReactNode } from 'react';
import { fetchRoute } from '#ui/http/route-call.ts';
import { shellCalls } from '#modules/system/model/routes/shell.ts';
import { sessionCalls } from '#modules/system/model/routes/session.ts';
import type { AccountDialogProps } from './password-dialog.tsx';
import { enterAs } from '../enter-as.ts';
import { mayDrop } from '../../shell/leave-guard.ts';
import { useFetched } from '../use-fetched.ts';
import { WorkplaceDialog } from './workplace-dialog.tsx';

/** 切换租户: another tenant is another session, and begins on its own home page. */
export function TenantDialog({ onClose }: AccountDialogProps): ReactNode {
  const tenants = useFetched(shellCalls.tenants, onClose);
  const current = tenants?.find(({ isCurrent }) => isCurrent);
  const enter = async (tenantId: string): Promise<void> => {
    if (!(await mayDrop())) return;
    const answer = await fetchRoute(sessionCalls.selectTenant, { body: { tenantId } });
    const name = tenants?.find(({ id }) => String(id) === tenantId)?.name ?? '';
    onClose();
    enterAs(answer, `已切换到租户：${name}`);
  };
  return (
    <WorkplaceDialog
      title={current ? `租户切换（当前租户 : ${current.name}）` : '租户选择'}
      what="租户"
      options={tenants?.map(({ id, name }) => ({ value: String(id), label: name })) ?? null}
      current={current && String(current.id)}
      onChoose={enter}
      onClose={onClose}
    />
  );
}
