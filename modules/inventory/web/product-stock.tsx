import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { WireRow } from '#kit/model/row.ts';
import {
  askResource,
  DetailPart,
  grouped,
  keyOf,
  PartTable,
  SourceLink,
  usePermission,
  type ListAnswer,
} from '#kit/web/index.ts';
import type { ProductPartProps } from '#modules/catalog/web/index.tsx';
import { bundleStock } from '../model/bundle-stock.ts';
import { stockAge } from '../model/stock-age.ts';
import { stockLevel } from '../model/stock.ts';
import { averageCost, stockTable, type StockFigures } from './product-stock-table.ts';

const MOST = 200;

/** On a product's page: what there is of each SKU, by warehouse, and what it has cost. */
export function ProductStock({ skuIds, nameOf }: ProductPartProps): ReactNode {
  const maySee = usePermission('inventory:stockLevel:list');
  const mayValue = usePermission('inventory:stockAge:list');
  const query = { skuId: skuIds.join(','), pageSize: MOST };
  const isAsked = maySee && skuIds.length > 0;
  const asked = useQuery({
    queryKey: keyOf(stockLevel, 'ofProduct', query),
    queryFn: async ({ signal }) => {
      const [levels, bundles] = await Promise.all([
        askResource<ListAnswer<WireRow<typeof stockLevel>>>(
          stockLevel,
          'list',
          { ...query, condition: 'good' },
          { signal },
        ),
        askResource<ListAnswer<WireRow<typeof bundleStock>>>(bundleStock, 'list', query, {
          signal,
        }),
      ]);
      return { table: stockTable(skuIds, levels.records, bundles.records), total: levels.total };
    },
    enabled: isAsked,
    staleTime: 0,
  });
  // Its own query: what goods cost may fail, or be hidden, without the quantities.
  const { data: costs } = useQuery({
    queryKey: keyOf(stockAge, 'ofProduct', query),
    queryFn: ({ signal }) =>
      askResource<ListAnswer<WireRow<typeof stockAge>>>(stockAge, 'list', query, { signal }).then(
        ({ records }) => averageCost(records),
      ),
    enabled: isAsked && mayValue,
    staleTime: 0,
  });
  if (!isAsked) return null;
  const seesCosts = costs !== undefined && costs !== null;
  return (
    <DetailPart
      title="库存"
      asked={asked}
      countOf={({ table }) => table.rows.length}
      none="没有库存，也没有在途和采购未到的货。"
    >
      {({ table, total }) => (
        <>
          <PartTable
            label="各仓库存"
            head={[
              { title: 'SKU' },
              { title: '合计', isFigure: true },
              ...table.warehouses.map((title) => ({ title, isFigure: true })),
              ...(seesCosts ? [{ title: '平均成本', isFigure: true }] : []),
            ]}
            rows={table.rows.map(({ skuId, total: all, places }) => ({
              key: skuId,
              cells: [
                <SourceLink
                  key="sku"
                  title="看库存"
                  permission="inventory:stockLevel:list"
                  path={`/base/inventory?skuId=${skuId}`}
                >
                  {nameOf(skuId)}
                </SourceLink>,
                <Figures key="all" of={all} />,
                ...places.map((place, at) => <Figures key={at} of={place} />),
                ...(seesCosts ? [costs.get(skuId) ?? '—'] : []),
              ],
            }))}
          />
          <p className="wb-part-none">
            每格为 可用 / 在途 / 采购未到
            {total > MOST && `；共 ${total} 条，只列出前 ${MOST} 条`}
          </p>
        </>
      )}
    </DetailPart>
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
