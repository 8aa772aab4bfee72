import { Input } from 'antd';
import { useState, type ReactNode } from 'react';
import { acceptsNumberTyping } from '#kit/model/number-typing.ts';
import { grouped, plainNumber } from '../cells/number-text.ts';
import { inputProps, type EditProps } from '../cells/faces.ts';
import { useCaret } from './use-caret.ts';

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
 * A number shown with thousands separators, plain once it is typed in. What could never become a
 * number is not taken; what is none when it is left becomes empty.
 */
export function GroupedNumber({
  value = null,
  onChange,
  'aria-label': label,
  suffix,
  disabled = false,
  ...props
}: GroupedNumberProps): ReactNode {
  const [typed, setTyped] = useState<string | null>(null);
  const { input, setCaret } = useCaret();
  const shown = typed ?? grouped(value);
  return (
    <Input
      {...inputProps(props)}
      ref={input}
      value={shown}
      aria-label={label}
      suffix={suffix}
      disabled={disabled}
      inputMode="decimal"
      autoComplete="off"
      onBlur={() => setTyped(null)}
      onChange={({ target }) => {
        const at = target.selectionStart ?? target.value.length;
        const text = plainNumber(target.value);
        if (!acceptsNumberTyping(text))
          return setCaret(Math.max(0, at - target.value.length + shown.length));
        setTyped(text);
        setCaret(plainNumber(target.value.slice(0, at)).length);
        const number = text.replace(/\.$/, '');
        onChange?.(/\d/.test(number) ? number : null);
      }}
    />
  );
}
