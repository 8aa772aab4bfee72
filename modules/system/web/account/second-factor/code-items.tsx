import { Form, Input } from 'antd';
import type { ReactNode } from 'react';
import { onlyDigits } from '#kit/model/only-digits.ts';

const DIGITS = 6;

/** Six digits, pasted with blanks or without. */
export function CodeItem({ autoFocus = false }: { autoFocus?: boolean }): ReactNode {
  return (
    <Form.Item
      name="code"
      label="身份验证器中的 6 位验证码"
      normalize={(typed: string) => onlyDigits(typed, DIGITS)}
      validateTrigger="onSubmit"
      rules={[
        { required: true, message: '请输入验证码' },
        { len: DIGITS, message: '验证码为6位数字' },
      ]}
    >
      <Input inputMode="numeric" autoComplete="one-time-code" autoFocus={autoFocus} />
    </Form.Item>
  );
}

export function RecoveryItem(): ReactNode {
  return (
    <Form.Item name="recoveryCode" label="恢复码" rules={[{ required: true, message: '请输入恢复码' }]}>
      <Input autoComplete="off" autoCapitalize="none" spellCheck={false} maxLength={40} autoFocus />
    </Form.Item>
  );
}
