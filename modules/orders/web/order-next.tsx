import type { ReactNode } from 'react';
import { TimeLeft, ZonedTime } from '#kit/web/index.ts';
import { holdTitle } from '../model/hold-title.ts';
import type { OrderDetailRow } from './order-row.ts';

/** What has to happen to an order in a state, and by which of its deadlines. */
const NEXT: Readonly<
  Record<OrderDetailRow['status'], { what: string; by?: 'acceptDeadline' | 'shipBy' } | null>
> = {
  draft: { what: '补全内容后提交' },
  new: { what: '接单', by: 'acceptDeadline' },
  accepted: { what: '等平台确认接单，确认后即可配货', by: 'shipBy' },
  ready: { what: '开始配货，生成发货单', by: 'shipBy' },
  processing: { what: '装箱、打面单、出库', by: 'shipBy' },
  partial: { what: '余下的商品装箱、出库', by: 'shipBy' },
  shipped: { what: '等待签收' },
  delivered: { what: '确认无售后后完成' },
  completed: null,
  history: null,
  cancelled: null,
  rejected: null,
};

/** 下一步: what happens next, until when by our clocks and the warehouse's, and what stands before it. */
export function NextStep({ order }: { order: OrderDetailRow }): ReactNode {
  const next = NEXT[order.status];
  if (!next) return null;
  const holds = order.holds ?? [];
  const until = next.by ? order[next.by] : null;
  return (
    <section className="wb-detail-part" aria-label="下一步">
      <h2>下一步</h2>
      <p className="or-next">{next.what}</p>
      {holds.length > 0 && (
        <p className="or-next-first">先处理挂起：{holds.map(holdTitle).join('、')}</p>
      )}
      {until && (
        <p className="or-next-by">
          <TimeLeft until={until} nearHours={next.by === 'shipBy' ? 24 : 4} />
          <span>
            {next.by === 'shipBy' ? '最晚发货' : '接单截止'} {until}
          </span>
          <ZonedTime at={until} zone={order.warehouseZone} place="仓库" />
        </p>
      )}
      {next.by === 'acceptDeadline' && order.shipBy && (
        <p className="or-next-by">
          <TimeLeft until={order.shipBy} nearHours={24} />
          <span>最晚发货 {order.shipBy}</span>
          <ZonedTime at={order.shipBy} zone={order.warehouseZone} place="仓库" />
        </p>
      )}
    </section>
  );
}
