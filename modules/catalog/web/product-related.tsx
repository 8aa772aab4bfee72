import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { AnyResource } from '#kit/model/resource.ts';
import {
  fetchRoute,
  ChangeList,
  DetailPart,
  keyOf,
  PartTable,
  UNITS,
  usePartRows,
  usePermission,
  useUnits,
} from '#kit/web/index.ts';
import { bundleItem } from '../model/bundle.ts';
import { sku, skuCarton } from '../model/product.ts';
import { skuChangesRoute } from '../model/routes.ts';
import { aliasKind, skuAlias } from '../model/sku-alias.ts';
import { partClass, skuPart } from '../model/sku-part.ts';
import { PartDrawings } from './part-drawings.tsx';
import type { ProductPartProps } from './product-slots.ts';

const MOST = 200;

/** Rows of a register about these SKUs, asked by whoever may list it. */
const useRowsOf = <R extends AnyResource>(of: R, field: string, skuIds: readonly string[]) =>
  usePartRows(of, { [field]: skuIds.join(','), pageSize: MOST }, skuIds.length > 0);

/** What the SKUs of a product come in, are put together of and are called. */
export function ProductRelated(props: ProductPartProps): ReactNode {
  return (
    <>
      <Cartons {...props} />
      <Bundles {...props} />
      <Parts {...props} />
      <PartDrawings {...props} />
      <Aliases {...props} />
      <SkuChanges {...props} />
    </>
  );
}

function Cartons({ skuIds, nameOf }: ProductPartProps): ReactNode {
  const { query, isShown } = useRowsOf(skuCarton, 'skuId', skuIds);
  const { lengthText, weightText } = useMeasures();
  if (!isShown) return null;
  return (
    <DetailPart title="箱规" query={query} countOf={({ total }) => total}>
      {({ records }) => (
        <PartTable
          label="箱规"
          head={[
            { title: 'SKU' },
            { title: '箱' },
            { title: '长 × 宽 × 高', isFigure: true },
            { title: '毛重', isFigure: true },
            { title: '每箱件数', isFigure: true },
          ]}
          rows={inOrder(records, skuIds).map((row) => ({
            key: row.id,
            cells: [
              nameOf(row.skuId),
              `${row.cartonNo} ${row.label}`,
              [row.lengthMm, row.widthMm, row.heightMm].map(lengthText).join(' × '),
              weightText(row.grossWeightG),
              row.unitsPerCarton,
            ],
          }))}
        />
      )}
    </DetailPart>
  );
}

/** The cartons of one SKU stand together, as they are numbered. */
const inOrder = <R extends { skuId: string; cartonNo: number }>(
  rows: readonly R[],
  skuIds: readonly string[],
): readonly R[] =>
  rows.toSorted((a, b) => skuIds.indexOf(a.skuId) - skuIds.indexOf(b.skuId) || a.cartonNo - b.cartonNo);

/** Sizes and weights in the units of the reader. */
function useMeasures(): { lengthText: (mm: number) => string; weightText: (g: number) => string } {
  const system = useUnits((units) => units.system);
  const [length, weight] = [UNITS.length[system], UNITS.weight[system]];
  return {
    lengthText: (mm) => `${length.show(mm)} ${length.symbol}`,
    weightText: (g) => `${weight.show(g)} ${weight.symbol}`,
  };
}

/** Bundles that have one of its SKUs within, and what its own bundles are made of. */
function Bundles({ skuIds, nameOf }: ProductPartProps): ReactNode {
  const within = useRowsOf(bundleItem, 'componentSkuId', skuIds);
  const made = useRowsOf(bundleItem, 'bundleSkuId', skuIds);
  if (!within.isShown) return null;
  return (
    <>
      <DetailPart title="所在组合" query={within.query} countOf={({ total }) => total}>
        {({ records }) => (
          <PartTable
            label="所在组合"
            head={[{ title: '组合SKU' }, { title: '组件' }, { title: '每组数量', isFigure: true }]}
            rows={records.map((row) => ({
              key: row.id,
              cells: [row.bundleSkuId_dictText, nameOf(row.componentSkuId), row.qty],
            }))}
          />
        )}
      </DetailPart>
      <DetailPart title="组合明细" query={made.query} countOf={({ total }) => total}>
        {({ records }) => (
          <PartTable
            label="组合明细"
            head={[{ title: '组合SKU' }, { title: '组件' }, { title: '每组数量', isFigure: true }]}
            rows={records.map((row) => ({
              key: row.id,
              cells: [nameOf(row.bundleSkuId), row.componentSkuId_dictText, row.qty],
            }))}
          />
        )}
      </DetailPart>
    </>
  );
}

function Parts({ skuIds, nameOf }: ProductPartProps): ReactNode {
  const { query, isShown } = useRowsOf(skuPart, 'parentSkuId', skuIds);
  if (!isShown) return null;
  return (
    <DetailPart title="配件" query={query} countOf={({ total }) => total}>
      {({ records }) => (
        <PartTable
          label="配件"
          head={[
            { title: '整件SKU' },
            { title: '配件' },
            { title: '位置' },
            { title: '类别' },
            { title: '每件数量', isFigure: true },
          ]}
          rows={records.map((row) => ({
            key: row.id,
            cells: [
              nameOf(row.parentSkuId),
              row.partSkuId_dictText,
              row.note,
              partClass.items[row.partClass],
              row.qtyPerUnit,
            ],
          }))}
        />
      )}
    </DetailPart>
  );
}

function Aliases({ skuIds, nameOf }: ProductPartProps): ReactNode {
  const { query, isShown } = useRowsOf(skuAlias, 'skuId', skuIds);
  if (!isShown) return null;
  return (
    <DetailPart title="别名与条码" query={query} countOf={({ total }) => total}>
      {({ records }) => (
        <PartTable
          label="别名与条码"
          head={[{ title: 'SKU' }, { title: '编号' }, { title: '类型' }, { title: '说明' }]}
          rows={records.map((row) => ({
            key: row.id,
            cells: [nameOf(row.skuId), row.code, aliasKind.items[row.kind], row.note],
          }))}
        />
      )}
    </DetailPart>
  );
}

const OPERATION_TITLES: Readonly<Record<string, string>> = { add: '新增', edit: '编辑', delete: '删除' };

/** Who changed which field of a SKU from what to what; those of the product stand in its own history. */
function SkuChanges({ productId }: ProductPartProps): ReactNode {
  const mayList = usePermission('catalog:sku:list');
  const request = useQuery({
    queryKey: keyOf(sku, 'changes', productId),
    queryFn: ({ signal }) => fetchRoute(skuChangesRoute, { params: { id: productId }, signal }),
    enabled: mayList,
    staleTime: 0,
  });
  if (!mayList) return null;
  return (
    <DetailPart title="SKU修改记录" query={request} countOf={(rows) => rows.length}>
      {(rows) => (
        <ol className="wb-history">
          {rows.map(({ skuCode, at, actor, action, changes }, index) => (
            <li key={index}>
              <div className="wb-history-line">
                <strong>
                  {OPERATION_TITLES[action] ?? action} {skuCode}
                </strong>
              </div>
              {changes.length > 0 && <ChangeList changes={changes} />}
              <div className="wb-history-about">
                {actor} · {at}
              </div>
            </li>
          ))}
        </ol>
      )}
    </DetailPart>
  );
}
