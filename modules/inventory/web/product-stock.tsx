import type { ReactNode } from 'react';
import { DetailPart, grouped, PartTable, SourceLink, usePartRows } from '#kit/web/index.ts';
import type { ProductPartProps } from '#modules/catalog/web/index.tsx';
import { bundleStock } from '../model/bundle-stock.ts';
import { stockAge } from '../model/stock-age.ts';
import { stockLevel } from '../model/stock.ts';
import { averageCost, stockTable, type StockFigures, type StockTable } from './product-stock-table.ts';

const MOST = 200;

/** On a product's page: what there is of each SKU, by warehouse, and what it has cost. */
export function ProductStock({ skuIds, nameOf }: ProductPartProps): ReactNode {
  const query = { skuId: skuIds.join(','), pageSize: MOST };
  const hasSkus = skuIds.length > 0;
  const levels = usePartRows(stockLevel, { ...query, condition: 'good' }, hasSkus);
  const bundles = usePartRows(bundleStock, query, hasSkus);
  // What goods cost may fail, or be hidden, without the quantities.
  const costs = usePartRows(stockAge, query, hasSkus).query.data;
  if (!levels.isShown) return null;
  const [stock, made] = [levels.query.data, bundles.query.data];
  const isThere = stock && (made || !bundles.isShown);
  const request = {
    data: isThere ? stockTable(skuIds, stock.records, made?.records ?? []) : undefined,
    error: levels.query.error ?? bundles.query.error,
    refetch: () => Promise.all([levels.query.refetch(), bundles.query.refetch()]),
  };
  return (
    <DetailPart
      title="库存"
      query={request}
      countOf={({ rows }) => rows.length}
      none="没有库存，也没有在途和采购未到的货。"
    >
      {(table) => (
        <>
          <PlacesTable table={table} costs={costs ? averageCost(costs.records) : null} nameOf={nameOf} />
          <p className="wb-part-none">
            每格为 可用 / 在途 / 采购未到
            {stock && stock.total > MOST && `；共 ${stock.total} 条，只列出前 ${MOST} 条`}
          </p>
        </>
      )}
    </DetailPart>
  );
}

function PlacesTable({
  table: { warehouses, rows },
  costs,
  nameOf,
}: {
  table: StockTable;
  /** By SKU; null: hidden from the reader, or not there. */
  costs: ReadonlyMap<string, string> | null;
  nameOf: (skuId: string) => string;
}): ReactNode {
  return (
    <PartTable
      label="各仓库存"
      head={[
        { title: 'SKU' },
        { title: '合计', isFigure: true },
        ...warehouses.map((title) => ({ title, isFigure: true })),
        ...(costs ? [{ title: '平均成本', isFigure: true }] : []),
      ]}
      rows={rows.map(({ skuId, total, places }) => ({
        key: skuId,
        cells: [
          <SourceLink
            key="sku"
            title="看库存"
            permission="inventory:stockPlace:list"
            path={`/base/inventory?skuId=${skuId}`}
          >
            {nameOf(skuId)}
          </SourceLink>,
          <Figures key="all" of={total} />,
          ...places.map((place, at) => <Figures key={at} of={place} />),
          ...(costs ? [costs.get(skuId) ?? '—'] : []),
        ],
      }))}
    />
  );
}

/** Available, on its way, still owed by suppliers. */
const Figures = ({ of }: { of: StockFigures | null }): ReactNode =>
  of === null ? (
    <span className="wb-none">—</span>
  ) : (
    <>
      <strong>{grouped(of.available)}</strong> / {grouped(of.inTransit)} / {grouped(of.onOrder)}
    </>
  );
