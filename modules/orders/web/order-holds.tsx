import { Button, Table } from 'antd';
import type { ReactElement, ReactNode } from 'react';
import { detailPath, MoveButtons, ScrollRegion, usePage, usePermission } from '#kit/web/index.ts';
import { groupOf } from '../model/order-change.ts';
import { holdNote } from '../model/hold-notes.ts';
import { holdTitle } from '../model/hold-title.ts';
import { orderLifecycle, type OrderMove } from '../model/order-lifecycle.ts';
import { salesOrder } from '../model/order.ts';
import { AddressSuggestions } from './address-advice.tsx';
import { DisputeHere, openDispute } from './dispute-here.tsx';
import { DuplicateOrders } from './duplicate-orders.tsx';
import { HoldTag, URGENT } from './hold-tag.tsx';
import { ORDER_DIALOGS } from './lazy-order-dialogs.ts';
import { cancelRequestHere, unmappedPart } from './order-slots.ts';
import { PriceTexts, pricesOff } from './price-comparison.tsx';
import { openUnits, pendingItems, type HoldRow, type OrderLineRow, type OrderDetailRow } from './order-row.ts';

interface HoldProps {
  order: OrderDetailRow;
  hold: HoldRow;
  lines: readonly OrderLineRow[];
  /** Shows what the channel changed. */
  onChanges: () => void;
}

/** Each open hold with its words, what clears it, and the way there. */
export function OpenHolds({
  order,
  holds,
  lines,
  onChanges,
}: Omit<HoldProps, 'hold'> & { holds: readonly HoldRow[] }): ReactNode {
  return (
    <ul className="or-open-holds" aria-label="未处理的挂起">
      {holds.map((hold) => (
        <li key={hold.id} className={URGENT.has(hold.type) ? 'or-open-urgent' : ''}>
          <HoldTag type={hold.type} />
          <HoldText hold={hold} order={order} lines={lines} />
          <span className="wb-actions">
            <HoldActions order={order} hold={hold} lines={lines} onChanges={onChanges} />
          </span>
        </li>
      ))}
    </ul>
  );
}

/** Why the order is held, and what clears it; prices with what they are measured by. */
function HoldText({ hold, order, lines }: Omit<HoldProps, 'onChanges'>): ReactNode {
  const prices = hold.type === 'priceMismatch' ? pricesOff(order, lines) : [];
  return (
    <div className="or-open-text">
      {prices.length > 0 ? <PriceTexts prices={prices} /> : hold.detail && <strong>{hold.detail}　</strong>}
      <span className="or-weak">{holdNote(hold.type)}</span>
    </div>
  );
}

/** What clears a hold: a move of the order, or the list in which it is cleared; each reason has its own. */
function HoldActions({ order, hold, lines, onChanges }: HoldProps): ReactElement {
  const number = encodeURIComponent(order.channelOrderNo);
  const dispute = openDispute(order);
  switch (hold.type) {
    case 'unmapped':
      return (
        <>
          {hold.detail && <unmappedPart.Outlet accountId={order.accountId} channelSku={hold.detail} />}
          <PageButton
            title="去配对"
            permission="channels:channelProduct:list"
            path={`/channel/wf/product?channelSku=${encodeURIComponent(hold.detail ?? '')}`}
          />
        </>
      );
    case 'unmappedWarehouse':
      return (
        <>
          <PageButton title="去映射" permission="base:channelWarehouse:list" path="/channel/wf/warehouse" />
          <HoldMove order={order} move="reallocate" />
        </>
      );
    case 'outOfStock':
      return (
        <>
          <PageButton
            title="看库存"
            permission="inventory:stockPlace:list"
            path={`/base/inventory?skuId=${shortSkus(lines).join(',')}`}
          />
          <HoldMove order={order} move="reallocate" />
        </>
      );
    case 'priceMismatch':
      return (
        <>
          {pendingItems(order).some(({ field }) => groupOf(field) === 'price') && (
            <HoldMove order={order} move="rejectChange" />
          )}
          {dispute ? (
            <DisputeHere order={order} dispute={dispute} />
          ) : (
            <>
              <HoldMove order={order} move="acceptPrice" />
              <HoldMove order={order} move="dispute" />
            </>
          )}
        </>
      );
    case 'channelChange':
      return (
        <>
          <Button onClick={onChanges}>看变更</Button>
          <HoldMove order={order} move="rejectChange" />
          <HoldMove order={order} move="applyChange" />
        </>
      );
    case 'walletLow':
      return <PageButton title="看钱包" permission="ledger:wallet:list" path="/finance/wallet" />;
    case 'address':
      return (
        <AddressSuggestions order={order}>
          <HoldMove order={order} move="correctAddress" />
        </AddressSuggestions>
      );
    case 'duplicate':
      return (
        <>
          {hold.otherOrderId && hold.otherOrderId_dictText && (
            <>
              <PageButton
                title={`看 ${hold.otherOrderId_dictText}`}
                permission="orders:salesOrder:list"
                path={detailPath(salesOrder, hold.otherOrderId)}
              />
              <DuplicateOrders order={order} otherId={hold.otherOrderId} />
            </>
          )}
          <HoldMove order={order} move="notDuplicate" />
        </>
      );
    case 'cancelRequest':
      return (
        <>
          <cancelRequestHere.Outlet orderId={order.id} />
          <PageButton
            title="看取消申请"
            permission="channels:cancellationRequest:list"
            path={`/channel/wf/cancellation?channelOrderNo=${number}`}
          />
        </>
      );
    case 'noAck':
      return (
        <>
          <PageButton title="看任务" permission="desk:delivery:list" path={`/tasks?tab=*&aggregate=${order.id}`} />
          <HoldMove order={order} move="release" />
        </>
      );
    case 'answeredElsewhere':
      return (
        <>
          <HoldMove order={order} move="archive" />
          <HoldMove order={order} move="release" />
        </>
      );
    case 'manual':
      return <HoldMove order={order} move="release" />;
  }
}

const HoldMove = ({ order, move }: { order: OrderDetailRow; move: OrderMove }): ReactNode => (
  <MoveButtons lifecycle={orderLifecycle} row={order} moves={[move]} dialogs={ORDER_DIALOGS} look="plain" />
);

/** SKUs of which the order holds fewer units than it needs; all of them where that tells nothing. */
function shortSkus(lines: readonly OrderLineRow[]): string[] {
  const known = lines.filter((line) => line.skuId !== null && openUnits(line) > 0);
  const short = known.filter((line) => line.qtyReserved < openUnits(line));
  return [...new Set((short.length > 0 ? short : known).map((line) => String(line.skuId)))];
}

function PageButton({ title, permission, path }: { title: string; permission: string; path: string }): ReactNode {
  const { open } = usePage();
  return usePermission(permission) ? (
    <Button data-leads-away onClick={() => open(path)}>
      {title}
    </Button>
  ) : null;
}

/** All holds the order has had, and who or what cleared them. */
export function HoldHistory({ holds }: { holds: readonly HoldRow[] }): ReactNode {
  return (
    <section className="wb-detail-part">
      <ScrollRegion label="挂起记录">
        <Table<HoldRow>
          size="small"
          rowKey="id"
          pagination={false}
          scroll={{ x: 860 }}
          locale={{ emptyText: '这个订单没有挂起过' }}
          dataSource={[...holds].sort((a, b) => b.openedAt.localeCompare(a.openedAt))}
          columns={[
            { key: 'type', title: '原因', width: 110, render: (_, hold) => holdTitle(hold.type) },
            { key: 'detail', title: '说明', render: (_, hold) => hold.detail ?? '—' },
            { key: 'openedAt', title: '挂起时间', dataIndex: 'openedAt', width: 150 },
            {
              key: 'closedAt',
              title: '解除时间',
              width: 150,
              render: (_, hold) => hold.closedAt ?? <span className="or-bad">未解除</span>,
            },
            {
              key: 'closedBy',
              title: '解除人',
              width: 100,
              render: (_, hold) => hold.closedBy ?? '—',
            },
            {
              key: 'resolution',
              title: '处理',
              width: 180,
              render: (_, hold) => hold.resolution ?? '—',
            },
          ]}
        />
      </ScrollRegion>
    </section>
  );
}
