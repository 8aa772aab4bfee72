import { Input } from 'antd';
import { useState, type ReactNode } from 'react';
import { inputProps, type EditProps } from '../cells/faces.ts';
import { editedTags, tagValue } from './tag-text.ts';
import { useCaret } from './use-caret.ts';

export interface TagsInputProps extends Pick<EditProps, 'id' | 'aria-required' | 'aria-invalid' | 'aria-describedby'> {
  /** `ab;cd;e` */
  value?: string | null;
  onChange?: (value: string) => void;
  'aria-label'?: string;
  disabled?: boolean;
}

/** Tags of two characters each; the semicolons between them come by themselves. */
export function TagsInput({
  value,
  onChange,
  'aria-label': label,
  disabled = false,
  ...props
}: TagsInputProps): ReactNode {
  const { input, setCaret } = useCaret();
  const [typed, setTyped] = useState<string | null>(null);
  const held = tagValue(value ?? '');
  const text = typed !== null && tagValue(typed) === held ? typed : held;
  /** As it stands while an input method has the say: Chinese is spelled out in letters first. */
  const [composed, setComposed] = useState<string | null>(null);
  const accept = (next: string, at: number): void => {
    const edited = editedTags(text, next, at);
    setComposed(null);
    setTyped(edited.text);
    setCaret(edited.caret);
    onChange?.(tagValue(edited.text));
  };
  return (
    <Input
      {...inputProps(props)}
      ref={input}
      value={composed ?? text}
      aria-label={label}
      disabled={disabled}
      autoComplete="off"
      onChange={({ target, nativeEvent }) => {
        if ((nativeEvent as InputEvent).isComposing) setComposed(target.value);
        else accept(target.value, target.selectionStart ?? target.value.length);
      }}
      onCompositionEnd={({ currentTarget }) =>
        accept(currentTarget.value, currentTarget.selectionStart ?? currentTarget.value.length)
      }
      onBlur={() => setTyped(null)}
    />
  );
}
