import type { ReactNode } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { callRoute, FieldInputs, toast } from '#kit/web/index.ts';
import { accountCalls } from '../../model/routes/account.ts';
import { joinFields } from '../../model/registration.ts';
import { AccountDialog, AccountForm } from './account-form.tsx';
import { refreshProfile } from './profile.ts';

const NAMES = new Set(['invitation']);

/** 加入团队: a further tenant, by an invitation that somebody there has given. */
export function JoinTenantDialog({ onClose }: { onClose: () => void }): ReactNode {
  const queries = useQueryClient();
  const join = async (body: { invitation: string }): Promise<void> => {
    const { message } = await callRoute(accountCalls.joinTenant, { body });
    toast.done(`${message}，可在“切换租户”中进入`);
    await queries.invalidateQueries({ queryKey: ['own-tenants'] });
    void refreshProfile();
    onClose();
  };
  return (
    <AccountDialog title="加入团队" onClose={onClose}>
      <p className="ac-weak">请向团队管理员索取邀请码，加入后可用同一账号在团队之间切换。</p>
      <AccountForm<{ invitation: string }> names={NAMES} button="加入" send={join} onCancel={onClose}>
        {(form) => <FieldInputs fields={joinFields} layout={[['invitation']]} form={form} />}
      </AccountForm>
    </AccountDialog>
  );
}
