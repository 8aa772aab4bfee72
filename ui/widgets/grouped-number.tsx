import { Input } from 'antd';
import { useState, type ReactNode } from 'react';
import { decimalText, halfWidth } from '#kit/model/decimal-text.ts';
import { grouped } from '../cells/number-text.ts';
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
 * A number shown with thousands separators, plain once it is typed in: its own separators are in
 * nobody's way. What is no number is none; it stays in sight and is marked.
 */
export function GroupedNumber({
  value = null,
  onChange,
  'aria-label': label,
  suffix,
  disabled = false,
  ...props
}: GroupedNumberProps): ReactNode {
  const [typed, setTyped] = useState<{ text: string; isNumber: boolean } | null>(null);
  const { input, setCaret } = useCaret();
  const isWrong = typed !== null && !typed.isNumber && value === null;
  return (
    <Input
      {...inputProps(props)}
      {...(isWrong ? { status: 'error', title: '必须是数字', 'aria-invalid': true } : {})}
      ref={input}
      value={typed?.text ?? grouped(value)}
      aria-label={label}
      suffix={suffix}
      disabled={disabled}
      inputMode="decimal"
      autoComplete="off"
      onBlur={() => {
        if (!isWrong) setTyped(null);
      }}
      onChange={({ target, nativeEvent }) => {
        const text = withoutSeparators(target.value);
        const number = decimalText(text);
        const isNumber = 'decimal' in number;
        const isComposing = nativeEvent instanceof InputEvent && nativeEvent.isComposing;
        const isPlain = isNumber && !isComposing;
        setTyped({ text: isPlain ? text : target.value, isNumber: isNumber || text === '' });
        if (isPlain) {
          const at = target.selectionStart ?? target.value.length;
          setCaret(withoutSeparators(target.value.slice(0, at)).length);
        }
        onChange?.(isNumber ? number.decimal : null);
      }}
    />
  );
}

const withoutSeparators = (text: string): string => halfWidth(text).replaceAll(/[,\s]/g, '');
