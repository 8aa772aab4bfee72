import { Alert } from 'antd';
import type { ReactNode } from 'react';
import { BlankState } from '#kit/web/index.ts';
import { ChangeTable } from './change-table.tsx';
import type { OrderChangeView } from '../model/order-change.ts';
import { isManualOrder } from '../model/order.ts';
import { pendingItems, type OrderDetailRow } from './order-row.ts';

/** What somebody of ours corrected stands beside what the channel changed, and says so. */
const isOwn = ({ items }: OrderChangeView): boolean => items.some(({ status }) => status === 'corrected');

/** What the channel changed after we had the order, newest first, and what became of each field. */
export function OrderChanges({ order }: { order: OrderDetailRow }): ReactNode {
  const changes = order.changes ?? [];
  const waiting = pendingItems(order);
  if (changes.length === 0 && isManualOrder(order.orderType))
    return <BlankState title="没有变更" text="接单后更正收货地址等记在这里。" />;
  if (changes.length === 0)
    return <BlankState title="平台没有改过这个订单" text="平台变更数量、价格、地址或取消时记在这里。" />;
  return (
    <section className="wb-detail-part">
      {waiting.length > 0 && (
        <Alert
          type="warning"
          showIcon
          className="wb-form-note"
          title={`有 ${waiting.length} 项平台变更待处理`}
          description="应用后订单按平台的新值处理；拒绝则订单保持不变，平台一侧由人工沟通。"
        />
      )}
      <ol className="wb-history">
        {changes.map((change) => (
          <li key={change.id}>
            {(change.items.length === 0 || isOwn(change)) && <div className="or-open-text">{change.summary}</div>}
            <div className="wb-history-about">{change.at}</div>
            {change.items.length > 0 && <ChangeTable items={change.items} currency={order.currency} />}
          </li>
        ))}
      </ol>
    </section>
  );
}
