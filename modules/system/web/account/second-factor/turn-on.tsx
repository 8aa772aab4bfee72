import { Button, Form, Typography } from 'antd';
import { useState, type ReactNode } from 'react';
import { askRoute, callRoute, RefusalNote, say, useSubmission } from '#kit/web/index.ts';
import { secondFactorCalls, type ShownKey } from '../../../model/routes/second-factor.ts';
import { CodeItem, PasswordItem } from './code-items.tsx';
import { SecurityDialog } from './security-dialog.tsx';

/** 开启两步验证: the password, then the key in the authenticator app, then a code of it. */
export function TurnOn({
  onClose,
  onDone,
}: {
  onClose: () => void;
  onDone: (recoveryCodes: string[]) => void;
}): ReactNode {
  const [shown, setShown] = useState<ShownKey | null>(null);
  return (
    <SecurityDialog title="开启两步验证" onClose={onClose}>
      {shown ? (
        <ConfirmForm shown={shown} onDone={onDone} onCancel={onClose} />
      ) : (
        <PasswordForm onShown={setShown} onCancel={onClose} />
      )}
    </SecurityDialog>
  );
}

const PASSWORD = new Set(['oldpassword']);
const CODE = new Set(['code']);

function PasswordForm({
  onShown,
  onCancel,
}: {
  onShown: (key: ShownKey) => void;
  onCancel: () => void;
}): ReactNode {
  const [form] = Form.useForm<{ oldpassword: string }>();
  const submission = useSubmission(form, PASSWORD);
  const send = (body: { oldpassword: string }): Promise<boolean> =>
    submission.run(async () => onShown(await askRoute(secondFactorCalls.begin, { body })));
  return (
    <Form
      form={form}
      layout="vertical"
      requiredMark={false}
      onFinish={(values) => void send(values)}
    >
      <RefusalNote texts={submission.others} />
      <p>开启后其他设备上的登录会全部退出。</p>
      <PasswordItem />
      <div className="ac-actions">
        <Button type="primary" htmlType="submit" loading={submission.isBusy}>
          下一步
        </Button>
        <Button onClick={onCancel}>取消</Button>
      </div>
    </Form>
  );
}

function ConfirmForm({
  shown: { key, qr },
  onDone,
  onCancel,
}: {
  shown: ShownKey;
  onDone: (recoveryCodes: string[]) => void;
  onCancel: () => void;
}): ReactNode {
  const [form] = Form.useForm<{ code: string }>();
  const submission = useSubmission(form, CODE);
  const send = (body: { code: string }): Promise<boolean> =>
    submission.run(async () => {
      const { message, result } = await callRoute(secondFactorCalls.turnOn, { body });
      say.done(message);
      onDone(result.recoveryCodes);
    });
  return (
    <Form
      form={form}
      layout="vertical"
      requiredMark={false}
      onFinish={(values) => void send(values)}
    >
      <RefusalNote texts={submission.others} />
      <p>用身份验证器扫描二维码，然后输入它显示的验证码。</p>
      <img className="ac-qr" src={qr} alt="密钥的二维码" />
      <p className="ac-key">
        不能扫描时，在身份验证器中手动输入密钥：
        <br />
        <Typography.Text code copyable={{ text: key, tooltips: ['复制密钥', '已复制'] }}>
          {inFours(key)}
        </Typography.Text>
      </p>
      <CodeItem autoFocus />
      <div className="ac-actions">
        <Button type="primary" htmlType="submit" loading={submission.isBusy}>
          开启
        </Button>
        <Button onClick={onCancel}>取消</Button>
      </div>
    </Form>
  );
}

const inFours = (key: string): string => key.replace(/(.{4})(?=.)/g, '$1 ');
