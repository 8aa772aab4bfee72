import { Select, Switch } from 'antd';
import { useEffect, type ReactNode } from 'react';
import { SWITCH_TEXTS, SWITCH_VALUES } from '#kit/model/limits.ts';
import { inputProps, type EditProps } from '../cells/faces.ts';
import '../cells/cells.css';

export interface YesNoSwitchProps<V extends string | number> extends Pick<
  EditProps,
  'id' | 'aria-required' | 'aria-invalid' | 'aria-describedby'
> {
  value?: V | null | undefined;
  /** `null`: cleared, in a search only. */
  onChange?: (value: V | null) => void;
  /** Values of on and off; Y and N by default. */
  values?: readonly [on: V, off: V];
  /** In a search it is a choice of 是 and 否 that may be left open. */
  isQuery?: boolean;
  'aria-label'?: string;
  disabled?: boolean;
}

/** On and off with values of one's own. In a form an empty value becomes that of off at once. */
export function YesNoSwitch<V extends string | number = 'Y' | 'N'>({
  value = null,
  onChange,
  values = SWITCH_VALUES as unknown as readonly [V, V],
  isQuery = false,
  'aria-label': label,
  disabled = false,
  ...props
}: YesNoSwitchProps<V>): ReactNode {
  const [on, off] = values;
  const isUnset = value === null || value === '';
  useEffect(() => {
    if (!isQuery && isUnset) onChange?.(off);
  }, [isQuery, isUnset, off, onChange]);
  if (!isQuery)
    return (
      <Switch
        {...inputProps(props)}
        aria-label={label}
        checked={value === on}
        disabled={disabled}
        onChange={(isOn) => onChange?.(isOn ? on : off)}
      />
    );
  return (
    <Select
      {...inputProps(props)}
      aria-label={label}
      className="wb-wide"
      value={isUnset ? null : value}
      options={values.map((one, index) => ({ value: one, label: SWITCH_TEXTS[index] }))}
      allowClear
      disabled={disabled}
      onChange={(next: V | null | undefined) => onChange?.(next ?? null)}
    />
  );
}
