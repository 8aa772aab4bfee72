import { Button, Form, Modal } from 'antd';
import type { ReactNode } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { callRoute, FieldInputs, RefusalNote, say, useSubmission } from '#kit/web/index.ts';
import { accountCalls } from '../../model/routes/account.ts';
import { joinFields } from '../../model/registration.ts';
import { refreshProfile } from './profile.ts';

/** 加入团队: a further tenant, by an invitation that somebody there has given. */
export function JoinTenantDialog({ onClose }: { onClose: () => void }): ReactNode {
  const [form] = Form.useForm<{ invitation: string }>();
  const submission = useSubmission(form, new Set(['invitation']));
  const queries = useQueryClient();
  const join = ({ invitation }: { invitation: string }): Promise<boolean> =>
    submission.run(async () => {
      const { message } = await callRoute(accountCalls.joinTenant, { body: { invitation } });
      say.done(`${message}，可在“切换租户”中进入`);
      await queries.invalidateQueries({ queryKey: ['own-tenants'] });
      void refreshProfile();
      onClose();
    });
  return (
    <Modal
      open
      title="加入团队"
      width={480}
      footer={null}
      mask={{ closable: false }}
      onCancel={onClose}
    >
      <p className="ac-weak">请向团队管理员索取邀请码，加入后可用同一账号在团队之间切换。</p>
      <Form
        form={form}
        layout="vertical"
        requiredMark={false}
        onFinish={(values) => void join(values)}
      >
        <RefusalNote texts={submission.others} />
        <FieldInputs fields={joinFields} layout={[['invitation']]} form={form} />
        <div className="ac-actions">
          <Button type="primary" htmlType="submit" loading={submission.isBusy}>
            加入
          </Button>
          <Button onClick={onClose}>取消</Button>
        </div>
      </Form>
    </Modal>
  );
}
