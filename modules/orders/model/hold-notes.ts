import type { HoldType } from './hold-title.ts';

/** What each reason of a hold means and what clears it, for tooltips and the handbook. */
const holdNotes: Readonly<Record<HoldType, string>> = {
  unmapped: '平台的商品编号还没有对应的本地 SKU；配对后自动解除，并预占库存。',
  unmappedWarehouse: '平台指定的仓库代码还没有映射到本地仓库；映射后自动解除，也可以换仓。',
  outOfStock: '指定仓库的可用库存不够；到货后按最晚发货先后自动预占并解除，也可以换仓。',
  priceMismatch:
    '订单价与约定价的差超过店铺允许的范围，或手工单无协议价而单价为 0、低于成本或无法与成本比较；由财务确认接受，平台订单也可到平台提出争议。',
  address: '收货地址不完整或无法识别；核实后修正地址，完整即自动解除。',
  duplicate: '近期有收货地址和商品都相同的订单；确认是两单点“不是重复”，否则取消其中一单。',
  cancelRequest: '平台要求取消；在取消申请里同意或拒绝，处理后自动解除。',
  noAck: '接单已提交，平台没有确认；在任务里看原因并重试，或到平台核实后解除。',
  walletLow: '钱包余额不够付面单费，面单没有买；充值到账后在发货单上再点“购买面单”，买到自动解除。',
  answeredElsewhere: '平台说这张订单已由别处接单；由别处发货就转为历史，由本系统发货就解除挂起。',
  channelChange: '平台改了已拉取的订单；核对变更前后，应用或拒绝后自动解除。',
  manual: '有人手工挂起，原因写在后面；处理完后解除挂起。',
};

/** The sentence of one reason, by its stored key. */
export const holdNote = (type: string): string => (holdNotes as Readonly<Record<string, string>>)[type] ?? '';
