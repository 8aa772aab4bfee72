import { Button, Skeleton } from 'antd';
import { useState, type ReactNode } from 'react';
import { BlankState, detailPath, grouped, linesOf, SourceLink, StateTag, useRow } from '#kit/web/index.ts';
import { orderLifecycle } from '../model/order-lifecycle.ts';
import { orderLine, salesOrder } from '../model/order.ts';
import { DropTwin } from './drop-twin.tsx';
import type { OrderDetailRow } from './order-row.ts';

/** 疑似重复: both orders side by side, what differs marked, and either of them cancelled on the spot. */
export function DuplicateOrders({ order, otherId }: { order: OrderDetailRow; otherId: string }): ReactNode {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        {isOpen ? '收起对比' : '对比两单'}
      </Button>
      {isOpen && <Comparison order={order} otherId={otherId} />}
    </>
  );
}

function Comparison({ order, otherId }: { order: OrderDetailRow; otherId: string }): ReactNode {
  const { data: other, error, refetch } = useRow(salesOrder, otherId);
  if (error && !other)
    return (
      <BlankState tone="bad" title={error.message} actions={<Button onClick={() => void refetch()}>重试</Button>} />
    );
  if (!other) return <Skeleton active className="or-twins" />;
  const facts = factsOf(order).map((fact, at) => ({ ...fact, there: factsOf(other)[at]?.here }));
  return (
    <table className="or-twins">
      <thead>
        <tr>
          <th scope="col">对比</th>
          <th scope="col">本单</th>
          <th scope="col">
            <SourceLink
              title="打开该订单"
              permission="orders:salesOrder:list"
              path={detailPath(salesOrder, other.id) ?? ''}
            >
              {other.channelOrderNo}
            </SourceLink>
          </th>
        </tr>
      </thead>
      <tbody>
        {facts.map(({ title, here, there }) => (
          <tr key={title} className={here === there ? undefined : 'or-differs'}>
            <th scope="row">{title}</th>
            <td>{here}</td>
            <td>{there}</td>
          </tr>
        ))}
        <tr>
          <th scope="row">状态</th>
          {[order, other].map((one) => (
            <td key={one.id}>
              <StateTag lifecycle={orderLifecycle} state={one.status} />
            </td>
          ))}
        </tr>
        <tr>
          <th scope="row">取消其一</th>
          {[order, other].map((one) => (
            <td key={one.id}>
              <DropTwin order={one} kept={one.id === order.id ? other : order} />
            </td>
          ))}
        </tr>
      </tbody>
    </table>
  );
}

interface Fact {
  title: string;
  here: string;
}

/** What tells one order from its double, in words. */
function factsOf(order: OrderDetailRow): Fact[] {
  const goods = linesOf(order, orderLine).map(
    ({ channelSku, qty, qtyCancelled }) => `${channelSku}×${qty - qtyCancelled}`,
  );
  const address = [order.shipToAddress1, order.shipToCity, order.shipToState, order.shipToPostalCode];
  return [
    { title: 'PO号', here: order.channelOrderNo },
    { title: '店铺', here: order.accountId_dictText ?? '' },
    { title: '下单时间', here: order.orderedAt.slice(0, 16) },
    { title: '商品', here: goods.join('，') },
    { title: '金额', here: `${grouped(order.total)} ${order.currency}` },
    { title: '收件人', here: order.shipToName ?? '' },
    { title: '地址', here: address.filter(Boolean).join('，') },
  ].filter(({ here }) => here !== '');
}
