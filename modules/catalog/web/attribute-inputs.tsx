import { useQuery } from '@tanstack/react-query';
import { Form } from 'antd';
import type { ReactNode } from 'react';
import { fetchRoute, type EditProps } from '#kit/web/index.ts';
import { judgeValues } from '#modules/base/model/forms/form-values.ts';
import { FormInputs } from '#modules/base/web/index.tsx';
import { useTenantZone } from '#ui/tenant-zone.ts';
import { attributeFields, readAttributes } from '../model/attributes.ts';
import { categoryAttributesRoute } from '../model/routes.ts';
import './catalog.css';

/** What a category asks its products for, its own form and those that it inherits. */
function useAttributes(categoryId: string | null) {
  return useQuery({
    queryKey: ['catalog:attributes', categoryId],
    queryFn: () => fetchRoute(categoryAttributesRoute, { params: { id: categoryId ?? '' } }),
    enabled: Boolean(categoryId),
    retry: false,
  });
}

/** The forms of the chosen category as one, each field with the input of its type; kept as one text. */
export function AttributeInputs({ value, onChange, disabled, id }: EditProps): ReactNode {
  const categoryId: unknown = Form.useWatch('categoryId', Form.useFormInstance());
  const chosen = typeof categoryId === 'string' ? categoryId : null;
  const { data: forms, error } = useAttributes(chosen);
  const zone = useTenantZone((now) => now.zone) || 'UTC';
  if (!chosen) return <span className="ct-quiet">选择分类后在这里填写它的属性</span>;
  if (error) return <span className="ct-quiet">{error.message}</span>;
  if (!forms) return <span className="ct-quiet">加载中…</span>;
  const defs = attributeFields(forms);
  if (defs.length === 0) return <span className="ct-quiet">这个分类没有要填的属性</span>;
  const values = readAttributes(value) ?? {};
  // What is missing is said when it is sold; what is wrong at once.
  const { faults } = judgeValues(defs, values, { zone, dict: () => undefined, isDraft: true });
  return (
    <div className="ct-attributes" id={id} role="group" aria-label="分类属性">
      <FormInputs
        defs={defs}
        values={values}
        disabled={disabled}
        faults={Object.fromEntries(faults.map(({ key, message }) => [key, message]))}
        onChange={(next) => onChange?.(JSON.stringify(next))}
      />
    </div>
  );
}
