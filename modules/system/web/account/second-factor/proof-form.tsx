import { Button, Form } from 'antd';
import { useState, type ReactNode } from 'react';
import { RefusalNote, useSubmission } from '#kit/web/index.ts';
import type { PasswordAndProof } from '../../../model/routes/second-factor.ts';
import { CodeItem, PasswordItem, RecoveryItem } from './code-items.tsx';

const NAMES = new Set(['oldpassword', 'code', 'recoveryCode']);

/** The password and a code, for what changes the second factor. */
export function ProofForm({
  button,
  danger = false,
  send,
  onCancel,
}: {
  button: string;
  danger?: boolean;
  send: (proof: PasswordAndProof) => Promise<void>;
  onCancel: () => void;
}): ReactNode {
  const [form] = Form.useForm<PasswordAndProof>();
  const submission = useSubmission(form, NAMES);
  const [hasPhone, setHasPhone] = useState(true);
  return (
    <Form
      form={form}
      layout="vertical"
      requiredMark={false}
      preserve={false}
      onFinish={(proof) => void submission.run(() => send(proof))}
    >
      <RefusalNote texts={submission.others} />
      <PasswordItem />
      {hasPhone ? <CodeItem /> : <RecoveryItem />}
      <div className="ac-actions">
        <Button type="primary" danger={danger} htmlType="submit" loading={submission.isBusy}>
          {button}
        </Button>
        <Button onClick={onCancel}>取消</Button>
        <Button type="link" onClick={() => setHasPhone(!hasPhone)}>
          {hasPhone ? '使用恢复码' : '使用验证码'}
        </Button>
      </div>
    </Form>
  );
}
