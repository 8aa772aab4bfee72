import { Refusal, invalid, type FieldError } from '#kit/model/refusal.ts';

const fault = (field: string, code: string, message: string): FieldError => ({
  field,
  code: `aftersales.${code}`,
  message,
});

/** What the head of a claim says wrongly, each at its field. */
export const claimFaults = {
  carrier: () => fault('carrierCode', 'claimCarrier', '向承运商索赔请选发货单或填承运商代码'),
  supplier: () => fault('supplierId', 'claimSupplier', '向供应商索赔请选供应商'),
  ahead: () => fault('incidentOn', 'claimAhead', '发生日期不能晚于今天'),
  unshipped: (p: { shipmentNo: string }) =>
    fault('shipmentId', 'claimUnshipped', `发货单 ${p.shipmentNo} 还没有出库，不能索赔`),
  otherWarehouse: () => fault('warehouseId', 'claimWarehouse', '与发货单的仓库不同，请改为发货单的仓库'),
  otherOrder: () => fault('returnId', 'claimOtherOrder', '退货单和发货单不是同一订单，请核对'),
};

export const claimWithout = {
  amount: () =>
    new Refusal('aftersales.claimAmount', '索赔金额是 0：填写明细或“运费及其他”后再提交', {
      status: 422,
    }),
  evidence: () =>
    new Refusal('aftersales.claimEvidence', '没有举证材料：上传破损照片、签收记录等后再提交', {
      status: 422,
      errors: [{ field: 'evidence', code: 'required', message: '请上传举证材料' }],
    }),
};

export const claimNotFound = () =>
  new Refusal('aftersales.claimNotFound', '包裹没有找回，或已与承运商结清', { status: 422 });

const refused = (field: string, code: string, message: string): Refusal => invalid([fault(field, code, message)]);

/** What a payment of a claim says wrongly. */
export const claimPayFaults = {
  one: () => refused('amount', 'claimOne', '一次登记多张时金额留空，按各自未赔付金额登记'),
  nothing: () => refused('amount', 'claimNothing', '赔付金额须大于 0'),
  beyond: (p: { open: string }) => refused('amount', 'claimBeyond', `超过未赔付金额 ${p.open}，请核对`),
  places: (p: { currency: string; places: number }) =>
    refused('amount', 'claimPlaces', `${p.currency} 的金额最多 ${p.places} 位小数`),
  ahead: () => refused('paidOn', 'claimPaidAhead', '赔付日期不能晚于今天'),
  before: () => refused('paidOn', 'claimPaidBefore', '赔付日期不能早于发生日期'),
};

export const termTaken = () =>
  new Refusal('aftersales.termTaken', '该对象的索赔时限已登记，请编辑已有的', { status: 422 });
export const termOfParty = (field: 'carrierCode' | 'supplierId'): FieldError =>
  fault(
    field,
    'termParty',
    field === 'supplierId' ? '索赔对象是承运商，供应商请留空' : '索赔对象是供应商，承运商请留空',
  );

/** Nothing can be claimed of what is named. */
export const claimSource = {
  taken: (p: { claimNo: string }) => new Refusal('aftersales.claimTaken', `已登记索赔 ${p.claimNo}，请在其上处理`),
  notInspected: () => new Refusal('aftersales.claimNotInspected', '退货还没有质检，质检后按不良和缺少的数量索赔'),
  nothingBad: () => new Refusal('aftersales.claimNothingBad', '该退货没有不良品、错货或缺少，没有可索赔的货物'),
};
