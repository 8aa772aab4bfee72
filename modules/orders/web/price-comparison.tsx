import { Table } from 'antd';
import type { ReactNode } from 'react';
import { grouped, ScrollRegion, shortPrice, useIsMobile } from '#kit/web/index.ts';
import { groupOf } from '../model/order-change.ts';
import { comparePrices, isOff, type PriceComparison } from '../model/price-comparison.ts';
import { pendingItems, type OrderDetailRow, type OrderLineRow } from './order-row.ts';

const price = (value: string | null): string => (value === null ? '未约定' : grouped(shortPrice(value)));
/** As {@link price}, with its sign. */
const difference = ({ difference, percent }: PriceComparison): string => {
  if (difference === null) return '—';
  const sign = difference.startsWith('+') ? '+' : '';
  return `${sign}${price(difference.replace('+', ''))}${percent === null ? '' : `（${percent}）`}`;
};

/** Lines of an order that are not priced as agreed. */
export const pricesOff = (order: OrderDetailRow, lines: readonly OrderLineRow[]): PriceComparison[] =>
  comparePrices(
    lines.filter((line) => line.qtyCancelled < line.qty),
    pendingItems(order).filter(({ field }) => groupOf(field) === 'price'),
  ).filter(isOff);

/** What a person accepts with a price, line by line, in one text each. */
export function PriceTexts({ prices }: { prices: readonly PriceComparison[] }): ReactNode {
  return (
    <ul className="or-prices">
      {prices.map((one, index) => (
        <li key={`${index}-${one.channelSku}`}>
          <strong>{one.channelSku}</strong> {one.currency} 订单价 {price(one.current)}
          {one.wanted !== null && ` · 平台新价 ${price(one.wanted)}`} · 约定价 {price(one.agreed)} · 差额{' '}
          <strong className="or-bad">{difference(one)}</strong>
        </li>
      ))}
    </ul>
  );
}

/** The same as a table; on a phone, where figures would be cut, as texts. */
export function PriceTable({ prices }: { prices: readonly PriceComparison[] }): ReactNode {
  const isMobile = useIsMobile();
  if (isMobile) return <PriceTexts prices={prices} />;
  const hasWanted = prices.some(({ wanted }) => wanted !== null);
  return (
    <ScrollRegion label="价格对比">
      <Table<PriceComparison>
        size="small"
        rowKey={(one) => `${prices.indexOf(one)}`}
        pagination={false}
        scroll={{ x: 'max-content' }}
        dataSource={prices as PriceComparison[]}
        columns={[
          { key: 'sku', title: '渠道SKU', render: (_, one) => one.channelSku },
          { key: 'currency', title: '币种', render: (_, one) => one.currency },
          {
            key: 'current',
            title: '订单价',
            align: 'right',
            render: (_, one) => <span className="wb-number">{price(one.current)}</span>,
          },
          ...(hasWanted
            ? [
                {
                  key: 'wanted',
                  title: '平台新价',
                  align: 'right' as const,
                  render: (_: unknown, one: PriceComparison) => (
                    <strong className="wb-number">{one.wanted === null ? '—' : price(one.wanted)}</strong>
                  ),
                },
              ]
            : []),
          {
            key: 'agreed',
            title: '约定价',
            align: 'right',
            render: (_, one) => <span className="wb-number">{price(one.agreed)}</span>,
          },
          {
            key: 'difference',
            title: '差额',
            align: 'right',
            render: (_, one) => <strong className="wb-number or-bad">{difference(one)}</strong>,
          },
        ]}
      />
    </ScrollRegion>
  );
}
