import { Input } from 'antd';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { inputProps, type EditProps } from '../cells/faces.ts';
import { fromSearch, toSearch, type SearchMode } from './search-mode.ts';

export interface SearchTextProps extends Pick<EditProps, 'id' | 'aria-required' | 'aria-invalid' | 'aria-describedby'> {
  /** Default `like`. */
  mode?: SearchMode;
  /** Value of the list query language. */
  value?: string | undefined;
  onChange?: (value: string) => void;
  /** Enter, with the value. */
  onSearch?: (value: string) => void;
  'aria-label'?: string;
  placeholder?: string;
  disabled?: boolean;
}

/** Text to search for: people type plain words, the form gets `*x*`, `!x`, `>=x`, `<=x` or `x`. */
export function SearchText({
  mode = 'like',
  value = '',
  onChange,
  onSearch,
  'aria-label': label,
  placeholder,
  disabled = false,
  ...props
}: SearchTextProps): ReactNode {
  const [typed, setTyped] = useState({ for: value, text: fromSearch(mode, value) });
  const text = typed.for === value ? typed.text : fromSearch(mode, value);
  const last = useRef(mode);
  // A form that compares otherwise from now on asks for the same words.
  useEffect(() => {
    if (last.current === mode) return;
    const words = fromSearch(last.current, value);
    last.current = mode;
    setTyped({ for: toSearch(mode, words), text: words });
    onChange?.(toSearch(mode, words));
  }, [mode, value, onChange]);
  return (
    <Input
      {...inputProps(props)}
      value={text}
      aria-label={label}
      placeholder={placeholder}
      disabled={disabled}
      allowClear
      autoComplete="off"
      onChange={(event) => {
        const next = toSearch(mode, event.target.value);
        setTyped({ for: next, text: event.target.value });
        onChange?.(next);
      }}
      onPressEnter={() => onSearch?.(toSearch(mode, text))}
    />
  );
}
