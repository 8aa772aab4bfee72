import type { ReactNode } from 'react';
import { askRoute } from '#ui/http/route-call.ts';
import { accountCalls } from '#modules/system/model/routes/account.ts';
import { sessionCalls } from '#modules/system/model/routes/session.ts';
import type { AccountDialogProps } from './password-dialog.tsx';
import { sayAfterSwitch } from '../session-gate.tsx';
import { sessionOf } from '../sign-in.ts';
import { keepSession } from '#kit/web/session/session-store.ts';
import { letGo } from '#ui/page/held-pages.ts';
import { mayDrop } from '../../shell/leave-guard.ts';
import { useFetched } from '../use-fetched.ts';
import { WorkplaceDialog } from './workplace-dialog.tsx';

/** 切换租户: another tenant is another session, and begins on its own home page. */
export function TenantDialog({ onClose }: AccountDialogProps): ReactNode {
  const tenants = useFetched(accountCalls.tenants, onClose);
  const current = tenants?.find(({ isCurrent }) => isCurrent);
  const enter = async (tenantId: string): Promise<void> => {
    if (!(await mayDrop())) return;
    const answer = await askRoute(sessionCalls.selectTenant, { body: { tenantId } });
    const name = tenants?.find(({ id }) => String(id) === tenantId)?.name ?? '';
    sayAfterSwitch(`已切换到租户：${name}`);
    letGo();
    onClose();
    // An address may name a row of the tenant that is left.
    history.replaceState(null, '', '/');
    keepSession(sessionOf(answer));
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
