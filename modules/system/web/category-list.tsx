import { Button, Drawer } from 'antd';
import { useState, type ReactNode } from 'react';
import { pathOf } from '#kit/model/route.ts';
import {
  ListPage,
  queryClient,
  ResourceForm,
  TreeTable,
  type EditProps,
  type ResourceFormProps,
} from '#kit/web/index.ts';
import { category } from '../model/category.ts';
import { categoryCalls } from '../model/routes/dictionary.ts';
import { CATEGORY_TREES, CategorySelect } from './pickers/category-select.tsx';

/** 分类字典: the categories of the tenant; the place of one is chosen in their tree. */
export function SysCategoryList(): ReactNode {
  const [isTreeOpen, setTreeOpen] = useState(false);
  return (
    <>
      <ListPage
        of={category}
        form={CategoryForm}
        toolbar={() => <Button onClick={() => setTreeOpen(true)}>按层级查看</Button>}
      />
      {isTreeOpen && (
        <Drawer open title="分类层级" size={640} onClose={() => setTreeOpen(false)}>
          <TreeTable
            title="分类层级"
            columns={TREE_COLUMNS}
            url={pathOf(categoryCalls.level)}
            rowKey="key"
            queryKey="pid"
            topValue="0"
            tableProps={{ maxHeight: TREE_HEIGHT }}
          />
        </Drawer>
      )}
    </>
  );
}

const { name, code } = category.fields;
const TREE_COLUMNS = [
  // To be read only: nothing is asked for.
  { key: 'name', field: { ...name, required: false } },
  { key: 'code', field: code, width: 160 },
];
const TREE_HEIGHT = 640;

const CategoryForm = (props: Pick<ResourceFormProps, 'id' | 'onClose'>): ReactNode => (
  <ResourceForm
    {...props}
    of={category}
    inputs={{ parentId: ParentSelect }}
    onSaved={() => void queryClient.invalidateQueries({ queryKey: CATEGORY_TREES })}
  />
);

/** Everything but the category itself and what hangs below it. */
function ParentSelect({ field, name: _name, value, onChange, row, ...props }: EditProps): ReactNode {
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
