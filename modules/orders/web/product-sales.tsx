import { useQuery } from '@tanstack/react-query';
import { useMemo, type ReactNode } from 'react';
import {
  fetchRoute,
  Chart,
  DetailPart,
  detailPath,
  grouped,
  keyOf,
  PartTable,
  SourceLink,
  usePermission,
  type ChartProps,
} from '#kit/web/index.ts';
import type { ProductPartProps } from '#modules/catalog/web/index.tsx';
import { orderStatus, salesOrder } from '../model/order.ts';
import { productSalesRoute, SALES_DAYS, type ProductSales as Sales } from '../model/product-sales.ts';
import './product-sales.css';

/** On a product's page: what was ordered of it lately, and what still has to leave. */
export function ProductSales({ productId, nameOf }: ProductPartProps): ReactNode {
  const maySee = usePermission('orders:salesOrder:list');
  const request = useQuery({
    queryKey: keyOf(salesOrder, 'ofProduct', productId),
    queryFn: ({ signal }) => fetchRoute(productSalesRoute, { params: { id: productId }, signal }),
    enabled: maySee,
    staleTime: 0,
  });
  if (!maySee) return null;
  return (
    <>
      <DetailPart title={`近${SALES_DAYS}天销量`} query={request}>
        {(sales) => <Figures sales={sales} nameOf={nameOf} />}
      </DetailPart>
      {request.data && (
        <DetailPart title="未完成订单" query={request} countOf={({ open }) => open.count} none="没有等待发货的订单。">
          {({ open }) => <OpenOrders open={open} />}
        </DetailPart>
      )}
    </>
  );
}

/** `比前30天 +20%`; nothing where there was nothing to compare with. */
function trendText({ units, unitsBefore }: Pick<Sales, 'units' | 'unitsBefore'>): string {
  if (unitsBefore === 0) return units === 0 ? '' : `前${SALES_DAYS}天没有`;
  const percent = Math.round(((units - unitsBefore) / unitsBefore) * 100);
  return `比前${SALES_DAYS}天 ${percent > 0 ? '+' : ''}${percent}%`;
}

function Figures({ sales, nameOf }: { sales: Sales; nameOf: ProductPartProps['nameOf'] }): ReactNode {
  const { days, units, orders, amounts, skus } = sales;
  const option = useMemo(() => barsOption(days), [days]);
  return (
    <>
      <p className="od-sales">
        <strong>{grouped(units)}</strong> 件 · {grouped(orders)} 单
        {amounts.map(({ currency, amount }) => ` · ${grouped(amount)} ${currency}`)}
        <span className="od-sales-trend">{trendText(sales)}</span>
      </p>
      {units > 0 && <Chart label={`近${SALES_DAYS}天每日销量`} height={160} option={option} />}
      {skus.length > 1 && (
        <PartTable
          label="各SKU销量"
          head={[
            { title: 'SKU' },
            { title: `近${SALES_DAYS}天`, isFigure: true },
            { title: `前${SALES_DAYS}天`, isFigure: true },
          ]}
          rows={skus.map((one) => ({
            key: one.skuId,
            cells: [nameOf(one.skuId), grouped(one.units), grouped(one.unitsBefore)],
          }))}
        />
      )}
    </>
  );
}

const FONT = 12;

const barsOption =
  (days: Sales['days']): ChartProps['option'] =>
  ({ accent, weak, line, surface, text }) => ({
    grid: { left: 8, right: 16, top: 12, bottom: 4, containLabel: true },
    tooltip: {
      trigger: 'axis',
      confine: true,
      borderColor: line,
      backgroundColor: surface,
      textStyle: { color: text, fontSize: FONT },
    },
    xAxis: {
      type: 'category',
      data: days.map(({ day }) => day.slice(5)),
      axisLine: { lineStyle: { color: line } },
      axisTick: { show: false },
      axisLabel: { color: weak, fontSize: FONT, hideOverlap: true },
    },
    yAxis: {
      type: 'value',
      minInterval: 1,
      splitLine: { lineStyle: { color: line } },
      axisLabel: { color: weak, fontSize: FONT },
    },
    series: [{ name: '件', type: 'bar', data: days.map(({ units }) => units), color: accent }],
  });

const OpenOrders = ({ open }: { open: Sales['open'] }): ReactNode => (
  <>
    <PartTable
      label="未完成订单"
      head={[
        { title: 'PO号' },
        { title: '店铺' },
        { title: '状态' },
        { title: '未发件数', isFigure: true },
        { title: '最晚发货', isFigure: true },
      ]}
      rows={open.orders.map((order) => ({
        key: order.id,
        cells: [
          <SourceLink
            key="no"
            title="看订单"
            permission="orders:salesOrder:list"
            path={detailPath(salesOrder, order.id)}
          >
            {order.channelOrderNo}
          </SourceLink>,
          order.account,
          orderStatus.items[order.status as keyof typeof orderStatus.items],
          grouped(order.units),
          order.shipBy ?? '—',
        ],
      }))}
    />
    {open.count > open.orders.length && (
      <p className="wb-part-none">
        共 {open.count} 单 {grouped(open.units)} 件，只列出最早要发的 {open.orders.length} 单。
      </p>
    )}
  </>
);
