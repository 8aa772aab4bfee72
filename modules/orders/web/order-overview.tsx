import type { ReactNode } from 'react';
import { AuditLine, CopiedText, CopyButton, DetailColumns, FieldList, isBlank, SourceLink } from '#kit/web/index.ts';
import { isManualOrder, salesOrder } from '../model/order.ts';
import { AddressDoubts } from './address-advice.tsx';
import { OrderFamily } from './order-family.tsx';
import { GoodsList } from './order-goods.tsx';
import { OrderNext } from './order-next.tsx';
import { OrderTags } from './order-tags.tsx';
import { RemarkList } from './order-remarks.tsx';
import type { OrderLineRow, RemarkRow, OrderDetailRow } from './order-row.ts';
import { orderDetailFulfilment } from './order-slots.ts';

/** Of an order that no channel knows, the same facts are where it comes from. */
const [CHANNEL, OWN] = ['平台', '来源'];

/** Facts of an order by what they are about. Goods, deadlines and the address have places of their own. */
const GROUPS = [
  {
    title: CHANNEL,
    keys: [
      'accountId',
      'orderType',
      'priority',
      'source',
      'orderedAt',
      'shipSpeed',
      'carrierCode',
      'acceptSync',
      'shipSync',
      'tagIds',
    ],
  },
  {
    title: '物流',
    keys: [
      'warehouseId',
      'pinnedWarehouseId',
      'shipMethodId',
      'boxCount',
      'labelStatus',
      'trackingNo',
      'shippedAt',
      'deliveredAt',
      'returnUntil',
    ],
  },
  { title: '金额', keys: ['total', 'unitCount'] },
  {
    title: '取消',
    ofCancelled: true,
    keys: ['cancelledAt', 'cancelledSide', 'cancelledBy', 'cancelSync'],
  },
] as const satisfies readonly Group[];

interface Group {
  title: string;
  keys: readonly (keyof OrderDetailRow & keyof typeof salesOrder.fields)[];
  /** Only where something was cancelled. */
  ofCancelled?: true;
}

/** What a clerk needs at a glance: the goods, the facts, the shipments; beside them what is next. */
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
  return (
    <DetailColumns
      aside={
        <>
          <OrderNext order={order} />
          <AddressPart order={order} />
        </>
      }
    >
      {pinned.length > 0 && <RemarkList remarks={pinned} />}
      <GoodsList order={order} lines={lines} />
      <OrderFamily order={order} />
      <OrderFacts order={order} lines={lines} />
      <orderDetailFulfilment.Outlet orderId={order.id} />
    </DetailColumns>
  );
}

/** What became of a call to the channel leads to its tasks; a number that is asked for can be copied. */
function factsOf(order: OrderDetailRow): Record<string, ReactNode> {
  const sync = (key: 'acceptSync' | 'shipSync' | 'cancelSync'): ReactNode => (
    <SourceLink title="看任务" permission="desk:delivery:list" path={`/tasks?tab=*&aggregate=${order.id}`}>
      {order[`${key}_dictText`] ?? order[key]}
    </SourceLink>
  );
  return {
    acceptSync: sync('acceptSync'),
    shipSync: sync('shipSync'),
    cancelSync: sync('cancelSync'),
    tagIds: <OrderTags order={order} />,
    trackingNo: order.trackingNo && <CopiedText text={order.trackingNo} what="运单号" />,
  };
}

/** Facts in their groups; what is empty, or has not begun, is left out. */
function OrderFacts({ order, lines }: { order: OrderDetailRow; lines: readonly OrderLineRow[] }): ReactNode {
  const hasCancelled = order.cancelledAt !== null || lines.some((line) => line.qtyCancelled > 0);
  const isKnown = (key: Group['keys'][number]): boolean =>
    key === 'tagIds' || (!isBlank(order[key]) && !(key.endsWith('Sync') && order[key] === 'none'));
  // A label that was paid for in vain is a fact of a cancellation; that none was is no news.
  const loss = order.labelLoss ? (['labelLoss'] as const) : [];
  const groups = (GROUPS as readonly Group[])
    .filter(({ ofCancelled = false }) => !ofCancelled || hasCancelled)
    .map(({ title, keys, ofCancelled = false }) => ({
      title: title === CHANNEL && isManualOrder(order.orderType) ? OWN : title,
      keys: [...keys.filter(isKnown), ...(ofCancelled ? loss : [])],
    }));
  return (
    <section className="wb-detail-part">
      {groups
        .filter(({ keys }) => keys.length > 0)
        .map(({ title, keys }) => (
          <div key={title} className="or-facts">
            <h2>{title}</h2>
            <FieldList fields={salesOrder.fields} keys={keys} row={order} columns={3} facts={factsOf(order)} />
          </div>
        ))}
      {order.note && (
        <div className="or-facts">
          <h2>说明</h2>
          <FieldList fields={salesOrder.fields} keys={['note']} row={order} columns={1} />
        </div>
      )}
      <AuditLine row={order} />
    </section>
  );
}

/** While an address can still be corrected here, it is said what is odd about it. */
const OPEN_TO_CORRECT = new Set(['new', 'accepted', 'ready']);

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
  return (
    <section className="wb-detail-part">
      <h2>
        收货地址
        {!isMasked && <CopyButton text={rows.join('\n')} what="地址" />}
      </h2>
      <address className="or-address">
        {rows.map((row, index) => (
          <div key={`${index}-${row}`}>{row}</div>
        ))}
      </address>
      {OPEN_TO_CORRECT.has(order.status) && <AddressDoubts order={order} />}
      {isMasked && <p className="or-weak">没有查看收件人信息的权限。</p>}
    </section>
  );
}
