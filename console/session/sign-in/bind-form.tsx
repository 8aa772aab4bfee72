import type { ReactNode } from 'react';
import type { SignInAnswer } from '#modules/system/model/routes/session.ts';
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
  const form = useUserForm({
    initial: { username: '', password: '' },
    judge: ({ username, password }) => ({
      username: username.trim() === '' ? '请输入账号' : undefined,
      password: password === '' ? '请输入密码' : undefined,
    }),
    send: async ({ username, password }) => {
      try {
        onAnswer(await bindAccount(ticket, { username: username.trim(), password }));
      } catch (error) {
        if (isExpired(error)) return onExpired(refusalText(error));
        throw error;
      }
    },
  });
  const { draft, faults, change } = form;
  return (
    <>
      <h2>绑定账号</h2>
      <p className="wb-user-note">该第三方账号尚未绑定。请验证您在本平台的账号，之后即可直接登录。</p>
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
      </UserFormFrame>
    </>
  );
}
