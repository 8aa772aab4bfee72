import { Typography } from 'antd';
import { useState, type ReactNode } from 'react';
import { fetchRoute, callRoute, toast } from '#kit/web/index.ts';
import { secondFactorCalls, type ShownKey } from '../../../model/routes/second-factor.ts';
import { AccountForm, PasswordItem } from '../account-form.tsx';
import { CodeItem } from './code-items.tsx';
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

const PasswordForm = ({ onShown, onCancel }: { onShown: (key: ShownKey) => void; onCancel: () => void }): ReactNode => (
  <AccountForm<{ oldpassword: string }>
    names={PASSWORD}
    button="下一步"
    send={async (body) => onShown(await fetchRoute(secondFactorCalls.begin, { body }))}
    onCancel={onCancel}
  >
    <p>开启后其他设备上的登录会全部退出。</p>
    <PasswordItem />
  </AccountForm>
);

function ConfirmForm({
  shown: { key, qr },
  onDone,
  onCancel,
}: {
  shown: ShownKey;
  onDone: (recoveryCodes: string[]) => void;
  onCancel: () => void;
}): ReactNode {
  const send = async (body: { code: string }): Promise<void> => {
    const { message, result } = await callRoute(secondFactorCalls.turnOn, { body });
    toast.done(message);
    onDone(result.recoveryCodes);
  };
  return (
    <AccountForm<{ code: string }> names={CODE} button="开启" send={send} onCancel={onCancel}>
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
    </AccountForm>
  );
}

const inFours = (key: string): string => key.replace(/(.{4})(?=.)/g, '$1 ');
