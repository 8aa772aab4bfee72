import { Cascader, Select } from 'antd';
import type { ReactNode } from 'react';
import { areaPath, areasBelow, areaTree, type Area } from './area-tree.ts';
import './area.css';

export interface AreaSelectProps {
  /** `cascader` (default) or `select`; another word is shown as a fault of the page. */
  type?: string | undefined;
  /** Code of six digits; one that no longer exists is shown as it is. */
  value?: string | null | undefined;
  /** The code of what was chosen; null when it was cleared. */
  onChange?: ((code: string | null) => void) | undefined;
  /** `100%` by default. */
  width?: number | string | undefined;
  disabled?: boolean | undefined;
  placeholder?: string | undefined;
  id?: string | undefined;
  'aria-label'?: string | undefined;
  'aria-required'?: boolean | undefined;
  'aria-invalid'?: boolean | undefined;
  'aria-describedby'?: string | undefined;
}

/** Chooses a province, city and district of China. */
export function AreaSelect({ type = 'cascader', ...props }: AreaSelectProps): ReactNode {
  if (type === 'cascader') return <AreaCascader {...props} />;
  if (type === 'select') return <AreaSelects {...props} />;
  return <span className="wb-area-fault">Bad type value: {type}</span>;
}

type AreaProps = Omit<AreaSelectProps, 'type'>;

const NAMES = { label: 'name', value: 'code', children: 'children' } as const;

/** All three in one panel; finds an area by a part of its name or the beginning of its code. */
function AreaCascader({ value, onChange, width = '100%', ...props }: AreaProps): ReactNode {
  return (
    <Cascader<Area>
      {...inputProps(props)}
      placeholder={props.placeholder ?? '请选择省/市/区'}
      disabled={props.disabled ?? false}
      style={{ width }}
      options={areaTree as Area[]}
      fieldNames={NAMES}
      value={areaPath(value)}
      allowClear
      classNames={{ popup: { root: 'wb-area-panel' } }}
      showSearch={{
        filter: (typed, path) => path.some(({ code, name }) => name.includes(typed) || code.startsWith(typed)),
      }}
      // The codes of the way; nothing when it was cleared.
      onChange={(path: unknown) => onChange?.((path as string[] | undefined)?.at(-1) ?? null)}
    />
  );
}

const LEVELS = ['省', '市', '区'] as const;

/** One select per level; choosing above empties what is below. */
function AreaSelects({ value, onChange, width = '100%', ...props }: AreaProps): ReactNode {
  const path = areaPath(value);
  const name = props['aria-label'] ?? '地区';
  return (
    <div className="wb-area-selects" style={{ width }} role="group" aria-label={name}>
      {LEVELS.map((level, depth) => {
        const options = depth > path.length ? [] : areasBelow(path.slice(0, depth));
        return (
          <Select<string, Area>
            key={level}
            {...inputProps({ ...props, id: depth === 0 ? props.id : undefined })}
            aria-label={`${name}：${level}`}
            placeholder={level}
            disabled={(props.disabled ?? false) || (depth > 0 && options.length === 0)}
            options={options as Area[]}
            fieldNames={{ label: 'name', value: 'code' }}
            value={path[depth] ?? null}
            allowClear
            showSearch={{ optionFilterProp: 'name' }}
            onChange={(code: string | undefined) => onChange?.(code ?? path[depth - 1] ?? null)}
          />
        );
      })}
    </div>
  );
}

/** Only what is set: an absent property is no `undefined` one. */
const inputProps = (props: AreaProps) => ({
  ...(props.id === undefined ? {} : { id: props.id }),
  ...(props['aria-label'] === undefined ? {} : { 'aria-label': props['aria-label'] }),
  ...(props['aria-required'] === undefined ? {} : { 'aria-required': props['aria-required'] }),
  ...(props['aria-invalid'] === undefined ? {} : { 'aria-invalid': props['aria-invalid'] }),
  ...(props['aria-describedby'] === undefined ? {} : { 'aria-describedby': props['aria-describedby'] }),
});
