import type { ReactNode } from 'react';
import { passwordStrength, STRENGTH_TEXT } from './password-strength.ts';
import './strength-hint.css';

/** A hint while a password is typed; whether it is good enough the server says. */
export function StrengthHint({ password }: { password: string }): ReactNode {
  const strength = passwordStrength(password);
  return (
    <span className="wb-strength" data-strength={password === '' ? 'none' : strength}>
      <span className="wb-strength-bars" aria-hidden="true">
        <i />
        <i />
        <i />
      </span>
      <span aria-live="polite">
        {password === '' ? '至少8位，不能是常见密码或包含账号' : `密码强度：${STRENGTH_TEXT[strength]}`}
      </span>
    </span>
  );
}
