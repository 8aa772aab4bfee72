import { useQuery } from '@tanstack/react-query';
import { Alert, Button } from 'antd';
import { useMemo, useState, type ReactNode } from 'react';
import type { WireRow } from '#kit/model/row.ts';
import {
  fetchResource,
  DetailPart,
  fetched,
  isBlank,
  keyOf,
  ResourceDetail,
  type RowAction,
  usePage,
  usePageTitle,
  usePermissions,
  useRow,
  useRequestedForm,
  labelOf,
  type DetailRow,
  type ListAnswer,
} from '#kit/web/index.ts';
import type { ProductGap } from '../model/errors.ts';
import { product, sku } from '../model/product.ts';
import { readOptions } from '../model/variants.ts';
import { AttributeFacts } from './attribute-facts.tsx';
import { CopyProduct } from './copy-product.tsx';
import type { MatchPicturesProps } from './match-pictures.tsx';
import { ProductForm } from './product-form.tsx';
import { ProductPictures } from './product-pictures.tsx';
import { ProductRelated } from './product-related.tsx';
import { productParts, type ProductPartProps } from './product-slots.ts';
import './catalog.css';

const VariantMatrix = fetched<{ row: DetailRow; onClose: () => void }>(() =>
  import('./variant-matrix.tsx').then((module) => module.VariantMatrix),
);

const MatchPictures = fetched<MatchPicturesProps>(() =>
  import('./match-pictures.tsx').then((module) => module.MatchPictures),
);

/** What is open over the page. */
type Open = 'form' | 'variants' | 'pictures' | 'copy' | null;

/**
 * The one page about a product: what it is, its pictures, where it lies and sells and who supplies it,
 * what it still lacks, its SKUs, its history. Each part comes by itself, from the module that knows it.
 */
export function ProductDetail(): ReactNode {
  const id = usePage().params['id'] ?? '';
  const may = usePermissions();
  const mayEdit = may('catalog:product:edit');
  const [opened, setOpened] = useState<Open>(null);
  useRequestedForm(product, (requested) => setOpened(requested === id ? 'form' : null));
  const { data: row } = useRow(product, id);
  usePageTitle(row ? `产品 ${labelOf(product, row)}` : undefined);
  const close = (): void => setOpened(null);
  const open = (what: Open) => () => setOpened(what);
  const actions: RowAction[] = [
    ...(mayEdit ? [{ key: 'edit', title: '编辑', onClick: open('form') }] : []),
    ...(mayEdit && may('catalog:sku:edit') ? [{ key: 'variants', title: '规格与SKU', onClick: open('variants') }] : []),
    ...(mayEdit ? [{ key: 'pictures', title: '按文件名配图', onClick: open('pictures') }] : []),
    ...(may('catalog:product:add') && may('catalog:sku:add')
      ? [{ key: 'copy', title: '复制', onClick: open('copy') }]
      : []),
  ];
  return (
    <>
      <ResourceDetail
        of={product}
        id={id}
        keys={row ? FACTS.filter((key) => !isBlank(row[key])) : FACTS}
        facts={{
          attributes: (shown) => (
            <AttributeFacts
              fields={(shown as { attributeFields?: unknown }).attributeFields}
              stored={shown['attributes']}
            />
          ),
          options: (shown) => optionsText(shown['options']),
        }}
        actions={() => actions}
        below={() => <Parts productId={id} />}
      >
        {(shown) => (
          <>
            <Gaps row={shown} onOpen={mayEdit ? setOpened : undefined} />
            <ProductPictures productId={id} />
          </>
        )}
      </ResourceDetail>
      {opened === 'form' && <ProductForm id={id} onClose={close} />}
      {opened === 'variants' && row && <VariantMatrix row={row} onClose={close} />}
      {opened === 'pictures' && (
        <MatchPictures of={may('catalog:sku:edit') ? [product, sku] : [product]} onClose={close} />
      )}
      {opened === 'copy' && row && <CopyProduct id={id} from={labelOf(product, row)} onClose={close} />}
    </>
  );
}

/** What is said of a product in words; what is empty is left out, pictures have a part of their own. */
const FACTS: readonly (keyof (typeof product)['fields'])[] = [
  'spuCode',
  'name',
  'nameEn',
  'brand',
  'categoryId',
  'tagIds',
  'originCountry',
  'hsCode',
  'options',
  'attributes',
  'description',
  'documents',
];

/** As many SKUs as one question may be about. */
const MOST_SKUS = 100;

/** What others know of its SKUs; all of them are asked at once. */
function Parts({ productId }: { productId: string }): ReactNode {
  const mayList = usePermissions()('catalog:sku:list');
  const request = useQuery({
    queryKey: keyOf(sku, 'ofProduct', productId),
    queryFn: ({ signal }) =>
      fetchResource<ListAnswer<WireRow<typeof sku>>>(
        sku,
        'list',
        { productId, pageSize: MOST_SKUS, column: 'skuCode', order: 'asc' },
        { signal },
      ),
    enabled: mayList,
    staleTime: 0,
  });
  const skus = request.data?.records;
  const part = useMemo((): ProductPartProps => {
    const names = new Map(skus?.map(({ id, skuCode, variant }) => [id, variant ? `${skuCode} ${variant}` : skuCode]));
    return { productId, skuIds: [...names.keys()], nameOf: (skuId) => names.get(skuId) ?? '—' };
  }, [productId, skus]);
  if (!mayList) return null;
  if (!skus) return <DetailPart title="库存与销售" query={request} children={() => null} />;
  return (
    <>
      {(request.data?.total ?? 0) > skus.length && (
        <p className="wb-part-none">
          共 {request.data?.total} 个 SKU，以下各部分只看前 {skus.length} 个。
        </p>
      )}
      <productParts.Outlet {...part} />
      <ProductRelated {...part} />
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
function Gaps({ row, onOpen }: { row: DetailRow; onOpen: ((what: Open) => void) | undefined }): ReactNode {
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
                  <Button type="link" size="small" onClick={() => onOpen(IN_MATRIX.has(field) ? 'variants' : 'form')}>
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
