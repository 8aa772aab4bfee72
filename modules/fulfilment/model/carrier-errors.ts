import { Refusal } from '#kit/model/refusal.ts';

export const noCarrier = () =>
  new Refusal('fulfilment.noCarrier', '物流渠道没有选用承运商账号，不能购买面单；请换物流渠道，或录入运单');
export const carrierDisabled = (p: { name: string }) =>
  new Refusal('fulfilment.carrierDisabled', `承运商账号“${p.name}”已停用，请先启用或换物流渠道`);
export const carrierEnvironment = (p: { isSandbox: boolean }) =>
  new Refusal(
    'fulfilment.carrierEnvironment',
    p.isSandbox
      ? '沙箱测试单不能购买正式面单，请换沙箱的承运商账号'
      : '沙箱承运商账号的面单不能贴在真实货物上，请换物流渠道',
  );
export const carrierUnknown = (p: { carrier: string }) =>
  new Refusal('fulfilment.carrierUnknown', `没有承运商 ${p.carrier} 的接口`, { status: 422 });
export const labelOfCarrierOnly = () =>
  new Refusal(
    'fulfilment.labelOfCarrierOnly',
    '该物流渠道的面单向承运商购买；要录入运单，请先换没有承运商账号的物流渠道',
  );
export const labelBuyingNow = () => new Refusal('fulfilment.labelBuyingNow', '该发货单的面单正在购买或还有效');
export const labelNotActive = () => new Refusal('fulfilment.labelNotActive', '承运商面单已作废或正在作废，不能发货');
export const labelVoidLate = (p: { deadline: string }) =>
  new Refusal(
    'fulfilment.labelVoidLate',
    `可作废时间 ${p.deadline} 已过，承运商不再退款；不再使用请作废发货单并确认面单损失`,
  );
export const labelSent = () => new Refusal('fulfilment.labelSent', '货物已随面单发出，不能作废面单');
/** Read by whoever packs, who may not see what labels cost: no figure stands in it. */
export const walletLow = () =>
  new Refusal('fulfilment.walletLow', '余额不足，钱包付不起这张面单；充值到账后再点“购买面单”');
export const noSuchService = (p: { service: string }) =>
  new Refusal('fulfilment.noSuchService', `承运商没有给服务 ${p.service} 报价，请比价后另选`, {
    status: 422,
  });
export const notPacked = () => new Refusal('fulfilment.notPacked', '封箱之后、出面单之前才能比价');

/** Labels that a carrier made beside the one that was wanted, and did not take back; null where there are none. */
export const extraLabels = (labelIds: readonly string[]): string | null =>
  labelIds.length > 0
    ? `承运商重复出单 ${labelIds.length} 张且未作废（${labelIds.slice(0, 5).join('、')}），请联系承运商退费`
    : null;

const atField = (field: string, message: string): Refusal => {
  const code = `fulfilment.label.${field}`;
  return new Refusal(code, message, { status: 422, errors: [{ field, code, message }] });
};
export const labelComplete = () => new Refusal('fulfilment.labelComplete', '面单没有要补的运单号或面单费');
export const nothingToComplete = () => atField('trackingNo', '请填写运单号或面单费');
export const numbersKnown = () => atField('trackingNo', '运单号由承运商给出，不能改；不用这张面单就作废它');
export const costKnown = () => atField('cost', '承运商已给出面单费，不能改');
/** Read by whoever packs, who may not see what labels cost: no figure stands in it. */
export const costBelowQuote = () =>
  atField('cost', '平台账号按报价扣费，面单费不能低于报价；承运商收得少的，以后会退回');
export const currencyOfQuote = (p: { currency: string }) =>
  atField('currency', `平台账号按报价扣费，币种为 ${p.currency}`);
export const currencyMissing = () => atField('currency', '请填写币种');
