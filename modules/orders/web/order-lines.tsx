import { Table } from 'antd';
import type { ReactNode } from 'react';
import { listColumns, ScrollRegion, withRoom, type ColumnSpec } from '#kit/web/index.ts';
import { orderLine } from '../model/order.ts';
import { openUnits, type OrderLineRow } from './order-row.ts';

type Columns = readonly ColumnSpec<OrderLineRow>[];

const counter = (key: keyof OrderLineRow, title: string): ColumnSpec<OrderLineRow> => ({
  key,
  title,
  width: 60,
  align: 'right',
  render: (line) => (line[key] === 0 ? <span className="or-weak">0</span> : String(line[key])),
});

const reserved: ColumnSpec<OrderLineRow> = {
  key: 'qtyReserved',
  title: '预占',
  width: 60,
  align: 'right',
  render: (line) => (
    <span className={line.qtyReserved < openUnits(line) - line.qtyBackordered ? 'or-bad' : undefined}>
      {line.qtyReserved}
    </span>
  ),
};
/** A draft asks for no stock yet: that it has none is no fault. */
const draftReserved = counter('qtyReserved', '预占');
const sku: ColumnSpec<OrderLineRow> = {
  key: 'skuId',
  title: '本地SKU',
  width: 150,
};
const name: ColumnSpec<OrderLineRow> = { key: 'name', width: 220 };

const COUNTERS: Columns = [
  counter('qty', '数量'),
  reserved,
  counter('qtyPacked', '装箱'),
  counter('qtyBackordered', '待补'),
  counter('qtyShipped', '已发'),
  counter('qtyCancelled', '取消'),
];

const SHORT: Columns = [
  { key: 'channelSku', width: 150 },
  sku,
  name,
  ...COUNTERS,
  'unitPrice',
  'lineNet',
  'warehouseId',
];
const FULL: Columns = [
  { key: 'lineNo', width: 56 },
  ...SHORT.slice(0, -3),
  'unitPrice',
  'expectedPrice',
  {
    key: 'priceDiffPct',
    title: '价差',
    width: 84,
    render: (line) => <PriceDiff value={line.priceDiffPct} />,
  },
  'lineNet',
  'cogs',
  'warehouseId',
  { key: 'allocationReason', width: 160 },
  'estShipDate',
];

/** The lines of an order with their counters; `isFull` adds prices, cost and why that warehouse. */
export function OrderLines({
  lines,
  isFull = false,
  isDraft = false,
}: {
  lines: readonly OrderLineRow[];
  isFull?: boolean;
  isDraft?: boolean;
}): ReactNode {
  const [first] = lines;
  // What the server leaves out for this user (cost) has no column.
  const shown = (isFull ? FULL : SHORT).map((one) => (isDraft && one === reserved ? draftReserved : one));
  const columns = withRoom(
    listColumns<OrderLineRow>(orderLine, undefined, shown).filter(({ key }) => !first || key in first),
    lines,
  );
  return (
    <section className="wb-detail-part">
      {!isFull && <h2>商品</h2>}
      <ScrollRegion label="商品">
        <Table<OrderLineRow>
          size="small"
          rowKey="id"
          pagination={false}
          scroll={{ x: columns.reduce((sum, { width }) => sum + width, 0) }}
          dataSource={lines as OrderLineRow[]}
          rowClassName={(line) => (line.qtyCancelled === line.qty ? 'or-gone' : '')}
          columns={columns.map((column) => ({
            key: column.key,
            title: column.title,
            width: column.width,
            align: column.align ?? 'left',
            ellipsis: column.ellipsis ?? false,
            render: (_: unknown, line: OrderLineRow) => column.render(line),
          }))}
        />
      </ScrollRegion>
    </section>
  );
}

function PriceDiff({ value }: { value: unknown }): ReactNode {
  const percent = Number(value ?? 0);
  if (value === null || value === undefined) return <span className="wb-none">—</span>;
  return (
    <span className={percent === 0 ? 'or-weak' : 'or-bad'}>
      {percent > 0 ? '+' : ''}
      {Math.round(percent * 100) / 100}%
    </span>
  );
}
