import { invalid, Refusal, type FieldError } from '#kit/model/refusal.ts';
import { MOST_PARTS, type SplitFault } from './split-plan.ts';
import { faultWithWord, type AddressFault } from './address-check.ts';

/** An open blocking hold keeps the order where it is. */
export const orderOnHold = (p: { holds: string }) => new Refusal('orders.onHold', `订单有未处理的挂起：${p.holds}`);

export const lineUnmapped = (p: { channelSku: string }) => new Refusal('orders.unmapped', `未配对SKU：${p.channelSku}`);

/** Names every short line, not only the first. */
export const stockShort = (p: { lines: string }) => new Refusal('orders.outOfStock', `库存不足：${p.lines}`);

/** What could leave has left, or nothing could: the rest waits for goods. */
export const stillBackordered = (p: { day: string }) =>
  new Refusal('orders.stillBackordered', `商品缺货待补，预计 ${p.day} 发货，到货后自动预占`);

export const backorderNotAllowed = () =>
  new Refusal('orders.backorderNotAllowed', '店铺不允许缺货接单，请在店铺设置开启“允许缺货接单”');

export const zeroQuantity = (p: { channelSku: string }) =>
  new Refusal('orders.zeroQuantity', `渠道SKU ${p.channelSku} 数量为零`, { status: 422 });

export const nothingChanged = () => new Refusal('orders.noChange', '订单没有待处理的平台变更');

export const changeIsPrice = () => new Refusal('orders.changeIsPrice', '平台改价须由财务“接受价格”，或拒绝该变更');

export const changeGone = () => new Refusal('orders.changeGone', '所选变更已处理或已被平台的新变更取代，请刷新');

export const changeWhilePacking = (p: { what: string }) =>
  new Refusal('orders.changeWhilePacking', `订单已开始配货，不能${p.what}：请先作废发货单，使订单退回待发货`);

export const changeLosesLabel = () =>
  new Refusal('orders.changeLosesLabel', '面单已生成或正在申请，应用该变更须确认承担面单损失');

export const warehouseUnmapped = (p: { code: string }) =>
  new Refusal('orders.warehouseUnmapped', `平台仓库 ${p.code} 未映射到本地仓库`);

export const nothingToRelease = () => new Refusal('orders.nothingToRelease', '订单没有可以人工解除的挂起');

/** Only what somebody else has answered may be left to them. */
export const notAnsweredElsewhere = () =>
  new Refusal('orders.notAnsweredElsewhere', '订单没有在他处接单，不能转为历史');

export const shippedElsewhere = () => new Refusal('orders.shippedElsewhere', '平台显示该订单已在他处发货，不能接管');

/** The channel refuses a promise for a day that is over. */
export const shipDayNeeded = (p: { nextWorkday: string }) =>
  invalid([
    {
      field: 'estShipDate',
      code: 'orders.shipDay',
      message: '最晚发货已过，请填写预计发货日',
      suggest: p.nextWorkday,
    },
  ]);

export const shipDayOutOfRange = (p: { from: string; to: string }) =>
  invalid([
    {
      field: 'estShipDate',
      code: 'orders.shipDay',
      message: `预计发货日须在 ${p.from} 至 ${p.to} 之间（发货仓当地日期）`,
      suggest: p.from,
    },
  ]);

export const nothingToAcceptPrice = () => new Refusal('orders.noPriceHold', '订单没有价格异常');

export const priceByMaker = () =>
  new Refusal('orders.priceByMaker', '制单人不能接受自己录入的价格，请由其他有接受价格权限的人处理', { status: 403 });

export const freeByOwner = () =>
  new Refusal('orders.freeByOwner', '店铺由本人接入，价格为 0 的订单请由其他有接受价格权限的人处理', { status: 403 });

export const freeByMapper = (p: { channelSku: string }) =>
  new Refusal('orders.freeByMapper', `${p.channelSku} 由本人配对，价格为 0 的订单请由其他有接受价格权限的人处理`, {
    status: 403,
  });

/** Stands at the field that is wrong, with the word that was typed there. */
export const addressStillBad = (fault: AddressFault) =>
  new Refusal('orders.address', `地址仍不完整：${faultWithWord(fault)}`, {
    status: 422,
    errors: [{ field: ADDRESS_FIELDS[fault.part], code: 'orders.address', message: faultWithWord(fault) }],
  });

const ADDRESS_FIELDS: Readonly<Record<AddressFault['part'], string>> = {
  name: 'shipToName',
  address1: 'shipToAddress1',
  city: 'shipToCity',
  state: 'shipToState',
  postalCode: 'shipToPostalCode',
  country: 'shipToCountry',
};

export const alreadyPacked = () => new Refusal('orders.packed', '已有装箱，不能换仓，请先作废发货单');

export const noShipMethod = (p: { shipSpeed: string; carrier: string }) =>
  new Refusal(
    'orders.noShipMethod',
    `没有匹配的物流渠道：${p.shipSpeed || '-'} / ${p.carrier || '-'}，请选择物流渠道，或先在渠道物流代码里添加对应关系`,
  );

export const noWarehouse = () => new Refusal('orders.noWarehouse', '订单行尚未分配仓库');

export const cancelTooMuch = (p: { channelSku: string; left: number }) =>
  new Refusal('orders.cancelTooMuch', `${p.channelSku} 最多还能取消 ${p.left} 件`, { status: 422 });

export const nothingToCancel = () => new Refusal('orders.nothingToCancel', '没有未发货的数量可以取消');

/** A manual order may be kept as a draft without lines, but not submitted. */
export const noOrderLines = () => invalid([{ field: 'lines', code: 'orders.noLines', message: '请至少录入一行商品' }]);

export const poTaken = (p: { channelOrderNo: string }) =>
  invalid([
    {
      field: 'channelOrderNo',
      code: 'orders.poTaken',
      message: `该店铺已有PO号为${p.channelOrderNo}的手工单`,
    },
  ]);

export const shipByTooEarly = (): FieldError => ({
  field: 'shipBy',
  code: 'orders.shipBy',
  message: '最晚发货不能早于下单时间',
});

/** Who works for some warehouses only would lose sight of an order without one. */
export const warehouseNeeded = (): FieldError => ({
  field: 'pinnedWarehouseId',
  code: 'required',
  message: '您只能处理所属仓库的订单，请选择指定仓',
});

/** The address is asked for when a draft is submitted. */
/** @param seesBuyer whether it may quote the stored word */
export const addressIncomplete = (fault: AddressFault, seesBuyer: boolean) =>
  invalid([
    {
      field: ADDRESS_FIELDS[fault.part],
      code: 'orders.address',
      message: seesBuyer ? faultWithWord(fault) : fault.reason,
    },
  ]);

export const assetsForOne = () => new Refusal('orders.assetsForOne', '附件只能加在一个订单的备注上，请逐单添加');

export const bundleIsHeld = (p: { sku: string }) =>
  new Refusal(
    'orders.bundleIsHeld',
    `${p.sku} 有订单预占，或有按组合成本判断过价格的手工单未发完，组合明细不能改；发货或取消后再改`,
  );

export const tagsGone = () => new Refusal('orders.tagsGone', '标签已删除，请重新选择');

export const tooManyTags = (p: { most: number }) => new Refusal('orders.tooManyTags', `一个订单最多 ${p.most} 个标签`);

/** What waits for an answer is about the whole order: it is settled before the order is divided. */
export const splitHeld = (p: { holds: string }) => new Refusal('orders.splitHeld', `请先处理${p.holds}，再拆单`);

export const splitNotAllowed = () =>
  new Refusal('orders.splitNotAllowed', '该店铺不允许拆分发货，不能拆单；平台允许时，可在店铺账号打开“允许拆分发货”');

export const splitPacked = () => new Refusal('orders.splitPacked', '已有装箱，不能拆单，请先作废发货单');

export const splitOneWarehouse = () =>
  new Refusal('orders.splitOneWarehouse', '商品没有预占在两个以上的仓库，无法按仓库拆单');

const splitInvalid = (message: string) => invalid([{ field: 'parts', code: 'orders.splitParts', message }]);

/** @param skuOf what a line is called */
export function splitRefused(fault: SplitFault, skuOf: (lineId: string) => string): Refusal {
  switch (fault.kind) {
    case 'tooMuch':
      return splitInvalid(`${skuOf(fault.lineId)} 最多还能拆出 ${fault.left} 件`);
    case 'all':
      return splitInvalid('原订单至少要留下一件商品');
    case 'emptyPart':
      return splitInvalid('拆出的每个订单至少要有一件商品');
    case 'tooMany':
      return splitInvalid(`一次最多拆成 ${MOST_PARTS} 个订单`);
    case 'unknownLine':
      return splitInvalid('所选商品不在该订单中，请刷新');
    case 'none':
      return splitOneWarehouse();
  }
}

export const splitMalformed = () => splitInvalid('拆单数量格式不正确');

export const methodDisabled = (p: { name: string }) =>
  invalid([
    {
      field: 'shipMethodId',
      code: 'orders.shipMethod',
      message: `物流渠道 ${p.name} 已停用`,
    },
  ]);

/** A channel that answers a number as a whole waits for every part of it. */
export const siblingNotReady = (p: { orderNo: string; why: string }) =>
  new Refusal('orders.siblingNotReady', `平台按整个PO接单，拆分单 ${p.orderNo} 还不能接单：${p.why}`);

export const discardedDraft = () => new Refusal('orders.discardedDraft', '作废的草稿不能恢复，请新增订单');

export const cancelledByChannel = () => new Refusal('orders.cancelledByChannel', '平台已取消该订单，不能恢复');

export const channelKnowsCancel = () =>
  new Refusal('orders.channelKnowsCancel', '平台已得知取消，不能恢复；仍要发货请手工建单');

export const nothingToRestore = () => new Refusal('orders.nothingWanted', '平台已不需要该订单的商品，不能恢复');

export const noDuplicateHold = () => new Refusal('orders.noDuplicateHold', '订单没有疑似重复的挂起');

export const noPriceToDispute = () => new Refusal('orders.noPriceToDispute', '订单没有价格异常，不需要发起争议');

export const noChannelToDispute = () =>
  new Refusal('orders.noChannelToDispute', '手工单和补发单没有平台，不能发起争议，请接受价格或取消订单');

export const disputeIsOpen = () => new Refusal('orders.disputeIsOpen', '该订单已有处理中的价格争议，请在争议里继续');

/** A price that is argued about is accepted where it is argued about. */
export const priceInDispute = () =>
  new Refusal('orders.priceInDispute', '价格争议处理中：请在争议里“接受原价”，或先“撤回争议”再接受价格');

export const nothingToSend = () =>
  new Refusal('orders.nothingToSend', '没有等待提交给平台的内容，请先用“记录沟通”写给平台');

export const dueInPast = () => invalid([{ field: 'dueAt', code: 'orders.dueInPast', message: '期限须晚于现在' }]);

export const unitsChanged = () => new Refusal('orders.unitsChanged', '操作之后订单又有取消、拆分或数量变更，不能撤回');

/** Goods of it come back, or came back: they were sent for certain. */
export const hasReturns = () => new Refusal('orders.hasReturns', '这张订单已有退货，不能撤销发货；请先取消退货单');
