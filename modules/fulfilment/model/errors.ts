import { Refusal } from '#kit/model/refusal.ts';

export const bundleTooBig = (p: { skus: string; most: number }) =>
  new Refusal('fulfilment.bundleTooBig', `组合每套超过 ${p.most} 箱，不能装箱，请检查组合明细：${p.skus}`);

export const tooManyBoxes = (p: { boxes: number; most: number }) =>
  new Refusal('fulfilment.tooManyBoxes', `要装 ${p.boxes} 箱，一张发货单最多 ${p.most} 箱，请拆单后再装`);

export const noCartons = (p: { skus: string }) =>
  new Refusal('fulfilment.noCartons', `以下SKU没有箱规，请先维护：${p.skus}`);
export const boxNotMeasured = (p: { boxNo: string }) =>
  new Refusal('fulfilment.notMeasured', `${p.boxNo} 缺少重量或尺寸`);
export const noBoxes = () => new Refusal('fulfilment.noBoxes', '发货单还没有装箱');
export const orderHeld = (p: { holds: string }) =>
  new Refusal('fulfilment.orderHeld', `订单有未处理的挂起：${p.holds}`);
export const classMismatch = (p: { reason: string }) =>
  new Refusal('fulfilment.classMismatch', `应走零担，与物流渠道不符：${p.reason}`);
export const siblingsNotPacked = () =>
  new Refusal('fulfilment.siblings', '同一订单的其他发货单尚未装箱，平台要求一次申请全部面单');
export const registerUnderWay = () => new Refusal('fulfilment.registering', '该订单的面单正在申请中');
/** No channel knows a manual order: its labels come from a carrier of one's own. */
export const ownLabelOnly = () => new Refusal('fulfilment.ownLabelOnly', '手工单不向平台申请面单，请录入运单');
/** Of its own account a marketplace takes goods only that it made labels for. */
export const channelLabelOnly = () =>
  new Refusal('fulfilment.channelLabelOnly', '平台账号的发货单须申请平台面单；要用自有承运商，请先用“比价”换物流渠道');
export const channelLabelMissing = () =>
  new Refusal('fulfilment.channelLabelMissing', '平台账号的发货单没有平台面单，请撤回运单后申请面单');
export const notOwnLabel = () => new Refusal('fulfilment.notOwnLabel', '平台面单不能撤回，只能作废发货单');
export const noticeStands = () =>
  new Refusal('fulfilment.noticeStands', '只有自有运单、且平台未接受发货通知时可以补申请面单');
export const cartonsMissing = (p: { missing: string }) => new Refusal('fulfilment.cartonsMissing', p.missing);
export const labelHeld = (p: { reason: string }) => new Refusal('fulfilment.labelHeld', `面单待人工处理：${p.reason}`);
export const customsMissing = () => new Refusal('fulfilment.customs', '需要报关文件，上传或取得后才能发货');
/** Days of the warehouse, where the carrier comes. */
export const tooEarly = (p: { pickup: string; earliest: string; isDated: boolean }) => {
  const message = `提货日为 ${p.pickup}（仓库当地日期），最早 ${p.earliest} 发货`;
  return new Refusal('fulfilment.tooEarly', message, {
    errors: p.isDated ? [{ field: 'shippedAt', code: 'fulfilment.tooEarly', message }] : [],
  });
};
/** 合并发货 is worked on at the shipment that leads it. */
export const ledByAnother = (p: { shipmentNo: string }) =>
  new Refusal('fulfilment.ledByAnother', `已合并到发货单 ${p.shipmentNo}，请在该发货单上操作，或先拆开合并`);
export const notJoint = () => new Refusal('fulfilment.notJoint', '该发货单没有与其他发货单合并');
export const jointOwnLabel = () =>
  new Refusal('fulfilment.jointOwnLabel', '合并的发货单不能申请平台面单（一个PO一张），请用自有运单，或先拆开合并');
export const jointMethod = () =>
  new Refusal('fulfilment.jointMethod', '订单已与其他订单合并发货，换物流渠道前请先拆开合并');
export const jointAddress = (p: { orders: string }) =>
  new Refusal('fulfilment.jointAddress', `合并的订单收货地址已不同，请先拆开合并：${p.orders}`);
/** @param why what differs, in words of the list */
export const notJoinable = (p: { why: string }) =>
  new Refusal('fulfilment.notJoinable', `不能合并发货：${p.why}`, { status: 422 });
export const noTracking = () => new Refusal('fulfilment.noTracking', '没有运单号');
const atTracking = (code: string, message: string) =>
  new Refusal(code, message, { status: 422, errors: [{ field: 'trackingNo', code, message }] });
export const trackingTaken = (p: { trackingNo: string }) =>
  atTracking('fulfilment.trackingTaken', `运单号 ${p.trackingNo} 已用于其他订单`);
/** @param message what of the text cannot be read */
export const trackingUnclear = (message: string) => atTracking('fulfilment.trackingUnclear', message);
/** A marketplace takes a number for one of its orders, whatever lies beside it. */
export const trackingShared = (p: { trackingNo: string; boxes: number }) => {
  const message = `平台不接受两个PO共用运单号 ${p.trackingNo}，请按箱序填 ${p.boxes} 个运单号`;
  return atTracking('fulfilment.trackingShared', message);
};
export const trackingRepeated = (p: { trackingNo: string }) =>
  atTracking(
    'fulfilment.trackingRepeated',
    `运单号 ${p.trackingNo} 填了不止一次：各箱共用一个就只填一次，否则每箱一个`,
  );
export const trackingCount = (p: { boxes: number; given: number }) =>
  atTracking('fulfilment.trackingCount', `共 ${p.boxes} 箱，请填 1 个或 ${p.boxes} 个运单号（现有 ${p.given} 个）`);
export const labelWouldBeLost = () => new Refusal('fulfilment.labelLoss', '面单已生成，取消将产生面单损失，请勾选确认');
export const labelPending = () => new Refusal('fulfilment.labelPending', '面单申请中，请等待平台返回后再操作');
export const shipDateOutOfRange = (p: { first: string; last: string }) => {
  const message = `出库日期须在 ${p.first} 至 ${p.last} 之间（仓库当地日期）`;
  return new Refusal('fulfilment.shipDate', message, {
    status: 422,
    errors: [{ field: 'shippedAt', code: 'fulfilment.shipDate', message }],
  });
};
export const nothingHeld = () => new Refusal('fulfilment.nothingHeld', '没有可发货的预占数量');
export const labelUnreadable = (p: { reason: string }) =>
  new Refusal('fulfilment.labelUnreadable', `${p.reason}，请上传面单文件，或作废后重新获取`, {
    status: 422,
  });
export const numbersFirst = () => new Refusal('fulfilment.numbersFirst', '面单没有运单号，请先“补录面单”');
export const labelDenied = (p: { reason: string }) =>
  new Refusal('fulfilment.labelDenied', `${p.reason}；补录或上传都不能解除`);
export const labelReused = (p: { reason: string }) =>
  new Refusal('fulfilment.labelReused', `${p.reason}，请上传这张发货单自己的面单，或作废后重新获取`, { status: 422 });
export const labelUnprintable = (p: { reason: string }) => new Refusal('fulfilment.labelUnprintable', p.reason);
export const notHeld = () => new Refusal('fulfilment.noLabelHold', '该发货单没有待处理的面单');
export const nothingToPrint = () => new Refusal('fulfilment.nothingToPrint', '没有可打印的文件', { status: 404 });

export const methodWithLabel = () =>
  new Refusal('fulfilment.methodWithLabel', '已有面单，不能换物流渠道，请先作废发货单或撤回运单');

export const shippedLongAgo = (p: { hours: number }) =>
  new Refusal('fulfilment.shippedLongAgo', `发货登记已超过 ${p.hours} 小时，不能撤销；货物退回请走退货`);

export const carrierHasIt = () =>
  new Refusal('fulfilment.carrierHasIt', '承运商已揽收，不能撤销发货；请拦截包裹或走退货');

export const orderOver = () => new Refusal('fulfilment.orderOver', '订单已签收或完成，不能撤销发货');

export const interceptedAlready = () => new Refusal('fulfilment.intercepted', '该发货单的拦截已在处理');

export const noIntercept = () => new Refusal('fulfilment.noIntercept', '该发货单没有待联系的拦截');
