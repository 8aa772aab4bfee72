import { Select, Switch } from 'antd';
import type { ReactNode } from 'react';
import { itemsOf, type Dict, type DictItem } from '#kit/model/dict.ts';
import { MOST_TAGS_SHOWN } from '#kit/model/limits.ts';
import { useHost } from '../host.ts';
import { DASH } from './text-cells.tsx';
import { inputProps, isBlank, type EditProps, type SearchProps, type ShowProps } from './faces.ts';
import { notAmong, useTypedChoice } from './typed-choice.tsx';
import { ToneTag } from './tone-tag.tsx';
import { Unread } from './unread.ts';

/** What a dictionary offers in this tenant: its order and texts, without what it has switched off. */
export function useDictOptions(dict: Dict | undefined): { value: string; label: string }[] {
  const own = useOffered(dict);
  if (!dict) return [];
  if (!own) return itemsOf(dict).map(([value, label]) => ({ value, label }));
  return own
    .filter(({ value }) => dict.isOpen || Object.hasOwn(dict.items, String(value)))
    .map(({ value, text }) => ({ value: String(value), label: text }));
}

const useOffered = (dict: Dict | undefined): readonly DictItem[] | undefined =>
  useHost(({ dictTexts }) => (dict ? dictTexts[dict.code] : undefined));

export function ChoiceShow({ field, name, value, row }: ShowProps): ReactNode {
  const offered = useOffered(field.dict);
  if (isBlank(value)) return DASH;
  const own = offered?.find((item) => String(item.value) === String(value));
  const text = row[`${name}_dictText`] ?? own?.text ?? field.dict?.items[String(value)] ?? value;
  return <ToneTag tone={own?.color}>{String(text)}</ToneTag>;
}

/** What is chosen already stays worded where it is not offered any more. */
const withChosen = (
  options: readonly { value: string; label: string }[],
  dict: Dict | undefined,
  codes: readonly string[],
): { value: string; label: string; disabled?: boolean }[] => [
  ...options,
  ...codes.flatMap((value) => {
    const isKnown = options.some((one) => one.value === value);
    const label = dict && Object.hasOwn(dict.items, value) ? dict.items[value] : undefined;
    return isKnown || label === undefined ? [] : [{ value, label, disabled: true }];
  }),
];

export function ChoicesShow({ field, value }: ShowProps): ReactNode {
  const offered = useOffered(field.dict);
  const codes = Array.isArray(value) ? (value as string[]) : [];
  if (codes.length === 0) return DASH;
  return (
    <span className="wb-chips">
      {codes.map((code) => (
        <span key={code} className="wb-chip">
          {offered?.find((item) => String(item.value) === code)?.text ?? field.dict?.items[code] ?? code}
        </span>
      ))}
    </span>
  );
}

export function ChoiceEdit({
  field,
  value,
  onChange,
  onBlur,
  onText,
  disabled,
  opensAtOnce,
  ...props
}: EditProps): ReactNode {
  const options = useDictOptions(field.dict);
  const typed = useTypedChoice(
    options,
    (entry) => onChange?.(entry.value),
    onText ?? ((text) => onChange?.(notAmong(field, text))),
  );
  return typed.around(
    <Select
      {...inputProps(props)}
      value={value instanceof Unread ? value.text : ((value as string | null) ?? null)}
      options={withChosen(options, field.dict, codesOf(value))}
      disabled={disabled ?? false}
      defaultOpen={opensAtOnce ?? false}
      allowClear={!field.required}
      showSearch={{ optionFilterProp: 'label' }}
      onChange={(next: string | null | undefined) => {
        typed.forget();
        onChange?.(next ?? null);
      }}
      onBlur={() => {
        typed.leave();
        onBlur?.();
      }}
    />,
  );
}

export function ChoicesEdit({
  field,
  value,
  onChange,
  onBlur,
  onText,
  disabled,
  opensAtOnce,
  ...props
}: EditProps): ReactNode {
  const options = useDictOptions(field.dict);
  const codes = codesOf(value);
  const words = codes.map((code) => options.find((one) => one.value === code)?.label ?? code);
  const typed = useTypedChoice(
    options,
    (entry) => onChange?.([...new Set([...codes, entry.value])]),
    (text) => {
      const all = [...words, text].join(',');
      if (onText) onText(all);
      else onChange?.(notAmong(field, all));
    },
  );
  return typed.around(
    <Select
      {...inputProps(props)}
      mode="multiple"
      value={codes}
      options={withChosen(options, field.dict, codes)}
      disabled={disabled ?? false}
      defaultOpen={opensAtOnce ?? false}
      showSearch={{ optionFilterProp: 'label' }}
      onChange={(next: string[]) => {
        typed.forget();
        onChange?.(next);
      }}
      onBlur={() => {
        typed.leave();
        onBlur?.();
      }}
    />,
  );
}

/** Chosen codes; a text that could not be read stands for itself. */
function codesOf(value: unknown): string[] {
  if (Array.isArray(value)) return value as string[];
  const text = value instanceof Unread ? value.text : value;
  return typeof text === 'string' && text !== '' ? [text] : [];
}

/** One or several codes: several mean "one of". */
export function ChoiceSearch({ field, name, id, query, set, placeholder = '全部' }: SearchProps): ReactNode {
  const value = query[name];
  return (
    <Select
      id={id}
      mode="multiple"
      value={value ? value.split(',') : []}
      options={useDictOptions(field.dict)}
      placeholder={placeholder}
      allowClear
      maxTagCount={MOST_TAGS_SHOWN}
      showSearch={{ optionFilterProp: 'label' }}
      onChange={(next: string[]) => set({ [name]: next.join(',') || undefined }, true)}
    />
  );
}

export function FlagShow({ value }: ShowProps): ReactNode {
  if (isBlank(value)) return DASH;
  return <span className={value === true ? 'wb-yes' : 'wb-no'}>{value === true ? '是' : '否'}</span>;
}

export function FlagEdit({ field, value, onChange, disabled, ...props }: EditProps): ReactNode {
  return (
    <Switch
      {...inputProps(props)}
      checked={value === true}
      disabled={disabled ?? false}
      checkedChildren="是"
      unCheckedChildren="否"
      aria-label={field.title}
      onChange={(next) => onChange?.(next)}
    />
  );
}

const YES_NO = [
  { value: '1', label: '是' },
  { value: '0', label: '否' },
];

export function FlagSearch({ name, id, query, set, placeholder = '全部' }: SearchProps): ReactNode {
  return (
    <Select
      id={id}
      value={query[name] ?? null}
      options={YES_NO}
      placeholder={placeholder}
      allowClear
      onChange={(next: string | null | undefined) => set({ [name]: next ?? undefined }, true)}
    />
  );
}
