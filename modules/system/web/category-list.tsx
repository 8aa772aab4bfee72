import type { ReactNode } from 'react';
import {
  ListPage,
  queryClient,
  ResourceForm,
  type EditProps,
  type ResourceFormProps,
} from '#kit/web/index.ts';
import { category } from '../model/category.ts';
import { CATEGORY_TREES, CategorySelect } from './pickers/category-select.tsx';

/** 分类字典: the categories of the tenant; the place of one is chosen in their tree. */
export const SysCategoryList = (): ReactNode => <ListPage of={category} form={CategoryForm} />;

const CategoryForm = (props: Pick<ResourceFormProps, 'id' | 'onClose'>): ReactNode => (
  <ResourceForm
    {...props}
    of={category}
    inputs={{ parentId: ParentSelect }}
    onSaved={() => void queryClient.invalidateQueries({ queryKey: CATEGORY_TREES })}
  />
);

/** Everything but the category itself and what hangs below it. */
function ParentSelect({
  field,
  name: _name,
  value,
  onChange,
  row,
  ...props
}: EditProps): ReactNode {
  const own = row?.['id'];
  return (
    <CategorySelect
      {...props}
      async
      aria-label={field.title}
      except={typeof own === 'string' ? own : undefined}
      value={typeof value === 'string' ? value : null}
      onChange={(next) => onChange?.(next)}
    />
  );
}
