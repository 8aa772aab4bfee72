import { defineEvent } from '#kit/model/event.ts';
import { link } from '#kit/model/field.ts';
import { defineJob } from '#kit/model/job.ts';
import { Refusal } from '#kit/model/refusal.ts';
import { defineRoute, shape } from '#kit/model/route.ts';

interface AboutReturnLabel {
  labelId: string;
  returnId: string;
  orderId: string;
  accountId: string;
}

/** A return label is to be bought of a carrier, or one that nobody wants is to be voided there. */
export const returnLabelBuying = defineEvent<AboutReturnLabel>('returnLabel.buying');
export const returnLabelVoiding = defineEvent<AboutReturnLabel>('returnLabel.voiding');

const ABOUT = { about: 'orders:salesOrder' };
export const buyReturnLabelJob = defineJob<AboutReturnLabel>('aftersales.buyReturnLabel', '购买退货面单', {
  awaitedAs: '购买退货面单',
  ...ABOUT,
});
export const voidReturnLabelJob = defineJob<AboutReturnLabel>('aftersales.voidReturnLabel', '作废退货面单', {
  awaitedAs: '作废退货面单',
  ...ABOUT,
});

export const buyReturnLabelRoute = defineRoute({
  method: 'POST',
  path: '/aftersales/returnLabel/buy',
  access: { permission: 'aftersales:returnLabel:buy' },
  summary: '退货面单：购买',
  body: {
    returnId: link('退货单', 'aftersales:returnOrder', { required: true }),
    shipMethodId: link('物流渠道', 'base:shipMethod', { hint: '留空按退货面单规则' }),
  },
  result: shape<{ id: string; labelNo: string }>(),
});

export const printReturnLabelRoute = defineRoute({
  method: 'POST',
  path: '/aftersales/returnLabel/:id/print',
  access: { permission: 'aftersales:returnLabel:print' },
  summary: '退货面单：打印',
  givesFile: true,
});

const refused = (code: string, message: string, status: 409 | 422 = 409): Refusal =>
  new Refusal(`aftersales.${code}`, message, { status });

/** Why no return label is bought. */
export const labelRefusals = {
  notApproved: () => refused('labelNotApproved', '退货单审核通过、货物还没收到时才能购买退货面单'),
  notOurs: (p: { by: string }) => refused('labelNotOurs', `退货面单由${p.by}提供，请在“退货信息”里填运单号`),
  noOrder: () => refused('labelNoOrder', '非本单退回没有买家地址，不能购买退货面单'),
  bought: (p: { labelNo: string }) => refused('labelBought', `面单 ${p.labelNo} 正在购买或有效`),
  noRule: () => refused('labelNoRule', '请选物流渠道；设“退货面单规则”后可以不选', 422),
  noCarrier: () => refused('labelNoCarrier', '物流渠道没有选用承运商账号，不能购买面单；请换物流渠道', 422),
  disabled: (p: { name: string }) =>
    refused('labelCarrierDisabled', `承运商账号“${p.name}”已停用，请先启用或换物流渠道`),
  environment: () => refused('labelEnvironment', '沙箱的退货用沙箱的承运商账号，正式的用正式账号，请换物流渠道'),
  noCarton: (p: { sku: string }) =>
    refused('labelNoCarton', `SKU ${p.sku} 没有箱规，承运商无法报价；请先维护箱规`, 422),
  voided: (p: { labelNo: string }) => refused('labelVoided', `面单 ${p.labelNo} 已作废，不能再打印`),
  unreadable: (p: { labelNo: string }) =>
    refused('labelUnreadable', `面单 ${p.labelNo} 的文件无法打印，请作废后再买`, 422),
  noFile: () => refused('labelNoFile', '面单还没有买到，没有可打印的内容'),
};
