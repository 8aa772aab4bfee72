import { Input } from 'antd';
import { useState, type ReactNode } from 'react';
import { PersonName } from '../person-name.tsx';
import { BrokenJson } from './broken-json.ts';
import { fromSearchValue, pasteAsList, toSearchValue } from './search-text.ts';
import { inputProps, isBlank, type EditProps, type SearchProps, type ShowProps } from './faces.ts';

/** What stands for "nothing there" in lists and details. */
export const DASH = <span className="wb-none">—</span>;

export function TextShow({ field, value }: ShowProps): ReactNode {
  if (isBlank(value)) return DASH;
  return field.isPerson ? <PersonName username={String(value)} /> : <>{String(value)}</>;
}

export function LongTextShow({ value }: ShowProps): ReactNode {
  return isBlank(value) ? DASH : <span className="wb-long-text">{String(value)}</span>;
}

export function TextEdit({ value, onChange, disabled, ...props }: EditProps): ReactNode {
  return (
    <Input
      {...inputProps(props)}
      value={(value as string | null) ?? ''}
      disabled={disabled ?? false}
      onChange={(event) => onChange?.(event.target.value)}
    />
  );
}

export function LongTextEdit({ value, onChange, disabled, ...props }: EditProps): ReactNode {
  return (
    <Input.TextArea
      {...inputProps(props)}
      value={(value as string | null) ?? ''}
      disabled={disabled ?? false}
      autoSize={{ minRows: 2, maxRows: 8 }}
      onChange={(event) => onChange?.(event.target.value)}
    />
  );
}

/** Contains by default, one of several by comma or paste, and the query language for who knows it. */
export function TextSearch({ name, id, query, set, placeholder }: SearchProps): ReactNode {
  const value = query[name];
  const [typed, setTyped] = useState({ for: value, text: fromSearchValue(value) });
  const text = typed.for === value ? typed.text : fromSearchValue(value);
  const change = (next: string, now: boolean): void => {
    const wire = toSearchValue(next);
    setTyped({ for: wire, text: next });
    set({ [name]: wire }, now);
  };
  return (
    <Input
      id={id}
      value={text}
      allowClear
      placeholder={placeholder}
      title="多个值用逗号分隔，可直接粘贴表格中的一列"
      onChange={(event) => change(event.target.value, event.type === 'click')}
      onPaste={(event) => {
        const list = pasteAsList(event.clipboardData.getData('text'));
        if (!list) return;
        event.preventDefault();
        change(text === '' ? list : `${text},${list}`, false);
      }}
    />
  );
}

/** One word over several fields, as the server searches it: neither a list nor the query language. */
export function KeywordSearch({ field, name, id, query, set }: SearchProps): ReactNode {
  return (
    <Input
      id={id}
      value={query[name] ?? ''}
      allowClear
      placeholder={field.hint}
      maxLength={100}
      onChange={(event) => set({ [name]: event.target.value || undefined }, event.type === 'click')}
    />
  );
}

/** Stored encrypted and never read back: shows whether it is set, takes a new value. */
export function SecretShow({ value }: ShowProps): ReactNode {
  return isBlank(value) ? DASH : <>已设置</>;
}

export function SecretEdit({ value, onChange, disabled, ...props }: EditProps): ReactNode {
  const isSet = value === '***';
  return (
    <Input.Password
      {...inputProps(props)}
      value={isSet ? '' : ((value as string | null) ?? '')}
      disabled={disabled ?? false}
      autoComplete="new-password"
      placeholder={isSet ? '已设置，留空则不修改' : ''}
      onChange={(event) => onChange?.(event.target.value)}
    />
  );
}

export function JsonShow({ value }: ShowProps): ReactNode {
  if (isBlank(value)) return DASH;
  return <pre className="wb-json">{JSON.stringify(value, null, 2)}</pre>;
}

/** Plain text of a JSON value. What is no JSON stays a text and is refused by the form's rules. */
export function JsonEdit({ value, onChange, disabled, ...props }: EditProps): ReactNode {
  const [typed, setTyped] = useState<{ for: unknown; text: string } | null>(null);
  const shown = typed && typed.for === value ? typed.text : printJson(value);
  return (
    <Input.TextArea
      {...inputProps(props)}
      value={shown}
      disabled={disabled ?? false}
      className="wb-json-edit"
      spellCheck={false}
      autoSize={{ minRows: 3, maxRows: 12 }}
      onChange={(event) => {
        const next = readJson(event.target.value);
        setTyped({ for: next, text: event.target.value });
        onChange?.(next);
      }}
    />
  );
}

function readJson(text: string): unknown {
  if (text.trim() === '') return null;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return new BrokenJson(text);
  }
}

const printJson = (value: unknown): string => {
  if (value instanceof BrokenJson) return value.text;
  return isBlank(value) ? '' : JSON.stringify(value, null, 2);
};
