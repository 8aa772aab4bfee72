import { useState, type ReactNode } from 'react';
import { isOutcomeUnknown } from '#ui/http/api-error.ts';
import { CaptchaField } from './captcha-field.tsx';
import type { SignInAnswer } from '#modules/system/model/routes/session.ts';
import { fetchCaptcha, needsCaptcha, type Captcha } from '../sign-in.ts';
import { bindAccount, isExpired, refusalText } from './third-sign-in.ts';
import { UserFormFrame, UserInput, useUserForm } from './user-form.tsx';

/** Asks a person once which account here is theirs. */
export function BindForm({
  ticket,
  onAnswer,
  onExpired,
}: {
  ticket: string;
  onAnswer: (answer: SignInAnswer) => void;
  onExpired: (message: string) => void;
}): ReactNode {
  const [captcha, setCaptcha] = useState<Captcha | null>(null);
  const renew = async (): Promise<void> => {
    setCaptcha(await fetchCaptcha());
    change({ captcha: '' });
  };
  const form = useUserForm({
    initial: { username: '', password: '', captcha: '' },
    judge: ({ username, password, captcha: code }) => ({
      username: username.trim() === '' ? '请输入账号' : undefined,
      password: password === '' ? '请输入密码' : undefined,
      captcha: captcha && code.trim() === '' ? '请输入验证码' : undefined,
    }),
    send: async ({ username, password, captcha: code }) => {
      try {
        const read = captcha ? { captcha: code.trim(), checkKey: captcha.checkKey } : {};
        onAnswer(await bindAccount(ticket, { username: username.trim(), password, ...read }));
      } catch (error) {
        if (isExpired(error)) return onExpired(refusalText(error));
        // A code is used up by its try; after a clear answer the server says whether it wants one.
        if (needsCaptcha(error) || (captcha && !isOutcomeUnknown(error))) await renew();
        throw error;
      }
    },
  });
  const { draft, faults, change } = form;
  return (
    <>
      <h2>绑定账号</h2>
      <p className="wb-user-note">
        该第三方账号尚未绑定。请验证您在本平台的账号，之后即可直接登录。
      </p>
      <UserFormFrame form={form} button="绑定并登录">
        <UserInput
          id="username"
          label="账号"
          value={draft.username}
          onChange={(username) => change({ username })}
          fault={faults.username}
          input={{ autoComplete: 'username', maxLength: 100, autoFocus: true }}
        />
        <UserInput
          id="password"
          label="密码"
          isPassword
          value={draft.password}
          onChange={(password) => change({ password })}
          fault={faults.password}
          input={{ autoComplete: 'current-password', maxLength: 200 }}
        />
        {captcha && (
          <CaptchaField
            id="captcha"
            label="验证码"
            captcha={captcha}
            value={draft.captcha}
            fault={faults.captcha}
            onChange={(code) => change({ captcha: code })}
            onRenew={() => void renew()}
          />
        )}
      </UserFormFrame>
    </>
  );
}
