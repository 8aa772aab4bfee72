import type { ReactNode } from 'react';
import { StrengthHint } from './strength-hint.tsx';
import { UserInput, type Faults, type UserForm } from './user-form.tsx';

/** Fields of a form in which somebody chooses a password. */
interface PasswordDraft {
  password: string;
  confirmpassword: string;
}

export const passwordFaults = (
  { password, confirmpassword }: PasswordDraft,
  label = '密码',
): Faults<PasswordDraft> => ({
  password: password === '' ? `请输入${label}!` : undefined,
  confirmpassword:
    confirmpassword === '' ? `请确认${label}!` : confirmpassword === password ? undefined : '两次输入的密码不一样！',
});

/** A new password, typed twice, with a hint at its strength. */
export function PasswordPair<D extends PasswordDraft>({
  form,
  label = '密码',
  isFirst = false,
}: {
  form: UserForm<D>;
  label?: string;
  /** Nothing stands before it: the cursor waits here. */
  isFirst?: boolean;
}): ReactNode {
  const { draft, faults, change } = form;
  return (
    <>
      <UserInput
        id="password"
        label={label}
        isPassword
        value={draft.password}
        onChange={(password) => change({ password } as Partial<D>)}
        fault={faults.password}
        hint={<StrengthHint password={draft.password} />}
        input={{ autoComplete: 'new-password', maxLength: 256, autoFocus: isFirst }}
      />
      <UserInput
        id="confirmpassword"
        label={`确认${label}`}
        isPassword
        value={draft.confirmpassword}
        onChange={(confirmpassword) => change({ confirmpassword } as Partial<D>)}
        fault={faults.confirmpassword}
        input={{ autoComplete: 'new-password', maxLength: 256 }}
      />
    </>
  );
}
