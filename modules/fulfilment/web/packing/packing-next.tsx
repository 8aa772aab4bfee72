import type { ReactNode } from 'react';
import { NextStep, type NextDeadline, type NextHand } from '#kit/web/index.ts';
import { holdTitles } from '#modules/orders/model/hold-title.ts';
import { isManualOrder } from '#modules/orders/model/order.ts';
import { needsChannelLabel } from '../../model/label-source.ts';
import type { Packing } from '../../model/routes.ts';
import { isWronglyLabelled } from '../offered-moves.ts';

type State = Packing['status'];

/** States in which the goods are still ours to send. */
const LEAVING: ReadonlySet<State> = new Set(['draft', 'packing', 'packed', 'labelling', 'labelled']);

const PACKERS: NextHand = { team: '仓库', permission: 'fulfilment:shipment:ship' };

const wayToLabel = ({ orderType, accountOwner, isBought }: Packing): string => {
  if (isBought) return '比价，购买面单';
  if (isManualOrder(orderType)) return '录入运单';
  return needsChannelLabel(orderType, accountOwner) ? '申请面单' : '录入自己的运单，或申请面单';
};

/** What has to happen to a shipment in a state; null where it has ended. */
const NEXT: Readonly<Record<State, (data: Packing) => string | null>> = {
  draft: () => '按箱规装箱',
  packing: ({ boxes }) => (boxes.length > 0 ? '逐箱称重量尺、封箱' : '按箱规装箱'),
  packed: wayToLabel,
  labelling: ({ isBought }) => (isBought ? '等承运商返回面单' : '等平台返回面单'),
  labelled: (data) => (isWronglyLabelled(data) ? '撤回运单，再申请面单' : '打印面单贴好，交给承运商后发货'),
  shipped: ({ isScanLate }) => (isScanLate ? '问承运商为什么还没揽收' : '等承运商揽收'),
  inTransit: () => '等待签收',
  exception: () => '联系承运商：恢复运输，或确认丢失',
  delivered: () => null,
  lost: ({ claimNote }) => (claimNote ? null : '向承运商登记索赔'),
  voided: () => null,
};

/** What stands before the next step, most urgent first. */
function firstOf(data: Packing): string | undefined {
  if (!LEAVING.has(data.status))
    return data.noticeStatus === 'failed' ? '先处理ASN失败：平台还不知道货已出库' : undefined;
  if (data.holds.length === 1 && data.holds[0] === 'walletLow') return '先充值：钱包余额不足';
  if (data.holds.length > 0) return `先处理挂起：${holdTitles(data.holds)}`;
  if (data.labelHold) return '先处理面单';
  if (data.customsRequired && !data.customsStored) return '先上传报关文件';
  return undefined;
}

/** 下一步 of a shipment: what is done next, and when goods and carrier have to be there. */
export function PackingNext({ data }: { data: Packing }): ReactNode {
  const what = data.lead ? '随合并的发货单装箱和发货' : NEXT[data.status](data);
  const first = firstOf(data);
  if (what === null && first === undefined) return null;
  const { shipBy, pickupDate } = data;
  const by: NextDeadline[] = [];
  if (LEAVING.has(data.status)) {
    if (pickupDate) by.push({ what: '承运商提货', at: pickupDate, nearHours: 24 });
    if (shipBy) by.push({ what: '最晚发货', at: shipBy, nearHours: 24 });
  }
  return (
    <NextStep
      what={what ?? '货已签收'}
      who={LEAVING.has(data.status) && data.status !== 'labelling' ? PACKERS : undefined}
      first={first}
      // The nearest first: times of the wire are in the order of their texts.
      by={by.toSorted((a, b) => (a.at < b.at ? -1 : 1))}
      zone={data.warehouseZone}
      place="仓库"
    />
  );
}
