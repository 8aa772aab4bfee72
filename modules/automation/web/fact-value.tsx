import { Input, Select } from 'antd';
import type { ReactNode } from 'react';
import { GroupedNumber, useDictOptions, useRemoteOptions } from '#kit/web/index.ts';
import type { Dict } from '#kit/model/dict.ts';
import type { Leaf } from '../model/conditions.ts';
import { FACTS } from '../model/facts.ts';

interface ValueProps {
  leaf: Leaf;
  label: string;
  isReadOnly: boolean;
  onChange: (value: Leaf['value']) => void;
}

const YES_NO = [
  { value: 'yes', label: '是' },
  { value: 'no', label: '否' },
];

const listOf = (value: Leaf['value']): string[] =>
  [value].flat().filter((one): one is string => typeof one === 'string' && one !== '');

/** What a fact is compared with, by the input that fits it. */
export function FactValueInput({ leaf, label, isReadOnly, onChange }: ValueProps): ReactNode {
  const fact = FACTS[leaf.fact];
  const isSeveral = leaf.op === 'in' || leaf.op === 'not_in';
  const common = { 'aria-label': label, disabled: isReadOnly, className: 'au-value' } as const;
  if (leaf.op === 'empty' || fact.kind === 'flag')
    return (
      <Select<string>
        {...common}
        value={leaf.value === true ? 'yes' : 'no'}
        options={YES_NO}
        onChange={(next) => onChange(next === 'yes')}
      />
    );
  if (fact.to)
    return (
      <RowsSelect
        to={fact.to}
        within={fact.rowFilter}
        label={label}
        isReadOnly={isReadOnly}
        isSeveral={isSeveral}
        ids={listOf(leaf.value)}
        onChange={(ids) => onChange(isSeveral ? ids : (ids[0] ?? ''))}
      />
    );
  if (fact.dict)
    return (
      <DictSelect
        dict={fact.dict}
        label={label}
        isReadOnly={isReadOnly}
        isSeveral={isSeveral}
        codes={listOf(leaf.value)}
        onChange={(codes) => onChange(isSeveral ? codes : (codes[0] ?? ''))}
      />
    );
  if (fact.kind === 'number')
    return (
      <span className="au-value">
        <GroupedNumber
          aria-label={label}
          disabled={isReadOnly}
          value={typeof leaf.value === 'string' && leaf.value !== '' ? leaf.value : null}
          {...(fact.unit ? { suffix: fact.unit } : {})}
          onChange={(next) => onChange(next ?? '')}
        />
      </span>
    );
  if (isSeveral)
    return (
      <Select<string[]>
        {...common}
        mode="tags"
        open={false}
        suffixIcon={null}
        value={listOf(leaf.value)}
        tokenSeparators={[',', '，', ';', '；', '\n', '\t', ' ']}
        placeholder="多个值用逗号分隔，可粘贴一列"
        maxTagCount={12}
        onChange={(next) => onChange(next.map((one) => one.trim()).filter(Boolean))}
      />
    );
  return (
    <Input
      {...common}
      value={typeof leaf.value === 'string' ? leaf.value : ''}
      maxLength={200}
      placeholder={fact.isPrefix ? '如 900, 91' : '请输入'}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}

interface RowsProps {
  to: string;
  within?: Readonly<Record<string, string>> | undefined;
  label: string;
  isReadOnly: boolean;
  isSeveral?: boolean;
  ids: readonly string[];
  placeholder?: string;
  onChange: (ids: string[]) => void;
}

interface Linked {
  value: string;
  label: ReactNode;
}

/** Rows of a register, searched as one types. */
export function RowsSelect(props: RowsProps): ReactNode {
  const { to, within, label, isReadOnly, isSeveral = false, ids, placeholder, onChange } = props;
  const remote = useRemoteOptions(to, ids, false, within);
  const chosen = ids.map((value) => ({ value, label: remote.labelOf(value) ?? '加载中…' }));
  return (
    <Select<Linked | Linked[] | null>
      {...remote.props}
      {...(isSeveral ? { mode: 'multiple' as const } : {})}
      className="au-value"
      aria-label={label}
      disabled={isReadOnly}
      labelInValue
      allowClear
      value={isSeveral ? chosen : (chosen[0] ?? null)}
      placeholder={placeholder ?? '输入后查找'}
      popupMatchSelectWidth={240}
      onChange={(next) => onChange([next ?? []].flat().map(({ value }) => value))}
    />
  );
}

interface DictProps {
  dict: Dict;
  label: string;
  isReadOnly: boolean;
  isSeveral: boolean;
  codes: readonly string[];
  onChange: (codes: string[]) => void;
}

/** Words of a dictionary. */
export function DictSelect({ dict, label, isReadOnly, isSeveral, codes, onChange }: DictProps): ReactNode {
  const options = useDictOptions(dict);
  return (
    <Select<string | string[] | null>
      {...(isSeveral ? { mode: 'multiple' as const } : {})}
      className="au-value"
      aria-label={label}
      disabled={isReadOnly}
      value={isSeveral ? [...codes] : (codes[0] ?? null)}
      options={[...options]}
      showSearch={{ optionFilterProp: 'label' }}
      placeholder="请选择"
      onChange={(next) => onChange([next ?? []].flat())}
    />
  );
}
