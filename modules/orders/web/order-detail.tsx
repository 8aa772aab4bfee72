import type { ReactNode } from 'react';
import { CopyButton, DetailPage, HeldStrip, linesOf } from '#kit/web/index.ts';
import { orderLifecycle } from '../model/order-lifecycle.ts';
import { orderRemark } from '../model/order-remark.ts';
import { isManualOrder, salesOrder, orderLine, orderHold } from '../model/order.ts';
import { OpenHolds, HoldHistory } from './order-holds.tsx';
import { ORDER_DIALOGS } from './lazy-order-dialogs.ts';
import { AddressPart } from './order-address.tsx';
import { OrderChanges } from './order-changes.tsx';
import { isNews, ORDER_FACTS, ORDER_GROUPS } from './order-facts.tsx';
import { OrderFamily } from './order-family.tsx';
import { GoodsList } from './order-goods.tsx';
import { OrderLines } from './order-lines.tsx';
import { offeredMoves } from './order-moves.ts';
import { OrderNext } from './order-next.tsx';
import { OrderRemarks, RemarkList } from './order-remarks.tsx';
import type { OrderDetailRow } from './order-row.ts';
import { orderDetailActions, orderDetailFulfilment, orderStory, orderTimeline } from './order-slots.ts';
import './orders.css';

/** 订单详情: what holds it, what it contains, where it stands, and what may be done. */
export const OrderDetail = (): ReactNode => (
  <DetailPage<typeof salesOrder, OrderDetailRow>
    of={salesOrder}
    tags={({ backorderDate }) => backorderDate && <span className="or-hold">缺货待补 {backorderDate}</span>}
    about={(order) => (
      <>
        {order.accountId_dictText} · 订单号 {order.orderNo}
        <CopyButton text={order.orderNo} what="订单号" />
      </>
    )}
    buttons={({ id, status }) => <orderDetailActions.Outlet orderId={id} status={status} />}
    moves={offeredMoves}
    // No channel confirms it.
    skips={({ orderType }) => (isManualOrder(orderType) ? ['accepted'] : [])}
    dialogs={ORDER_DIALOGS}
    // The button that leads on is the loud one; a held order has none.
    isCalm={({ holds, status }) => holds.length > 0 || status === 'processing'}
    editPath={(id) => `/orders/${id}/edit`}
    above={(order, onTab) => <InItsWay order={order} onChanges={() => onTab('changes')} />}
    next={(order) => <OrderNext order={order} />}
    aside={(order) => <AddressPart order={order} />}
    lines={(order) => <Goods order={order} />}
    groups={ORDER_GROUPS}
    facts={ORDER_FACTS}
    isNews={isNews}
    below={({ id }) => <orderDetailFulfilment.Outlet orderId={id} />}
    hasHistory={false}
    tabs={tabsOf}
  />
);

/** What can still be called back, and what holds it. */
function InItsWay({ order, onChanges }: { order: OrderDetailRow; onChanges: () => void }): ReactNode {
  const open = linesOf(order, orderHold).filter(({ closedAt }) => !closedAt);
  return (
    <>
      <HeldStrip lifecycle={orderLifecycle} id={order.id} />
      {open.length > 0 && (
        <OpenHolds order={order} holds={open} lines={linesOf(order, orderLine)} onChanges={onChanges} />
      )}
    </>
  );
}

/** What a clerk needs at a glance: what was pinned, the goods, the orders it was made of. */
function Goods({ order }: { order: OrderDetailRow }): ReactNode {
  const pinned = linesOf(order, orderRemark).filter((remark) => remark.pinned && !remark.hidden);
  return (
    <>
      {pinned.length > 0 && <RemarkList remarks={pinned} />}
      <GoodsList order={order} lines={linesOf(order, orderLine)} />
      <OrderFamily order={order} />
    </>
  );
}

function tabsOf(order: OrderDetailRow) {
  const lines = linesOf(order, orderLine);
  const holds = linesOf(order, orderHold);
  const remarks = linesOf(order, orderRemark);
  return [
    {
      key: 'lines',
      title: '商品',
      count: lines.length,
      content: <OrderLines lines={lines} isFull isDraft={order.status === 'draft'} />,
    },
    { key: 'holds', title: '挂起', count: holds.length, content: <HoldHistory holds={holds} /> },
    {
      key: 'remarks',
      title: '备注',
      count: remarks.length,
      content: <OrderRemarks order={order} remarks={remarks} />,
    },
    {
      key: 'history',
      title: '全程记录',
      content: (
        <>
          <orderTimeline.Outlet orderId={order.id} />
          <orderStory.Outlet orderId={order.id} />
        </>
      ),
    },
    {
      key: 'changes',
      title: '变更',
      count: (order.changes ?? []).length,
      content: <OrderChanges order={order} />,
    },
  ];
}
