import { Checkbox, Input, Radio, Select, TimePicker } from 'antd';
import dayjs from 'dayjs';
import type { ReactNode } from 'react';
import type { Field } from '#kit/model/field.ts';
import {
  cellOf,
  FileUpload,
  ImageUpload,
  InputPop,
  RemoteSearchSelect,
  useDictOptions,
  wireTimeAt,
} from '#kit/web/index.ts';
import { DepartSelect, UserByDepartSelect } from '#modules/system/web/index.tsx';
import { lengthOf, shapeOf, type FieldDef } from '../../model/forms/field-def.ts';

export interface DefInputProps {
  def: FieldDef;
  value: unknown;
  onChange: (value: unknown) => void;
  id: string;
  disabled?: boolean | undefined;
  isWrong?: boolean | undefined;
  /** Id of what is said about it. */
  about?: string | undefined;
}

/** The input of a field by its type: the same one in the designer's preview and wherever a form is filled in. */
export function DefInput(props: DefInputProps): ReactNode {
  switch (shapeOf(props.def)) {
    case 'text':
      return <TextInput {...props} />;
    case 'number':
      return <NumberInput {...props} />;
    case 'flag':
      return <FlagInput {...props} />;
    case 'one':
    case 'many':
      return <ListInput {...props} />;
    case 'date':
    case 'datetime':
      return <DayInput {...props} />;
    case 'time':
      return <ClockInput {...props} />;
    case 'files':
      return <FilesInput {...props} />;
    case 'user':
    case 'depart':
      return <PeopleInput {...props} />;
    case 'none':
      return null;
  }
}

const textIn = (value: unknown): string => (typeof value === 'string' ? value : '');

/** What an input says of itself to whoever cannot see it. */
const spoken = ({ id, isWrong, about, def }: DefInputProps) => ({
  id,
  'aria-required': def.required === true,
  'aria-invalid': isWrong === true,
  ...(about ? { 'aria-describedby': about } : {}),
});

function TextInput(props: DefInputProps): ReactNode {
  const { def, value, onChange, disabled = false } = props;
  const maxLength = lengthOf(def);
  if (def.type === 'input_pop')
    return (
      <InputPop
        id={props.id}
        label={def.label}
        value={textIn(value)}
        disabled={disabled}
        maxLength={maxLength}
        onChange={onChange}
      />
    );
  const common = { ...spoken(props), disabled, maxLength, value: textIn(value) };
  return def.type === 'textarea' ? (
    <Input.TextArea
      {...common}
      autoSize={{ minRows: 2, maxRows: 8 }}
      onChange={({ target }) => onChange(target.value)}
    />
  ) : (
    <Input {...common} suffix={def.unit} onChange={({ target }) => onChange(target.value)} />
  );
}

const NumberInput = (props: DefInputProps): ReactNode => (
  <Input
    {...spoken(props)}
    inputMode="decimal"
    disabled={props.disabled ?? false}
    suffix={props.def.unit}
    value={typeof props.value === 'number' ? String(props.value) : textIn(props.value)}
    onChange={({ target }) => props.onChange(target.value)}
  />
);

function FlagInput(props: DefInputProps): ReactNode {
  const { def, value, onChange, disabled = false, id } = props;
  if (def.type === 'checkbox_meta')
    return (
      <Checkbox
        id={id}
        checked={value === true}
        disabled={disabled}
        onChange={({ target }) => onChange(target.checked)}
      >
        {def.label}
      </Checkbox>
    );
  const { Edit } = cellOf('flag');
  return <Edit {...faceProps(props, { kind: 'flag', title: def.label })} value={value} onChange={onChange} />;
}

/** What is offered: the form's own options, or those of a dictionary as the tenant has it. */
export function useOptions(def: FieldDef): { value: string; label: string }[] {
  const ofDict = useDictOptions(
    def.dictCode === undefined ? undefined : { kind: 'dict', code: def.dictCode, items: {}, isOpen: true },
  );
  return def.dictCode === undefined ? (def.options ?? []).map(({ value, text }) => ({ value, label: text })) : ofDict;
}

function ListInput(props: DefInputProps): ReactNode {
  const { def, value, onChange, disabled = false } = props;
  const options = useOptions(def);
  const isMany = shapeOf(def) === 'many';
  if (def.type === 'sel_search_async' && def.dictCode !== undefined)
    return (
      <RemoteSearchSelect
        {...spoken(props)}
        dict={def.dictCode}
        multiple={isMany}
        disabled={disabled}
        value={Array.isArray(value) ? value.join(',') : textIn(value)}
        onChange={(next) => onChange(isMany ? (next ?? '').split(',').filter(Boolean) : next)}
      />
    );
  if (def.type === 'radio')
    return (
      <Radio.Group
        {...spoken(props)}
        aria-label={def.label}
        optionType="button"
        disabled={disabled}
        options={options}
        value={textIn(value) || null}
        onChange={({ target }) => onChange(target.value)}
      />
    );
  return (
    <Select
      {...spoken(props)}
      className="ba-form-select"
      {...(isMany ? { mode: 'multiple' as const } : {})}
      allowClear
      placeholder="请选择"
      disabled={disabled}
      options={options}
      showSearch={{ optionFilterProp: 'label' }}
      value={isMany ? (Array.isArray(value) ? (value as string[]) : []) : textIn(value) || null}
      onChange={(next: unknown) => onChange(next ?? null)}
    />
  );
}

const faceProps = (props: DefInputProps, field: Field) => ({
  ...spoken(props),
  field,
  name: props.def.key,
  disabled: props.disabled,
});

/** Moments are stored in UTC and typed in the zone of the tenant. */
function DayInput(props: DefInputProps): ReactNode {
  const { def, value, onChange } = props;
  const kind = def.type === 'datetime' ? 'datetime' : 'date';
  const { Edit } = cellOf(kind);
  const typed = kind === 'datetime' && typeof value === 'string' && value.includes('T') ? localTime(value) : value;
  return <Edit {...faceProps(props, { kind, title: def.label })} value={typed} onChange={onChange} />;
}

/** An instant as the tenant's clocks show it. */
export const localTime = (instant: string): string => {
  const moment = Date.parse(instant);
  return Number.isNaN(moment) ? instant : wireTimeAt(moment);
};

function ClockInput(props: DefInputProps): ReactNode {
  const text = textIn(props.value);
  return (
    <TimePicker
      {...spoken(props)}
      className="ba-form-select"
      disabled={props.disabled ?? false}
      value={text === '' ? null : dayjs(`2000-01-01T${text}`)}
      onChange={(next) => props.onChange(next ? next.format('HH:mm:ss') : null)}
    />
  );
}

const listed = (value: unknown): string => (Array.isArray(value) ? value.join(',') : textIn(value));

function FilesInput({ def, value, onChange, disabled = false }: DefInputProps): ReactNode {
  const number = def.max === undefined ? 10 : Number(def.max);
  const take = (next: unknown): void => onChange(textIn(next).split(',').filter(Boolean));
  return def.type === 'image' ? (
    <ImageUpload
      isMultiple
      number={number}
      label={def.label}
      value={listed(value)}
      disabled={disabled}
      onChange={take}
    />
  ) : (
    <FileUpload number={number} label={def.label} value={listed(value)} disabled={disabled} onChange={take} />
  );
}

function PeopleInput(props: DefInputProps): ReactNode {
  const { def, value, onChange, disabled = false } = props;
  const common = { ...spoken(props), disabled, value: textIn(value), onChange };
  return def.type === 'sel_user' ? (
    <UserByDepartSelect {...common} multiple={false} />
  ) : (
    <DepartSelect {...common} multiple={false} />
  );
}
