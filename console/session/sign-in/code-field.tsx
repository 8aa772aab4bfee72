import { Button } from 'antd';
import type { ReactNode } from 'react';
import { addressFault, type AddressKind, type CodeRequest } from './message-code.ts';
import { UserInput, type UserForm } from './user-form.tsx';

/** 验证码 with 获取验证码 beside it. */
export function CodeField<D extends Record<string, string>>({
  form,
  name,
  to,
  kind,
  request,
}: {
  form: UserForm<D>;
  /** Field of the code. */
  name: keyof D & string;
  /** Field of the address it is sent to. */
  to: keyof D & string;
  kind: AddressKind;
  request: CodeRequest;
}): ReactNode {
  const { left, isBusy, said } = request;
  const address = form.draft[to] ?? '';
  const ask = async (): Promise<void> => {
    if (!form.require(to, addressFault(kind, address))) return;
    // The button rests now: the cursor goes to where the code is typed.
    if (await request.request(kind, address)) document.getElementById(name)?.focus();
  };
  return (
    <>
      <UserInput
        id={name}
        label="验证码"
        value={form.draft[name] ?? ''}
        onChange={(code) => form.change({ [name]: code } as Partial<D>)}
        fault={form.faults[name]}
        input={{ inputMode: 'numeric', autoComplete: 'one-time-code', maxLength: 6 }}
        beside={
          <Button size="large" disabled={left > 0} loading={isBusy} onClick={() => void ask()}>
            {left > 0 ? `${left} 秒后重新获取` : '获取验证码'}
          </Button>
        }
      />
      {said && (
        <p
          role={said.isRefused ? 'alert' : 'status'}
          className={said.isRefused ? 'wb-user-note wb-user-refusal' : 'wb-user-note wb-user-done'}
        >
          {said.text}
        </p>
      )}
    </>
  );
}
