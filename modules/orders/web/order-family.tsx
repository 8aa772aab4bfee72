import type { ReactNode } from 'react';
import { detailPath, SourceLink, StateTag } from '#kit/web/index.ts';
import { orderLifecycle } from '../model/order-lifecycle.ts';
import { isManualOrder, salesOrder } from '../model/order.ts';
import type { OrderDetailRow } from './order-row.ts';

/** 拆分单: the orders that stand for the same number at the channel, and how far each is. */
export function OrderFamily({ order }: { order: OrderDetailRow }): ReactNode {
  const family = order.family ?? [];
  if (family.length < 2) return null;
  return (
    <section className="wb-detail-part">
      <h2>
        拆分单<span className="wb-part-count">{family.length}</span>
      </h2>
      <ul className="or-family">
        {family.map((one) => (
          <li key={one.id} aria-current={one.id === order.id}>
            {one.id === order.id ? (
              <strong>{one.orderNo}（本单）</strong>
            ) : (
              <SourceLink
                title="打开该订单"
                permission="orders:salesOrder:list"
                path={detailPath(salesOrder, one.id) ?? ''}
              >
                {one.orderNo}
              </SourceLink>
            )}
            <StateTag lifecycle={orderLifecycle} state={one.status} />
            <span className="or-weak">
              {one.itemSummary} · {one.unitCount} 件{one.warehouse ? ` · ${one.warehouse}` : ''}
            </span>
          </li>
        ))}
      </ul>
      <p className="or-weak">
        同一个PO：
        {isManualOrder(order.orderType) ? '各单分别配货、发货。' : '平台只接单一次、只出一次面单，各单分别发货通知。'}
      </p>
    </section>
  );
}
