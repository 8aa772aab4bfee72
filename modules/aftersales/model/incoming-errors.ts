import { Refusal } from '#kit/model/refusal.ts';

const refused = (code: string, message: string): Refusal => new Refusal(`aftersales.${code}`, message, { status: 422 });

/** Why a return, or a request for parts, that comes from outside is not taken. */
export const incomingReturnErrors = {
  cancelledUnknown: () => refused('cancelledUnknown', '平台已取消，系统里没有这张退货'),
  notShipped: (p: { po: string }) =>
    refused('returnNotShipped', `PO ${p.po} 还没有发货，不能退货；买家要取消请走取消申请`),
  noWarehouse: () => refused('returnNoWarehouse', '找不到订单，也没有退回仓：请先给店铺设渠道仓库，或补上仓库编码'),
  noReason: (p: { code: string }) =>
    refused('returnNoReason', `没有退货原因 ${p.code}：请在“退货原因”里新增同样的编码`),
  unmapped: (p: { part: string }) =>
    refused('returnUnmapped', `渠道SKU ${p.part} 没有配对产品，请先在“渠道产品”里配对`),
};
