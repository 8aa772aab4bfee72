import { Alert, Button } from 'antd';
import { useState, type ReactNode } from 'react';
import {
  fetched,
  ResourceDetail,
  type RowAction,
  usePage,
  usePageTitle,
  usePermissions,
  useRow,
  useWantedForm,
  labelOf,
  type DetailRow,
} from '#kit/web/index.ts';
import type { ProductGap } from '../model/errors.ts';
import { product } from '../model/product.ts';
import { readOptions } from '../model/variants.ts';
import { AttributeFacts } from './attribute-facts.tsx';
import { CopyProduct } from './copy-product.tsx';
import { ProductForm } from './product-form.tsx';
import './catalog.css';

const VariantMatrix = fetched<{ row: DetailRow; onClose: () => void }>(() =>
  import('./variant-matrix.tsx').then((module) => module.VariantMatrix),
);

/** What is open over the page. */
type Open = 'form' | 'variants' | 'copy' | null;

/** One product as a whole: what it is, what it still lacks, its SKUs, its history. */
export function ProductDetail(): ReactNode {
  const id = usePage().params['id'] ?? '';
  const may = usePermissions();
  const mayEdit = may('catalog:product:edit');
  const [opened, setOpened] = useState<Open>(null);
  useWantedForm(product, (wanted) => setOpened(wanted === id ? 'form' : null));
  const { data: row } = useRow(product, id);
  usePageTitle(row ? `产品 ${labelOf(product, row)}` : undefined);
  const close = (): void => setOpened(null);
  const open = (what: Open) => () => setOpened(what);
  const actions: RowAction[] = [
    ...(mayEdit ? [{ key: 'edit', title: '编辑', onClick: open('form') }] : []),
    ...(mayEdit && may('catalog:sku:edit')
      ? [{ key: 'variants', title: '规格与SKU', onClick: open('variants') }]
      : []),
    ...(may('catalog:product:add') && may('catalog:sku:add')
      ? [{ key: 'copy', title: '复制', onClick: open('copy') }]
      : []),
  ];
  return (
    <>
      <ResourceDetail
        of={product}
        id={id}
        facts={{
          attributes: (shown) => (
            <AttributeFacts
              categoryId={typeof shown['categoryId'] === 'string' ? shown['categoryId'] : null}
              stored={shown['attributes']}
            />
          ),
          options: (shown) => optionsText(shown['options']),
        }}
        actions={() => actions}
      >
        {(shown) => <Gaps row={shown} onOpen={mayEdit ? setOpened : undefined} />}
      </ResourceDetail>
      {opened === 'form' && <ProductForm id={id} onClose={close} />}
      {opened === 'variants' && row && <VariantMatrix row={row} onClose={close} />}
      {opened === 'copy' && row && (
        <CopyProduct id={id} from={labelOf(product, row)} onClose={close} />
      )}
    </>
  );
}

/** `颜色：白、灰；尺寸：大`. */
const optionsText = (stored: unknown): string =>
  readOptions(stored)
    .map(({ name, values }) => `${name}：${values.join('、')}`)
    .join('；');

/** SKUs and their cartons are typed in the matrix, everything else in the form. */
const IN_MATRIX: ReadonlySet<ProductGap['field']> = new Set(['skus', 'cartons']);

/** What keeps a product from being sold, each at the place where it is filled in. */
function Gaps({
  row,
  onOpen,
}: {
  row: DetailRow;
  onOpen: ((what: Open) => void) | undefined;
}): ReactNode {
  const gaps = (row['gaps'] ?? []) as readonly ProductGap[];
  if (gaps.length === 0) return null;
  return (
    <section className="wb-detail-part">
      <Alert
        type="warning"
        showIcon
        title={row['status'] === 'draft' ? `上架销售前还差 ${gaps.length} 项` : '资料不完整'}
        description={
          <ul className="ct-gaps">
            {gaps.map(({ field, message }) => (
              <li key={message}>
                {message}
                {onOpen && (
                  <Button
                    type="link"
                    size="small"
                    onClick={() => onOpen(IN_MATRIX.has(field) ? 'variants' : 'form')}
                  >
                    去填写
                  </Button>
                )}
              </li>
            ))}
          </ul>
        }
      />
    </section>
  );
}
