import { useId, type ReactNode } from 'react';
import { isFilledIn, type FieldDef } from '../../model/forms/field-def.ts';
import { askedDefs } from '../../model/forms/form-values.ts';
import { DefInput } from './def-input.tsx';
import './forms.css';

interface FormInputsProps {
  defs: readonly FieldDef[];
  values: Readonly<Record<string, unknown>>;
  onChange: (values: Readonly<Record<string, unknown>>) => void;
  /** What is wrong, by key. */
  faults?: Readonly<Record<string, string>> | undefined;
  disabled?: boolean | undefined;
}

/** The fields of a form that are asked for with what stands in it, each with its input. */
export function FormInputs({ defs, values, onChange, faults = {}, disabled }: FormInputsProps): ReactNode {
  const name = useId();
  return (
    <div className="ba-form">
      {askedDefs(defs, values)
        .filter(({ type }) => type !== 'hidden')
        .map((def) => (
          <FormItem
            key={def.key}
            def={def}
            id={inputId(name, def.key)}
            value={values[def.key]}
            fault={faults[def.key]}
            disabled={disabled}
            onChange={(value) => onChange({ ...values, [def.key]: value })}
          />
        ))}
    </div>
  );
}

const inputId = (form: string, key: string): string => `${form}-${key}`;

function FormItem({
  def,
  id,
  value,
  fault,
  disabled,
  onChange,
}: {
  def: FieldDef;
  id: string;
  value: unknown;
  fault: string | undefined;
  disabled: boolean | undefined;
  onChange: (value: unknown) => void;
}): ReactNode {
  const { label, helpText, required, type } = def;
  if (!isFilledIn(def))
    return (
      <div className="ba-form-item ba-form-words">
        <strong>{label}</strong>
        {helpText && <p>{helpText}</p>}
      </div>
    );
  const about = fault !== undefined || helpText ? `${id}-about` : undefined;
  return (
    <div className="ba-form-item" data-key={def.key} data-wrong={fault !== undefined}>
      {type !== 'checkbox_meta' && (
        <label htmlFor={id} data-required={required === true}>
          {label}
        </label>
      )}
      <DefInput
        def={def}
        id={id}
        value={value}
        disabled={disabled}
        isWrong={fault !== undefined}
        about={about}
        onChange={onChange}
      />
      {about && (
        <div id={about}>
          {fault !== undefined && (
            <p className="ba-form-fault" role="alert">
              {fault}
            </p>
          )}
          {helpText && <small>{helpText}</small>}
        </div>
      )}
    </div>
  );
}
