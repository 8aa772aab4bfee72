import { Select } from 'antd';
import type { ReactNode } from 'react';
import type { QueryRow } from '#kit/model/advanced-query.ts';
import type { Field, Kind } from '#kit/model/field.ts';
import { cellOf } from '../cells/cells.ts';
import { useDictOptions } from '#ui/cells/choice-cells.tsx';
import { useRemoteOptions } from '../cells/link-cells.tsx';
import { TextEdit } from '#ui/cells/text-cells.tsx';

interface ConditionValueProps {
  id: string;
  field: Field;
  row: QueryRow;
  isWrong: boolean;
  /** Id of the text that says what is wrong. */
  faultId: string;
  onChange: (val: QueryRow['val']) => void;
}

type Editor = (props: ConditionValueProps) => ReactNode;

/** The value of a condition, in the editor of the field's kind; several values for `in`. */
export function ConditionValue(props: ConditionValueProps): ReactNode {
  const { field, row } = props;
  const Chosen = CHOSEN[field.kind];
  if (Chosen) return <Chosen {...props} />;
  if (row.rule === 'in') return <TypedValues {...props} />;
  return <OneValue {...props} />;
}

const CHOSEN: Partial<Record<Kind, Editor>> = {
  choice: ChoiceValue,
  choices: ChoiceValue,
  flag: FlagValue,
  files: FilesValue,
  pictures: FilesValue,
  link: LinkValue,
  tags: LinkValue,
};

const MEASURES: readonly Kind[] = ['length', 'weight'];

function OneValue({ id, field, row, isWrong, faultId, onChange }: ConditionValueProps): ReactNode {
  const Edit = field.kind === 'textarea' ? TextEdit : cellOf(field.kind).Edit;
  const text = String(row.val);
  // A measure is typed in the user's unit and kept as a whole number of mm or g.
  const value = MEASURES.includes(field.kind) && /^\d+$/.test(text) ? Number(text) : text;
  const { min: _min, rule: _rule, required: _required, ...plain } = field;
  return (
    <Edit
      field={plain}
      name={id}
      id={id}
      value={value === '' ? null : value}
      aria-invalid={isWrong}
      aria-describedby={isWrong ? faultId : undefined}
      onChange={(next) => onChange(next === null || next === undefined ? '' : String(next))}
    />
  );
}

const spoken = ({ id, isWrong, faultId }: ConditionValueProps) => ({
  id,
  'aria-invalid': isWrong,
  'aria-describedby': isWrong ? faultId : undefined,
  ...(isWrong ? { status: 'error' as const } : {}),
});

const listOf = (val: QueryRow['val']): string[] =>
  (typeof val === 'string' ? [val] : [...val]).filter((one) => one !== '');

/** Typed one by one, or pasted as a column of a spreadsheet. */
function TypedValues(props: ConditionValueProps): ReactNode {
  const { row, onChange } = props;
  return (
    <Select
      {...spoken(props)}
      mode="tags"
      open={false}
      suffixIcon={null}
      value={listOf(row.val)}
      tokenSeparators={[',', '，', ';', '；', '\n', '\t']}
      placeholder="多个值用逗号分隔，可粘贴一列"
      maxTagCount={20}
      allowClear
      onChange={(next: string[]) => onChange(next.map((one) => one.trim()))}
    />
  );
}

type Option = { value: string; label: string };

/** One entry of a list, or several for `in`. */
function Choice({ options, ...props }: ConditionValueProps & { options: readonly Option[] }): ReactNode {
  const { row, onChange } = props;
  const isSeveral = row.rule === 'in';
  return (
    <Select<string | string[] | null>
      {...spoken(props)}
      {...(isSeveral ? { mode: 'multiple' as const } : {})}
      value={isSeveral ? listOf(row.val) : (listOf(row.val)[0] ?? null)}
      options={[...options]}
      placeholder="请选择"
      allowClear
      showSearch={{ optionFilterProp: 'label' }}
      onChange={(next) => onChange(next ?? '')}
    />
  );
}

function ChoiceValue(props: ConditionValueProps): ReactNode {
  return <Choice {...props} options={useDictOptions(props.field.dict)} />;
}

const YES_NO = [
  { value: '1', label: '是' },
  { value: '0', label: '否' },
];

function FlagValue(props: ConditionValueProps): ReactNode {
  return <Choice {...props} options={YES_NO} />;
}

const SOME_NONE = [
  { value: '1', label: '有' },
  { value: '0', label: '无' },
];

function FilesValue(props: ConditionValueProps): ReactNode {
  return <Choice {...props} options={SOME_NONE} />;
}

type Linked = { value: string; label: ReactNode };

/** Rows of the linked resource, searched as one types; the names of chosen ones are fetched. */
function LinkValue(props: ConditionValueProps): ReactNode {
  const { field, row, onChange } = props;
  const ids = listOf(row.val);
  const remote = useRemoteOptions(field.to, ids, false, field.within);
  const chosen = ids.map((value) => ({ value, label: remote.labelOf(value) ?? '加载中…' }));
  const isSeveral = row.rule === 'in';
  return (
    <Select<Linked | Linked[] | null>
      {...spoken(props)}
      {...remote.props}
      {...(isSeveral ? { mode: 'multiple' as const } : {})}
      labelInValue
      value={isSeveral ? chosen : (chosen[0] ?? null)}
      placeholder="输入后查找"
      allowClear
      onChange={(next) => onChange(Array.isArray(next) ? next.map((one) => one.value) : (next?.value ?? ''))}
    />
  );
}
