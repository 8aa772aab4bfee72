import { useQuery } from '@tanstack/react-query';
import { Form, Input, Select, Switch } from 'antd';
import type { ReactNode } from 'react';
import { fetchRoute, type EditProps } from '#kit/web/index.ts';
import { readAttributes, type Attribute, type AttributeValue } from '../model/attributes.ts';
import { categoryAttributesRoute } from '../model/routes.ts';
import './catalog.css';

/** What a category asks its products for, its own and what it inherits. */
export function useAttributes(categoryId: string | null | undefined) {
  return useQuery({
    queryKey: ['catalog:attributes', categoryId],
    queryFn: () => fetchRoute(categoryAttributesRoute, { params: { id: categoryId ?? '' } }),
    enabled: Boolean(categoryId),
    retry: false,
  });
}

/** The attributes of the chosen category, each with the input of its kind; kept as one text. */
export function AttributeInputs({ value, onChange, disabled, id }: EditProps): ReactNode {
  const categoryId: unknown = Form.useWatch('categoryId', Form.useFormInstance());
  const chosen = typeof categoryId === 'string' ? categoryId : null;
  const { data: attributes, error } = useAttributes(chosen);
  const values = readAttributes(value) ?? {};
  if (!chosen) return <span className="ct-quiet">选择分类后在这里填写它的属性</span>;
  if (error) return <span className="ct-quiet">{error.message}</span>;
  if (!attributes) return <span className="ct-quiet">加载中…</span>;
  if (attributes.length === 0) return <span className="ct-quiet">这个分类没有要填的属性</span>;
  const set = (code: string, next: AttributeValue | null): void => {
    const { [code]: _before, ...rest } = values;
    onChange?.(JSON.stringify(next === null ? rest : { ...rest, [code]: next }));
  };
  return (
    <div className="ct-attributes" id={id} role="group" aria-label="分类属性">
      {attributes.map((attribute) => (
        <label key={attribute.code} className="ct-attribute">
          <span className={attribute.isRequired ? 'ct-attribute-asked' : undefined}>
            {attribute.name}
            {attribute.unit && `（${attribute.unit}）`}
          </span>
          <AttributeInput
            attribute={attribute}
            value={values[attribute.code]}
            disabled={disabled ?? false}
            onChange={(next) => set(attribute.code, next)}
          />
        </label>
      ))}
    </div>
  );
}

interface AttributeInputProps {
  attribute: Attribute;
  value: AttributeValue | undefined;
  disabled: boolean;
  onChange: (value: AttributeValue | null) => void;
}

function AttributeInput({ attribute, value, disabled, onChange }: AttributeInputProps): ReactNode {
  const { kind, items, name } = attribute;
  const options = items.map((item) => ({ value: item, label: item }));
  if (kind === 'flag')
    return (
      <Switch
        className="ct-attribute-switch"
        aria-label={name}
        checkedChildren="是"
        unCheckedChildren="否"
        checked={value === true}
        disabled={disabled}
        onChange={onChange}
      />
    );
  if (kind === 'choice')
    return (
      <Select
        allowClear
        aria-label={name}
        placeholder="请选择"
        options={options}
        disabled={disabled}
        value={typeof value === 'string' ? value : null}
        onChange={(next: string | undefined) => onChange(next ?? null)}
      />
    );
  if (kind === 'choices')
    return (
      <Select
        allowClear
        mode="multiple"
        aria-label={name}
        placeholder="请选择"
        options={options}
        disabled={disabled}
        value={Array.isArray(value) ? [...(value as readonly string[])] : []}
        onChange={(next: string[]) => onChange(next.length > 0 ? next : null)}
      />
    );
  const example = kind === 'date' ? 'YYYY-MM-DD' : '请输入';
  return (
    <Input
      aria-label={name}
      placeholder={example}
      inputMode={kind === 'integer' || kind === 'decimal' ? 'decimal' : 'text'}
      disabled={disabled}
      value={typeof value === 'string' ? value : ''}
      onChange={({ target }) => onChange(target.value.trim() === '' ? null : target.value)}
    />
  );
}
