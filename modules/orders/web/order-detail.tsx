import { Button, Skeleton, Tabs } from 'antd';
import { useState, type ReactNode } from 'react';
import {
  HelpButton,
  HeldStrip,
  CopyButton,
  MoveButtons,
  Neighbours,
  PRINT_ACTION,
  StagePath,
  StateTag,
  usePage,
  usePageTitle,
  usePermission,
  RowFault,
  useRow,
  linesOf,
} from '#kit/web/index.ts';
import { orderLifecycle } from '../model/order-lifecycle.ts';
import { orderRemark } from '../model/order-remark.ts';
import { isManualOrder, salesOrder, orderLine, orderHold } from '../model/order.ts';
import { EnvironmentTag } from './environment-tag.tsx';
import { OpenHolds, HoldHistory } from './order-holds.tsx';
import { ORDER_DIALOGS } from './lazy-order-dialogs.ts';
import { OrderChanges } from './order-changes.tsx';
import { OrderLines } from './order-lines.tsx';
import { offeredMoves } from './order-moves.ts';
import { OrderOverview } from './order-overview.tsx';
import { OrderRemarks } from './order-remarks.tsx';
import type { OrderDetailRow } from './order-row.ts';
import { orderDeeds, orderStory, orderTimeline } from './order-slots.ts';
import './orders.css';

/** 订单详情: what holds it, what it contains, where it stands, and what may be done. */
export function OrderDetail(): ReactNode {
  const { params } = usePage();
  const id = params['id'] ?? '';
  const { data, error, refetch } = useRow(salesOrder, id);
  usePageTitle(data ? `订单 ${data.channelOrderNo}` : undefined);
  if (error && !data) return <RowFault of={salesOrder} error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton active className="wb-page-wait" />;
  return <OrderBody order={data} />;
}

function OrderBody({ order }: { order: OrderDetailRow }): ReactNode {
  const [tab, setTab] = useState('overview');
  const lines = linesOf(order, orderLine);
  const holds = linesOf(order, orderHold);
  const remarks = linesOf(order, orderRemark);
  const changes = order.changes ?? [];
  const open = holds.filter((hold) => !hold.closedAt);
  return (
    <article className="wb-detail">
      <OrderHead order={order} />
      <HeldStrip lifecycle={orderLifecycle} id={order.id} />
      {open.length > 0 && <OpenHolds order={order} holds={open} lines={lines} onChanges={() => setTab('changes')} />}
      <Tabs
        size="small"
        activeKey={tab}
        onChange={setTab}
        items={[
          {
            key: 'overview',
            label: '概览',
            children: <OrderOverview order={order} lines={lines} remarks={remarks} />,
          },
          {
            key: 'lines',
            label: counted('商品', lines.length),
            children: <OrderLines lines={lines} isFull isDraft={order.status === 'draft'} />,
          },
          {
            key: 'holds',
            label: counted('挂起', holds.length),
            children: <HoldHistory holds={holds} />,
          },
          {
            key: 'remarks',
            label: counted('备注', remarks.length),
            children: <OrderRemarks order={order} remarks={remarks} />,
          },
          {
            key: 'history',
            label: '全程记录',
            children: (
              <>
                <orderTimeline.Outlet orderId={order.id} />
                <orderStory.Outlet orderId={order.id} />
              </>
            ),
          },
          {
            key: 'changes',
            label: counted('变更', changes.length),
            children: <OrderChanges order={order} />,
          },
        ]}
      />
    </article>
  );
}

const counted = (title: string, count: number): string => (count > 0 ? `${title} ${count}` : title);

/** Number, state, whose it is, how far it is, and what can be done. */
function OrderHead({ order }: { order: OrderDetailRow }): ReactNode {
  const { open } = usePage();
  const mayEdit = usePermission('orders:salesOrder:edit');
  const state = order.status;
  return (
    <>
      <header className="or-head">
        <h1 className="wb-detail-name">{order.channelOrderNo}</h1>
        <CopyButton text={order.channelOrderNo} what="PO号" />
        <StateTag lifecycle={orderLifecycle} state={state} />
        {order.backorderDate && <span className="or-hold">缺货待补 {order.backorderDate}</span>}
        <EnvironmentTag environment={order.environment} />
        <HelpButton />
        {state === 'draft' && mayEdit && (
          <Button className="or-edit" onClick={() => open(`/orders/${order.id}/edit`)}>
            编辑
          </Button>
        )}
        <span className="or-deeds">
          <orderDeeds.Outlet orderId={order.id} status={state} />
        </span>
        <MoveButtons
          lifecycle={orderLifecycle}
          row={order}
          moves={offeredMoves(order)}
          dialogs={ORDER_DIALOGS}
          more={[PRINT_ACTION]}
          visible={4}
          // The button that leads on is the loud one; a held order has none.
          look={isClear(order) ? 'buttons' : 'plain'}
        />
      </header>
      <div className="or-way">
        <StagePath
          lifecycle={orderLifecycle}
          state={state}
          skips={isManualOrder(order.orderType) ? ['accepted'] : []}
        />
        <span className="or-about">
          {order.accountId_dictText} · 订单号 {order.orderNo}
          <CopyButton text={order.orderNo} what="订单号" />
        </span>
        <Neighbours of={salesOrder} id={order.id} />
      </div>
    </>
  );
}

const isClear = (order: OrderDetailRow): boolean => (order.holds ?? []).length === 0 && order.status !== 'processing';
