import { Select } from 'antd';
import type { ReactNode } from 'react';
import { inputProps, isBlank, useRemoteOptions, type EditProps } from '#kit/web/index.ts';

/** Chooses a currency of the tenant; what is stored is its code. */
export function CurrencyInput({ field, value, onChange, disabled, ...props }: EditProps): ReactNode {
  const remote = useRemoteOptions('base:currency', []);
  const options = remote.props.options.map(({ label }) => ({ value: String(label), label }));
  return (
    <Select
      {...inputProps(props)}
      {...remote.props}
      options={options}
      aria-label={field.title}
      value={isBlank(value) ? null : String(value)}
      disabled={disabled ?? false}
      allowClear={!field.required}
      placeholder="请选择"
      onChange={(next: string | null | undefined) => onChange?.(next ?? null)}
    />
  );
}
