import type { ReactNode } from 'react';
import { NextStep, type NextDeadline, type NextHand } from '#kit/web/index.ts';
import { holdTitle } from '../model/hold-title.ts';
import type { OrderDetailRow } from './order-row.ts';

const PACKERS: NextHand = { team: '仓库', permission: 'fulfilment:shipment:ship' };

/** What has to happen to an order in a state, by whom, and by which of its deadlines. */
const NEXT: Readonly<
  Record<OrderDetailRow['status'], { what: string; by?: 'acceptDeadline' | 'shipBy'; who?: NextHand } | null>
> = {
  draft: { what: '补全内容后提交' },
  new: {
    what: '接单',
    by: 'acceptDeadline',
    who: { team: '运营', permission: 'orders:salesOrder:accept' },
  },
  accepted: { what: '等平台确认接单，确认后即可配货', by: 'shipBy' },
  ready: {
    what: '开始配货，生成发货单',
    by: 'shipBy',
    who: { team: '仓库', permission: 'orders:salesOrder:start' },
  },
  processing: { what: '装箱、打面单、出库', by: 'shipBy', who: PACKERS },
  partial: { what: '余下的商品装箱、出库', by: 'shipBy', who: PACKERS },
  shipped: { what: '等待签收' },
  delivered: { what: '确认无售后后完成' },
  completed: null,
  history: null,
  cancelled: null,
  rejected: null,
};

/** 下一步 of an order, with the deadlines that still wait for us and the holds that stand before it. */
export function OrderNext({ order }: { order: OrderDetailRow }): ReactNode {
  const next = NEXT[order.status];
  if (!next) return null;
  const holds = order.holds ?? [];
  const { acceptDeadline, shipBy } = order;
  const by: NextDeadline[] = [];
  if (next.by === 'acceptDeadline' && acceptDeadline) by.push({ what: '接单截止', at: acceptDeadline, nearHours: 4 });
  if (next.by && shipBy) by.push({ what: '最晚发货', at: shipBy, nearHours: 24 });
  return (
    <NextStep
      what={next.what}
      who={next.who}
      first={holds.length > 0 ? `先处理挂起：${holds.map(holdTitle).join('、')}` : undefined}
      by={by}
      zone={order.warehouseZone}
      place="仓库"
    />
  );
}
