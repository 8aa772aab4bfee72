import { Form, Input, Select } from 'antd';
import { useId, type ReactNode } from 'react';
import { BULK_TITLES, bulkOperations, type BulkChange, type BulkOperation } from '#kit/model/bulk-edit.ts';
import type { Field, Fields } from '#kit/model/field.ts';
import { cellOf } from '../cells/cells.ts';

const TEXTS = new Set(['text', 'textarea']);

/** A field, what is done to it, and with what: the input of its kind where a value is set. */
export function BulkInputs({
  fields,
  keys,
  change,
  fault,
  onChange,
}: {
  fields: Fields;
  /** Fields to choose from, in the order of the form. */
  keys: readonly string[];
  change: BulkChange;
  /** What is wrong with the value. */
  fault: string | null;
  onChange: (change: BulkChange) => void;
}): ReactNode {
  const id = useId();
  const field = fields[change.field] as Field;
  const operations = bulkOperations(field);
  return (
    <Form layout="vertical" component="div" className="wb-bulk-inputs">
      <Form.Item label="字段" htmlFor={`${id}-field`}>
        <Select
          id={`${id}-field`}
          showSearch={{ optionFilterProp: 'label' }}
          value={change.field}
          options={keys.map((key) => ({ value: key, label: fields[key]?.title ?? key }))}
          onChange={(key) => onChange({ field: key, operation: 'set' })}
        />
      </Form.Item>
      <Form.Item label="方式" htmlFor={`${id}-how`}>
        <Select<BulkOperation>
          id={`${id}-how`}
          value={change.operation}
          options={operations.map((value) => ({ value, label: BULK_TITLES[value] }))}
          onChange={(operation) => onChange({ field: change.field, operation })}
        />
      </Form.Item>
      {change.operation === 'replace' && (
        <Form.Item label="查找" htmlFor={`${id}-find`}>
          <Input
            id={`${id}-find`}
            maxLength={2000}
            value={change.find ?? ''}
            onChange={({ target }) => onChange({ ...change, find: target.value })}
          />
        </Form.Item>
      )}
      {field.kind === 'money' && !['clear', 'percent'].includes(change.operation) && (
        <Form.Item label="币种" htmlFor={`${id}-currency`}>
          <Input
            id={`${id}-currency`}
            maxLength={3}
            value={change.currency ?? ''}
            onChange={({ target }) => onChange({ ...change, currency: target.value.toUpperCase() })}
          />
        </Form.Item>
      )}
      {change.operation !== 'clear' && (
        <Form.Item
          label={valueTitle(change.operation)}
          htmlFor={`${id}-value`}
          extra={field.hint}
          help={fault ? <span id={`${id}-fault`}>{fault}</span> : undefined}
          validateStatus={fault ? 'error' : ''}
        >
          <ValueInput
            id={`${id}-value`}
            field={field}
            change={change}
            fault={fault ? `${id}-fault` : undefined}
            onValue={(value) => onChange({ ...change, value })}
          />
        </Form.Item>
      )}
    </Form>
  );
}

const valueTitle = (operation: BulkOperation): string =>
  operation === 'replace' ? '替换为' : operation === 'percent' ? '百分比' : '值';

/** The input of the kind; what is put beside a text, or is a percentage, is no value of the field. */
function ValueInput({
  id,
  field,
  change,
  fault,
  onValue,
}: {
  id: string;
  field: Field;
  change: BulkChange;
  fault: string | undefined;
  onValue: (value: unknown) => void;
}): ReactNode {
  const { operation, value, currency } = change;
  const spoken = { 'aria-invalid': fault !== undefined, 'aria-describedby': fault };
  if (operation === 'percent' || (TEXTS.has(field.kind) && operation !== 'set'))
    return (
      <Input
        id={id}
        {...spoken}
        maxLength={2000}
        value={typeof value === 'string' ? value : ''}
        {...(operation === 'percent' ? { suffix: '%', inputMode: 'decimal', placeholder: '如 5 或 -5' } : {})}
        onChange={({ target }) => onValue(target.value)}
      />
    );
  const { Edit } = cellOf(field.kind);
  return (
    <Edit
      key={`${change.field} ${operation}`}
      id={id}
      name={change.field}
      field={field}
      {...spoken}
      value={value ?? null}
      row={field.currency && currency ? { [field.currency]: currency } : {}}
      onChange={onValue}
    />
  );
}
