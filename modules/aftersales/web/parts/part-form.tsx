import { useQuery } from '@tanstack/react-query';
import { Alert, Segmented, Skeleton } from 'antd';
import { useId, useState, useSyncExternalStore, type ReactNode } from 'react';
import { link } from '#kit/model/field.ts';
import { fetchRoute, cellOf, DraftPage, keyOf, useDictOptions, usePage, type DraftSlots } from '#kit/web/index.ts';
import type { GridHandle } from '#ui/grid/grid-props.ts';
import type { GridRow } from '#ui/grid/grid-column.ts';
import { partCause, partOrder } from '../../model/part-order.ts';
import { orderPartsRoute, skuPartsRoute } from '../../model/part-routes.ts';
import { PartPicker } from './part-picker.tsx';
import { describe, linesAbout, putUnits, unitsOf } from './requested-parts.ts';
import './parts.css';

/** 新增, 编辑配件补发: one points at what is missing, the lines say how many and why. */
export function PartOrderForm(): ReactNode {
  const { query } = usePage();
  const { orderId } = query;
  return (
    <DraftPage
      of={partOrder}
      titles={{ add: '新增配件补发', edit: (label) => `编辑配件补发 ${label}` }}
      above={(grid, head) => <PointAtParts grid={grid} orderId={textOf(head['orderId'])} />}
      partsAbove={1}
      columns={withoutCartonSum}
      note="清单里没有的配件，在“配件说明”里写明"
      example={['WB-CHR-OAK', 'WB-CHR-OAK-LEG', '左前腿']}
      {...(orderId ? { start: { orderId } } : {})}
    />
  );
}

/** Numbers of cartons come to nothing together. */
const withoutCartonSum: NonNullable<DraftSlots['columns']> = (typed) =>
  typed.map((column) => {
    if (column.key !== 'cartonNo') return column;
    const { statistics: _sum, ...plain } = column;
    return plain;
  });

const textOf = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null);

const NO_ROWS: readonly GridRow[] = [];
const hearNothing = (): (() => void) => () => undefined;

/** The goods of the order, or of a SKU that is named, with their parts to point at. */
function PointAtParts({ grid, orderId }: { grid: GridHandle | null; orderId: string | null }): ReactNode {
  const [cause, setCause] = useState<string>('damaged');
  const causes = useDictOptions(partCause);
  const labelId = useId();
  // Also drawn again when the lines are others.
  const rows = useRows(grid);
  return (
    <div className="as-picker">
      <div className="as-plan-bar">
        <span id={labelId}>补发原因</span>
        <Segmented
          aria-labelledby={labelId}
          value={cause}
          options={causes.map(({ value, label }) => ({ value, label }))}
          onChange={setCause}
        />
      </div>
      {orderId ? (
        <OfOrder orderId={orderId}>{(goods) => <Pick grid={grid} rows={rows} cause={cause} goods={goods} />}</OfOrder>
      ) : (
        <OfSku>{(goods) => <Pick grid={grid} rows={rows} cause={cause} goods={goods} />}</OfSku>
      )}
    </div>
  );
}

/** The rows of a grid, as they are now. */
function useRows(grid: GridHandle | null): readonly GridRow[] {
  const version = useSyncExternalStore(grid?.subscribe ?? hearNothing, () =>
    (grid?.getRows() ?? NO_ROWS)
      .map((row) => `${row.id} ${String(row['partSkuId'])} ${String(row['parentSkuId'])} ${String(row['qty'])}`)
      .join(),
  );
  return version === '' ? NO_ROWS : (grid?.getRows() ?? NO_ROWS);
}

type Goods = Parameters<typeof PartPicker>[0]['goods'];

function Pick({
  grid,
  rows,
  cause,
  goods,
}: {
  grid: GridHandle | null;
  rows: readonly GridRow[];
  cause: string;
  goods: Goods;
}): ReactNode {
  return (
    <PartPicker
      goods={goods}
      picked={{
        unitsOf: (one, part) => unitsOf(rows, one, part),
        linesAbout: (one) => linesAbout(rows, one),
        put: (one, part, qty) => grid && putUnits(grid, one, part, { qty, cause }),
        describe: (one) => grid && describe(grid, one, cause),
      }}
    />
  );
}

function OfOrder({ orderId, children }: { orderId: string; children: (goods: Goods) => ReactNode }): ReactNode {
  const { data, error } = useQuery({
    queryKey: keyOf(partOrder, 'ofOrder', orderId),
    queryFn: ({ signal }) => fetchRoute(orderPartsRoute, { params: { orderId }, signal }),
    staleTime: 0,
  });
  if (error) return <Alert type="error" showIcon title={error.message} />;
  return data ? children(data) : <Skeleton active paragraph={{ rows: 2 }} />;
}

const PARENT = link('商品SKU', 'catalog:sku');

/** Goods of an order that is not in the house: their SKU is named first. */
function OfSku({ children }: { children: (goods: Goods) => ReactNode }): ReactNode {
  const [skuId, setSkuId] = useState<string | null>(null);
  const { data, error } = useQuery({
    queryKey: keyOf(partOrder, 'ofSku', skuId),
    queryFn: ({ signal }) => fetchRoute(skuPartsRoute, { params: { skuId: skuId ?? '' }, signal }),
    enabled: skuId !== null,
    staleTime: 0,
  });
  const Choose = cellOf('link').Edit;
  return (
    <>
      <div className="as-sku-choice">
        <label htmlFor="as-parts-of">{PARENT.title}</label>
        <Choose
          field={PARENT}
          name="parentSkuId"
          id="as-parts-of"
          value={skuId}
          onChange={(value) => setSkuId(textOf(value))}
        />
        <span className="as-weak">选择订单后列出订单里的商品</span>
      </div>
      {error && <Alert type="error" showIcon title={error.message} />}
      {data && children([data])}
    </>
  );
}
