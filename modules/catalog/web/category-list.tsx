import { useState, type ReactNode } from 'react';
import { ListPage, ResourceForm, usePermission } from '#kit/web/index.ts';
import { productCategory } from '../model/product-category.ts';

/** 产品分类: the whole tree in one list, each below the one it belongs to. */
export function CategoryList(): ReactNode {
  const mayAdd = usePermission('catalog:productCategory:add');
  const [below, setBelow] = useState<string | null>(null);
  return (
    <>
      <ListPage
        of={productCategory}
        rowActions={(row) => (mayAdd ? [{ key: 'below', title: '新增下级', onClick: () => setBelow(row.id) }] : [])}
      />
      {below && <ResourceForm of={productCategory} initial={{ parentId: below }} onClose={() => setBelow(null)} />}
    </>
  );
}
