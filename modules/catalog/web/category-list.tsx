import { useState, type ReactNode } from 'react';
import { ListPage, ResourceForm, usePermission } from '#kit/web/index.ts';
import { productCategory } from '../model/product-category.ts';
import './catalog.css';

/** 产品分类: the whole tree in one list, each below the one it belongs to. */
export function CategoryList(): ReactNode {
  const mayAdd = usePermission('catalog:productCategory:add');
  const [below, setBelow] = useState<string | null>(null);
  return (
    <>
      <ListPage
        of={productCategory}
        columns={[
          {
            key: 'name',
            under: ['nameEn'],
            render: (row) => (
              <span className="ct-branch" style={{ paddingInlineStart: (row.level - 1) * STEP }}>
                {row.name}
              </span>
            ),
          },
          'code',
          'fullName',
          'hsCode',
          'sortNo',
        ]}
        rowActions={(row) =>
          mayAdd ? [{ key: 'below', title: '新增下级', onClick: () => setBelow(row.id) }] : []
        }
      />
      {below && (
        <ResourceForm
          of={productCategory}
          initial={{ parentId: below }}
          onClose={() => setBelow(null)}
        />
      )}
    </>
  );
}

/** Pixels that a level stands further in than the one above. */
const STEP = 20;
