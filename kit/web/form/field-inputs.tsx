import { Form, type FormInstance } from 'antd';
import { useEffect, type ComponentType, type ReactNode } from 'react';
import type { Field, Fields } from '#kit/model/field.ts';
import { carrierDoubt } from '#kit/model/carrier-number.ts';
import { cellOf } from '../cells/cells.ts';
import { useOnlyOption } from '../cells/link-cells.tsx';
import { isBlank, type EditProps } from '#ui/cells/faces.ts';
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
  /** A required link that only one row could answer has been set to it. */
  onPrefilled?: ((key: string) => void) | undefined;
}

/** @returns the Chinese message, or null when the value is free or nobody could say */
export type TakenCheck = (key: string, value: unknown) => Promise<string | null>;

/**
 * The inputs of a set of fields inside an antd form: one face per kind, judged by the model's rules.
 * A required link starts with the only row that it could point to, where there is no more than one.
 */
export function FieldInputs({
  fields,
  layout,
  form,
  disabled,
  row,
  rules,
  inputs,
  isTaken,
  onPrefilled,
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
              // An input of the page's own may offer less than all rows.
              onPrefilled={inputs?.[key] ? null : (onPrefilled ?? noop)}
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
  onPrefilled,
}: {
  field: Field;
  name: string;
  form: FormInstance;
  disabled: boolean | undefined;
  row: Readonly<Record<string, unknown>> | undefined;
  isTaken: TakenCheck | undefined;
  Input: ComponentType<EditProps>;
  /** null = it is not prefilled. */
  onPrefilled: ((key: string) => void) | null;
}): ReactNode {
  const { carriedBy } = field;
  const values = { ...row, ...useSibling(field, form) };
  const only = useOnlyOption(
    onPrefilled && isRequired(field) && !disabled && isBlank(row?.[name]) ? field.to : undefined,
  );
  useEffect(() => {
    if (only === undefined || form.isFieldTouched(name) || !isBlank(form.getFieldValue(name))) return;
    form.setFieldValue(name, only);
    onPrefilled?.(name);
    // Once, as soon as it is known: whoever empties it wants it empty.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [only]);
  return (
    <Form.Item
      name={name}
      label={field.title}
      required={isRequired(field)}
      extra={field.hint}
      validateTrigger={['onBlur', 'onChange']}
      validateFirst
      {...(carriedBy === undefined ? {} : { dependencies: [carriedBy] })}
      rules={[
        {
          validator: (_, value: unknown) => {
            const message = judgeField(field, value, form.getFieldsValue() as typeof values);
            return message ? Promise.reject(new Error(message)) : Promise.resolve();
          },
        },
        ...(isTaken ? [takenRule(name, isTaken)] : []),
        ...(carriedBy === undefined ? [] : [carrierRule(() => form.getFieldValue(carriedBy) ?? row?.[carriedBy])]),
      ]}
    >
      <Input field={field} name={name} disabled={disabled} row={values} />
    </Form.Item>
  );
}

const noop = (): void => undefined;

const takenRule = (name: string, isTaken: TakenCheck) => ({
  validateTrigger: 'onBlur',
  async validator(_: unknown, value: unknown): Promise<void> {
    const message = await isTaken(name, value);
    if (message !== null) throw new Error(message);
  },
});

/** Asks about a number whose form is another carrier's; it may be sent all the same. */
const carrierRule = (carrier: () => unknown) => ({
  warningOnly: true,
  validator(_: unknown, value: unknown): Promise<void> {
    const doubt = carrierDoubt(String(value ?? ''), String(carrier() ?? ''));
    return doubt === null ? Promise.resolve() : Promise.reject(new Error(doubt));
  },
});

/** The currency an amount depends on, followed as it is typed. */
function useSibling(field: Field, form: FormInstance): Record<string, unknown> {
  const key = field.currency ?? '';
  const value: unknown = Form.useWatch(key, form);
  return key === '' ? {} : { [key]: value };
}
