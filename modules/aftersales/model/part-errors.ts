import { invalid, Refusal, type FieldError } from '#kit/model/refusal.ts';
import type { CheckReason } from '#modules/inventory/model/stock-adjustment.ts';

const HARVEST_WORDS: Readonly<Record<CheckReason, string>> = {
  unknownCost: '要拆的货成本未知',
  aboveLimit: '拆件损失超过审核限额',
  dayAboveLimit: '当日同一SKU累计损失超过审核限额',
  handAboveLimit: '本人当日各SKU累计损失超过审核限额的三倍',
};

export const harvestByMaker = (p: { partOrderNo: string; reason: CheckReason }) =>
  new Refusal(
    'aftersales.harvestByMaker',
    `${p.partOrderNo} ${HARVEST_WORDS[p.reason]}，制单人和选货源的人不能自己发货，请由其他有发货权限的人发货`,
    { status: 403 },
  );

const BEYOND_WORDS: Readonly<Record<CheckReason, string>> = {
  unknownCost: '成本未知',
  aboveLimit: '货值超过审核限额',
  dayAboveLimit: '当日同一SKU累计货值超过审核限额',
  handAboveLimit: '本人当日各SKU累计货值超过审核限额的三倍',
};

/** What no order is behind, or what is more than its order was sent with. */
export const beyondByMaker = (p: { partOrderNo: string; reason: CheckReason }) =>
  new Refusal(
    'aftersales.beyondByMaker',
    `${p.partOrderNo} 没有对应订单或超出订单数量的配件${BEYOND_WORDS[p.reason]}，制单人和选货源的人不能自己发货，请由其他有发货权限的人发货`,
    { status: 403 },
  );

export const partNoTaken = (p: { channelPartNo: string }) => {
  const message = `平台补件号 ${p.channelPartNo} 已有补发单，请检查是否重复录入`;
  return new Refusal('aftersales.partNoTaken', message, {
    errors: [{ field: 'channelPartNo', code: 'taken', message }],
  });
};

/** The order is another shop's. */
export const orderOfOtherShop = (): FieldError => ({
  field: 'orderId',
  code: 'otherShop',
  message: '这张订单不是该店铺的，请改选店铺或订单',
});

export const receivedInFuture = (): FieldError => ({
  field: 'receivedAt',
  code: 'future',
  message: '请求时间不能晚于现在',
});

export const receivedFixed = (): FieldError => ({
  field: 'receivedAt',
  code: 'aftersales.receivedFixed',
  message: '提交后请求时间不能再改，时限从那时算起',
});

export const noWarehouse = () => {
  const message = '请选择发货仓：订单没有仓库，店铺也没有映射仓库';
  return invalid([{ field: 'warehouseId', code: 'required', message }]);
};

export const lineUnnamed = (row: number): FieldError => ({
  field: 'description',
  row,
  code: 'required',
  message: '请选择配件SKU，或在“配件说明”里写明是哪个配件',
});

export const partIsParent = (row: number): FieldError => ({
  field: 'partSkuId',
  row,
  code: 'same',
  message: '配件不能是整件自己',
});

export const partIsWhole = (row: number, p: { sku: string }): FieldError => ({
  field: 'partSkuId',
  row,
  code: 'whole',
  message: `${p.sku} 不是配件，也不在该整件的配件清单里；请改选配件，或先加到整件的配件清单`,
});

export const parentIsBundle = (row: number, p: { sku: string }): FieldError => ({
  field: 'parentSkuId',
  row,
  code: 'bundle',
  message: `${p.sku} 是组合，请选它里面的 SKU`,
});

export const linesUnsourced = (p: { parts: readonly string[] }) =>
  new Refusal(
    'aftersales.linesUnsourced',
    `请为每个配件选择货源：${p.parts.slice(0, 5).join('、')}${p.parts.length > 5 ? ' 等' : ''} 的配件库存不够`,
    { status: 422, errors: [{ field: 'lines', code: 'required', message: '请选择货源' }] },
  );

/** Somebody else is promised what was chosen. */
export const sourceShort = (row: number, p: { what: string; able: number; wanted: number }) => ({
  field: 'lines',
  row,
  code: 'short',
  message: `${p.what} 需要 ${p.wanted} 件，可用 ${p.able} 件，请改选货源`,
});

/** The last units are promised to orders. */
export const unitsPromised = (
  row: number,
  p: { sku: string; warehouse: string; by: readonly string[] },
): FieldError => ({
  field: 'lines',
  row,
  code: 'promised',
  message: `${p.sku} 在 ${p.warehouse} 的整件已被 ${p.by.slice(0, 3).join('、')}${p.by.length > 3 ? ' 等' : ''} 预占，不能拆取；请改选货源或先释放预占`,
});

export const extendedAlready = (p: { to: string }) =>
  new Refusal('aftersales.extendedAlready', `已延期至 ${p.to}，每张补发单只能延期一次`);

/** @param range the days that would do; null where the shop allows none */
export const extendTooFar = (range: { first: string; last: string } | null) => {
  const message = range
    ? `延期须在 ${range.first} 到 ${range.last} 之间`
    : '该店铺不允许延期，可在“店铺账号”里修改“补件最多延期”';
  return new Refusal('aftersales.extendTooFar', message, {
    status: 422,
    errors: [{ field: 'extendedTo', code: 'range', message }],
  });
};

export const goodsAwaited = (p: { parts: readonly string[] }) =>
  new Refusal(
    'aftersales.goodsAwaited',
    `${p.parts.slice(0, 5).join('、')}${p.parts.length > 5 ? ' 等' : ''} 还在等采购到货，到货后再发，或先改货源`,
  );

export const otherAddress = (p: { partOrderNo: string }) =>
  new Refusal('aftersales.otherAddress', `${p.partOrderNo} 不是同一收件地址或发货仓，不能合并成一个包裹`, {
    status: 422,
  });

export const togetherCount = (p: { most: number }) =>
  new Refusal('aftersales.togetherCount', `请选择 2 到 ${p.most} 张补发单`, { status: 422 });

export const monthWrong = () => invalid([{ field: 'month', code: 'invalid', message: '月份须为 YYYY-MM' }]);

export const partsToBuy = (p: { most: number }) =>
  invalid([{ field: 'parts', code: 'invalid', message: `请给出 1 到 ${p.most} 个配件、仓库和数量` }]);

export const nobodySells = (p: { skus: readonly string[] }) =>
  new Refusal('aftersales.nobodySells', `${p.skus.slice(0, 5).join('、')} 没有供应商报价，请先在“供应商报价”里录入`);

/** Fields of an address that a parcel cannot do without. */
export const addressMissing = (address: {
  name: string;
  address1: string;
  city: string;
  postalCode: string;
}): FieldError[] =>
  (
    [
      ['shipToName', address.name, '收件人'],
      ['shipToAddress1', address.address1, '地址'],
      ['shipToCity', address.city, '城市'],
      ['shipToPostalCode', address.postalCode, '邮编'],
    ] as const
  ).flatMap(([field, value, title]) =>
    value.trim() === '' ? [{ field, code: 'required', message: `请填写${title}` }] : [],
  );

export const plannedOutOfRange = (p: { first: string; last: string }) => {
  const message = `预计发货日须在 ${p.first} 到 ${p.last} 之间`;
  return new Refusal('aftersales.plannedOutside', message, {
    status: 422,
    errors: [{ field: 'plannedShipDate', code: 'range', message }],
  });
};

export const sourcesUnreadable = (row: number, message: string): FieldError => ({
  field: 'lines',
  row,
  code: 'invalid',
  message,
});

export const trackingElsewhere = (p: { partOrderNo: string }) => {
  const message = `运单号已用于 ${p.partOrderNo}，它寄往另一个地址，请检查运单号`;
  return new Refusal('aftersales.trackingElsewhere', message, {
    status: 422,
    errors: [{ field: 'trackingNo', code: 'taken', message }],
  });
};
