import { DeleteOutlined } from '@ant-design/icons';
import { Button, Input, Select } from 'antd';
import type { ReactNode } from 'react';
import {
  RULE_TITLES,
  rulesOf,
  withField,
  withRule,
  type QueryFields,
  type QueryRow,
} from '#kit/model/advanced-query.ts';
import { ConditionValue } from './condition-value.tsx';

interface ConditionRowProps {
  id: string;
  /** Counts from 1. */
  number: number;
  fields: QueryFields;
  row: QueryRow;
  fault: string | null;
  /** Takes the focus when it appears. */
  isFresh: boolean;
  onChange: (row: QueryRow) => void;
  onRemove: () => void;
}

/** A condition: field, rule, value. What is wrong with it stands below it. */
export function ConditionRow(props: ConditionRowProps): ReactNode {
  const { id, number, fields, row, fault, isFresh, onChange, onRemove } = props;
  const field = row.field === null ? undefined : fields[row.field];
  // One that came by an address or was saved may know rules that nobody is offered.
  const rules = [...new Set([...(field ? rulesOf(field) : []), row.rule])];
  const faultId = `${id}-fault`;
  return (
    <li className="wb-query-row">
      <Labelled id={`${id}-field`} text={`条件${number}字段`}>
        <Select
          id={`${id}-field`}
          autoFocus={isFresh}
          value={row.field}
          options={Object.entries(fields).map(([value, { title }]) => ({ value, label: title }))}
          placeholder="选择查询字段"
          showSearch={{ optionFilterProp: 'label' }}
          {...(fault && !field ? { status: 'error' as const } : {})}
          onChange={(next: string) => onChange(withField(row, next, fields))}
        />
      </Labelled>
      <Labelled id={`${id}-rule`} text={`条件${number}规则`}>
        <Select
          id={`${id}-rule`}
          value={row.rule}
          options={rules.map((value) => ({ value, label: RULE_TITLES[value] }))}
          disabled={!field}
          onChange={(next: QueryRow['rule']) => onChange(withRule(row, next))}
        />
      </Labelled>
      <Labelled id={`${id}-value`} text={`条件${number}值`}>
        {field ? (
          <ConditionValue
            key={row.field}
            id={`${id}-value`}
            field={field}
            row={row}
            isWrong={fault !== null}
            faultId={faultId}
            onChange={(val) => onChange({ ...row, val })}
          />
        ) : (
          <Input id={`${id}-value`} disabled placeholder="先选择查询字段" />
        )}
      </Labelled>
      <Button
        type="text"
        icon={<DeleteOutlined />}
        aria-label={`删除条件${number}`}
        title="删除此条件"
        onClick={onRemove}
      />
      {fault && (
        <p id={faultId} className="wb-query-fault" role="alert">
          {fault}
        </p>
      )}
    </li>
  );
}

/** An input under a label for screen readers alone. */
function Labelled({ id, text, children }: { id: string; text: string; children: ReactNode }): ReactNode {
  return (
    <span className="wb-query-part">
      <label htmlFor={id} className="wb-query-label">
        {text}
      </label>
      {children}
    </span>
  );
}
