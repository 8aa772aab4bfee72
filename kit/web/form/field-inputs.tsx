import { Form, type FormInstance } from 'antd';
import type { ComponentType, ReactNode } from 'react';
import type { Field, Fields } from '#kit/model/field.ts';
import { cellOf } from '../cells/cells.ts';
import type { EditProps } from '#ui/cells/faces.ts';
import { judgeField } from '#ui/cells/judge-field.ts';
import { usePermissionRules } from '../session/access.ts';
import { isRequired } from './form-values.ts';
import './form.css';

export interface FieldInputsProps {
  fields: Fields;
  /** Rows of keys, as in a declaration's `form`. */
  layout: readonly (readonly string[])[];
  form: FormInstance;
  disabled?: boolean | undefined;
  /** `_dictText` siblings of links that are set already. */
  row?: Readonly<Record<string, unknown>> | undefined;
  /** In front of the keys in the rules of columns, `module:resource:column:` (contract §2.6). */
  rules?: string | undefined;
  /** Inputs of the page's own, by key, in place of the face of the kind. */
  inputs?: Readonly<Record<string, ComponentType<EditProps>>> | undefined;
  /** Says that another row has the value of a unique field, once its input is left. */
  isTaken?: TakenCheck | undefined;
}

/** @returns the Chinese message, or null when the value is free or nobody could say */
export type TakenCheck = (key: string, value: unknown) => Promise<string | null>;

/** The inputs of a set of fields inside an antd form: one face per kind, judged by the model's rules. */
export function FieldInputs({
  fields,
  layout,
  form,
  disabled,
  row,
  rules,
  inputs,
  isTaken,
}: FieldInputsProps): ReactNode {
  const { isDisabled, lackingBelow } = usePermissionRules();
  const hidden = rules ? lackingBelow(rules) : [];
  return layout
    .map((keys) => keys.filter((key) => fields[key] && !hidden.includes(key)))
    .map((keys) => (
      <div key={keys.join()} className="wb-form-row" data-columns={keys.length}>
        {keys.map((key) => {
          const field = fields[key];
          return field ? (
            <FieldInput
              key={key}
              field={field}
              name={key}
              form={form}
              disabled={disabled || (rules ? isDisabled(rules + key) : undefined)}
              row={row}
              isTaken={field.unique ? isTaken : undefined}
              Input={inputs?.[key] ?? cellOf(field.kind).Edit}
            />
          ) : null;
        })}
      </div>
    ));
}

function FieldInput({
  field,
  name,
  form,
  disabled,
  row,
  isTaken,
  Input,
}: {
  field: Field;
  name: string;
  form: FormInstance;
  disabled: boolean | undefined;
  row: Readonly<Record<string, unknown>> | undefined;
  isTaken: TakenCheck | undefined;
  Input: ComponentType<EditProps>;
}): ReactNode {
  const values = { ...row, ...useSibling(field, form) };
  return (
    <Form.Item
      name={name}
      label={field.title}
      required={isRequired(field)}
      extra={field.hint}
      validateTrigger={['onBlur', 'onChange']}
      validateFirst
      rules={[
        {
          validator: (_, value: unknown) => {
            const message = judgeField(field, value, form.getFieldsValue() as typeof values);
            return message ? Promise.reject(new Error(message)) : Promise.resolve();
          },
        },
        ...(isTaken ? [takenRule(name, isTaken)] : []),
      ]}
    >
      <Input field={field} name={name} disabled={disabled} row={values} />
    </Form.Item>
  );
}

const takenRule = (name: string, isTaken: TakenCheck) => ({
  validateTrigger: 'onBlur',
  async validator(_: unknown, value: unknown): Promise<void> {
    const message = await isTaken(name, value);
    if (message !== null) throw new Error(message);
  },
});

/** The currency an amount depends on, followed as it is typed. */
function useSibling(field: Field, form: FormInstance): Record<string, unknown> {
  const key = field.currency ?? '';
  const value: unknown = Form.useWatch(key, form);
  return key === '' ? {} : { [key]: value };
}
