import { useState, type ReactNode } from 'react';
import { decimalText } from '#kit/model/decimal-text.ts';
import { grouped } from '../cells/number-text.ts';
import type { EditProps } from '../cells/faces.ts';
import { TypedInput } from '../cells/typed-input.tsx';
import { Unread } from '../cells/unread.ts';

export interface GroupedNumberProps extends Pick<
  EditProps,
  'id' | 'aria-required' | 'aria-invalid' | 'aria-describedby'
> {
  /** Plain decimal text: no float touches an amount. */
  value?: string | null;
  onChange?: (value: string | null) => void;
  'aria-label'?: string;
  suffix?: string;
  disabled?: boolean;
}

/**
 * A number shown with thousands separators, plain once somebody is at it. It reads what a pasted
 * cell reads; what is no number is none, stays in sight and is marked.
 */
export function GroupedNumber({
  value = null,
  onChange,
  'aria-label': label,
  suffix,
  ...props
}: GroupedNumberProps): ReactNode {
  const [unread, setUnread] = useState<Unread | null>(null);
  const [isAtIt, setAtIt] = useState(false);
  const wrong = value === null ? unread : null;
  return (
    <TypedInput
      {...props}
      {...(wrong ? { 'aria-invalid': true } : {})}
      value={wrong ?? value}
      print={isAtIt ? String : grouped}
      read={read}
      onChange={(next) => {
        setUnread(next instanceof Unread ? next : null);
        onChange?.(typeof next === 'string' ? next : null);
      }}
      input={{
        'aria-label': label,
        suffix,
        inputMode: 'decimal',
        ...(wrong ? { status: 'error', title: wrong.message } : {}),
        onFocus: () => setAtIt(true),
        onBlur: () => setAtIt(false),
      }}
    />
  );
}

function read(text: string): string | Unread | null {
  if (text.trim() === '') return null;
  const number = decimalText(text);
  return 'decimal' in number ? number.decimal : new Unread(text, '必须是数字');
}
