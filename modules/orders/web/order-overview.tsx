import { CopyOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import type { ReactNode } from 'react';
import { AuditLine, copyText, FieldList, say } from '#kit/web/index.ts';
import { salesOrder } from '../model/order.ts';
import { OrderLines } from './order-lines.tsx';
import { RemarkList } from './order-remarks.tsx';
import type { OrderLineRow, RemarkRow, OrderDetailRow } from './order-row.ts';
import { orderDetailFulfilment } from './order-slots.ts';

const FACTS = [
  'total',
  'unitCount',
  'orderType',
  'source',
  'orderedAt',
  'acceptDeadline',
  'shipBy',
  'warehouseId',
  'shipMethodId',
  'shipSpeed',
  'carrierCode',
  'acceptSync',
  'shipSync',
  'boxCount',
  'labelStatus',
  'trackingNo',
  'shippedAt',
] as const;
const ENDED = ['cancelledAt', 'cancelledSide', 'cancelledBy', 'cancelSync', 'labelLoss'] as const;

/** What a clerk needs at a glance: facts, where it goes, what was noted, the goods, the shipments. */
export function OrderOverview({
  order,
  lines,
  remarks,
}: {
  order: OrderDetailRow;
  lines: readonly OrderLineRow[];
  remarks: readonly RemarkRow[];
}): ReactNode {
  const pinned = remarks.filter((remark) => remark.pinned && !remark.hidden);
  const hasCancelled = order.cancelledAt || lines.some((line) => line.qtyCancelled > 0);
  return (
    <>
      {pinned.length > 0 && <RemarkList remarks={pinned} />}
      <div className="or-two">
        <section className="wb-detail-part">
          <FieldList
            fields={salesOrder.fields}
            keys={[
              ...FACTS,
              ...(order.pinnedWarehouseId ? (['pinnedWarehouseId'] as const) : []),
              ...(order.note ? (['note'] as const) : []),
              ...(hasCancelled ? ENDED : []),
            ]}
            row={order}
            columns={3}
          />
          <AuditLine row={order} />
        </section>
        <AddressPart order={order} />
      </div>
      <OrderLines lines={lines} isDraft={order.status === 'draft'} />
      <orderDetailFulfilment.Outlet orderId={order.id} />
    </>
  );
}

/** Where it goes. Who may not see buyers sees the region that shipping depends on. */
function AddressPart({ order }: { order: OrderDetailRow }): ReactNode {
  const text = (key: keyof typeof salesOrder.fields): string => String(order[key] ?? '').trim();
  const isMasked = !('shipToName' in order);
  const region = [text('shipToState'), text('shipToPostalCode')].filter(Boolean).join(' ');
  const rows = [
    text('shipToName'),
    text('shipToAddress1'),
    text('shipToAddress2'),
    [text('shipToCity'), region].filter(Boolean).join(', '),
    text('shipToCountry'),
    text('shipToPhone') && `电话 ${text('shipToPhone')}`,
  ].filter((row) => row !== '');
  const copy = async (): Promise<void> => {
    if (await copyText(rows.join('\n'))) say.done('地址已复制');
    else say.warn('浏览器不允许复制，请手工选择');
  };
  return (
    <section className="wb-detail-part">
      <h2>
        收货地址
        {!isMasked && (
          <Button
            type="text"
            size="small"
            icon={<CopyOutlined />}
            aria-label="复制地址"
            title="复制地址"
            onClick={() => void copy()}
          />
        )}
      </h2>
      <address className="or-address">
        {rows.map((row, index) => (
          <div key={`${index}-${row}`}>{row}</div>
        ))}
      </address>
      {isMasked && <p className="or-weak">没有查看收件人信息的权限。</p>}
    </section>
  );
}
