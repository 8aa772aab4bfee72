import type { ReactNode } from 'react';
import { grouped, NextStep, usePermission, type NextDeadline, type NextHand } from '#kit/web/index.ts';
import type { PurchaseRow } from './purchase-row.ts';

/** What has to happen to an order in a state. */
const NEXT: Readonly<Record<Exclude<PurchaseRow['status'], 'submitted'>, string | null>> = {
  draft: '填好明细后提交',
  approved: '和供应商谈妥后下单',
  ordered: '等到货，在入库单收货',
  partially_received: '等其余的货，不等了就关闭',
  received: '全部收到，账单核对完可以关闭',
  rejected: '按驳回原因改好后再提交',
  closed: null,
  cancelled: null,
};

const NEXT_HANDS: Partial<Record<PurchaseRow['status'], NextHand>> = {
  submitted: { team: '审核人', permission: 'purchasing:purchaseOrder:approve' },
  approved: { team: '采购', permission: 'purchasing:purchaseOrder:order' },
  ordered: { team: '仓库', permission: 'inventory:inboundReceipt:receive' },
  received: { team: '采购', permission: 'purchasing:purchaseOrder:close' },
};

/** From so many hours before the goods are expected it is near. */
const NEAR_HOURS = 72;

/** 下一步 of an order, and until when its goods are expected. */
export function PurchaseNext({ order }: { order: PurchaseRow }): ReactNode {
  const mayNotify = usePermission('purchasing:purchaseOrder:notify');
  const what = order.status === 'submitted' ? approvalText(order) : NEXT[order.status];
  if (what === null) return null;
  const isComing = order.status === 'ordered' || order.status === 'partially_received';
  const by: NextDeadline[] =
    isComing && order.eta ? [{ what: '预计到货', at: `${order.eta} 23:59:59`, nearHours: NEAR_HOURS }] : [];
  const unannounced = order.unannouncedCount;
  return (
    <NextStep
      what={what}
      who={NEXT_HANDS[order.status]}
      first={
        unannounced > 0
          ? `还有 ${grouped(unannounced)} 件不在入库单里，仓库不知道要来：${mayNotify ? '点' : '请采购'}「通知到货」`
          : order.status === 'submitted' && order.checkReason
            ? order.checkReason
            : undefined
      }
      by={by}
      zone={null}
      place="仓库"
    />
  );
}

/** What is to be approved, from whom, and how much: `审核向“湖北森木家具”采购 30 件，总额 6,360.00 USD`. */
export const approvalText = ({
  supplierId_dictText: supplier,
  unitCount,
  total,
  currency,
}: Pick<PurchaseRow, 'supplierId_dictText' | 'unitCount' | 'currency'> & Partial<Pick<PurchaseRow, 'total'>>): string =>
  [
    `审核向“${supplier ?? ''}”采购 ${grouped(unitCount)} 件`,
    // Who may not see costs approves by what is bought.
    ...(total === undefined ? [] : [`总额 ${grouped(total)} ${currency}`]),
  ].join('，');
