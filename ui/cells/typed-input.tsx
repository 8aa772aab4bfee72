import { Input } from 'antd';
import { useState, type ComponentProps, type ReactNode } from 'react';
import { inputProps, isBlank, type EditProps } from './faces.ts';
import { Unread } from './unread.ts';

interface TypedInputProps extends Omit<EditProps, 'field' | 'name'> {
  /** A typed text as a value, or as an `Unread` where it is none. */
  read: (text: string) => unknown;
  /** A stored value as it is typed. */
  print?: (value: unknown) => string;
  /** Of the input itself. */
  input?: ComponentProps<typeof Input>;
}

/**
 * An input whose text is read as a value at every key. What was typed stands as typed until it is
 * left, then the value is shown in its own way; what cannot be read stays.
 */
export function TypedInput({
  value,
  onChange,
  onBlur,
  disabled,
  read,
  print = String,
  input,
  ...props
}: TypedInputProps): ReactNode {
  const [typed, setTyped] = useState<{ for: unknown; text: string } | null>(null);
  const isOwn = typed !== null && Object.is(typed.for, value ?? null);
  return (
    <Input
      {...inputProps(props)}
      autoComplete="off"
      {...input}
      value={isOwn ? typed.text : textOf(value, print)}
      disabled={disabled ?? false}
      onChange={({ target }) => {
        const next = read(target.value);
        setTyped({ for: next ?? null, text: target.value });
        onChange?.(next);
      }}
      onBlur={(event) => {
        setTyped(null);
        input?.onBlur?.(event);
        onBlur?.();
      }}
    />
  );
}

function textOf(value: unknown, print: (value: unknown) => string): string {
  if (value instanceof Unread) return value.text;
  return isBlank(value) ? '' : print(value);
}
