import { Button, Form } from 'antd';
import { useState, type ReactNode } from 'react';
import { call, RefusalNote, say, useSubmission } from '#kit/web/index.ts';
import { CodeItem, PasswordItem, RecoveryItem } from './code-items.tsx';

interface Proof {
  oldpassword: string;
  code?: string;
  recoveryCode?: string;
}

/** Whatever the call answers; turning off makes no codes. */
interface Made {
  recoveryCodes: string[];
}

const NAMES = new Set(['oldpassword', 'code', 'recoveryCode']);

/** The password and a code, for what changes the second factor. */
export function ProofForm({
  path,
  button,
  danger = false,
  onDone,
  onCancel,
}: {
  path: 'turnOff' | 'recoveryCodes';
  button: string;
  danger?: boolean;
  onDone: (made: Made) => void;
  onCancel: () => void;
}): ReactNode {
  const [form] = Form.useForm<Proof>();
  const submission = useSubmission(form, NAMES);
  const [hasPhone, setHasPhone] = useState(true);
  const send = (proof: Proof): Promise<boolean> =>
    submission.run(async () => {
      const { message, result } = await call<Made>('POST', `/sys/user/secondFactor/${path}`, {
        body: proof,
      });
      say.done(message);
      onDone(result);
    });
  return (
    <Form
      form={form}
      layout="vertical"
      requiredMark={false}
      preserve={false}
      onFinish={(proof) => void send(proof)}
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
