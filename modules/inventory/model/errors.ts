import { Refusal } from '#kit/model/refusal.ts';
import type { CheckReason } from './stock-adjustment.ts';

/** Stock is missing: what should leave is not there, or is promised to somebody else. */
export const stockShort = (p: { sku: string; warehouse: string; wanted: number; able: number }) =>
  new Refusal('inventory.short', `库存不足：${p.sku} 在 ${p.warehouse} 需要 ${p.wanted}，可用 ${p.able}`);

export const dayNotOver = (p: { title: string; day: string; today: string }) => {
  const message = `${p.title} ${p.day} 还没到，最晚查到今天 ${p.today}`;
  return new Refusal('inventory.dayNotOver', message, {
    status: 422,
    errors: [{ field: 'day', code: 'future', message }],
  });
};

export const daysReversed = (p: { from: string; to: string }) => {
  const message = `开始日期 ${p.from} 晚于结束日期 ${p.to}`;
  return new Refusal('inventory.daysReversed', message, {
    status: 422,
    errors: [{ field: 'day', code: 'reversed', message }],
  });
};

export const adjustmentEmpty = () => new Refusal('inventory.adjustmentEmpty', '调整单没有明细', { status: 422 });

export const openingTwice = (p: { sku: string }) =>
  new Refusal('inventory.openingTwice', `${p.sku} 在该仓库已有库存流水，不能再录入期初`);

export const warehouseHasStock = () => new Refusal('inventory.warehouseHasStock', '仓库仍有库存或预占，不能删除');

/** Stock below zero must be made good before a warehouse forbids it. */
export const negativeStillThere = (p: { skus: number }) => {
  const message = `该仓库还有 ${p.skus} 个 SKU 的库存是负数，补齐（入库或盘点）后才能关闭“允许负库存”`;
  return new Refusal('inventory.negativeStillThere', message, {
    status: 422,
    errors: [{ field: 'allowNegative', code: 'negative', message }],
  });
};

export const skuHasStock = (p: { sku: string }) =>
  new Refusal('inventory.skuHasStock', `${p.sku} 仍有库存或预占，不能删除`);

export const oversoldAlready = (p: { sku: string; used: number }) =>
  new Refusal('inventory.oversoldAlready', `${p.sku} 已超卖 ${p.used} 件，超卖上限不能低于该数量`);

export const countEmpty = () =>
  new Refusal('inventory.countEmpty', '没有要盘的SKU：填明细，或范围选“全仓”', { status: 422 });

export const countedElsewhere = (p: { sku: string; countNo: string }) =>
  new Refusal('inventory.countedElsewhere', `${p.sku} 正在盘点单 ${p.countNo} 里盘点，等它结束再盘`);

export const notCounting = () => new Refusal('inventory.notCounting', '盘点已经结束，这次没有记下；要改请先“复盘差异”');

export const openingWithoutCost = () =>
  new Refusal('inventory.openingWithoutCost', '期初库存请填单位成本：公司只有一个人，没有别人可以审核不知道成本的货', {
    status: 422,
  });

/** Goods that did not come are given up by a person who was asked, never by a click that means the others. */
export const receiptShort = (p: { units: number; first: string; kinds: number }) => {
  const message = `还有 ${p.units} 件没有收到（${p.first}${p.kinds > 1 ? ` 等 ${p.kinds} 种` : ''}）；还会来的先不要完成`;
  return new Refusal('inventory.receiptShort', message, {
    status: 422,
    errors: [{ field: 'rest', code: 'required', message, suggest: 'giveUp' }],
  });
};

export const linesUncounted = (p: { uncounted: number; first: string | null }) => {
  const message = `还有 ${p.uncounted} 行没有盘（${p.first ?? ''}${p.uncounted > 1 ? ' 等' : ''}），这些行怎么处理？`;
  return new Refusal('inventory.linesUncounted', message, {
    status: 422,
    errors: [{ field: 'uncounted', code: 'required', message }],
  });
};

export const countClosed = (p: { isPosted: boolean; by: string }) =>
  new Refusal('inventory.countClosed', `这张盘点单已由 ${p.by} ${p.isPosted ? '过账' : '取消'}，不用再操作`);

const CHECK_REASONS: Readonly<Record<CheckReason, string>> = {
  unknownCost: '有差异的货成本未知',
  aboveLimit: '差异金额超过审核限额',
  dayAboveLimit: '当日同一SKU累计差异超过审核限额',
  handAboveLimit: '本人当日各SKU累计差异超过审核限额的三倍',
};

export const counterIsChecker = (reason: CheckReason) =>
  new Refusal(
    'inventory.counterIsChecker',
    `${CHECK_REASONS[reason]}，盘点人不能自己过账，请由其他有过账权限的人过账`,
    { status: 403 },
  );

export const transferShort = (short: readonly { sku: string; wanted: number; available: number }[]) =>
  new Refusal(
    'inventory.transferShort',
    `调出仓库存不足：${short
      .map(({ sku, wanted, available }) => `${sku} 需要 ${wanted}，可用 ${Math.max(0, available)}`)
      .join('；')}`,
  );

export const otherEnd = (p: { isSending: boolean }) =>
  new Refusal(
    'inventory.otherEnd',
    p.isSending ? '调出仓不在您的仓库范围内，请由管调出仓的人操作' : '调入仓不在您的仓库范围内，请由管调入仓的人操作',
    { status: 403 },
  );

export const transferClosed = (p: { by: string }) =>
  new Refusal('inventory.transferClosed', `这张调拨单已由 ${p.by} 收完，不能再收`);

export const receiptClosed = (p: { by: string }) =>
  new Refusal('inventory.receiptClosed', `这张入库单已由 ${p.by} 完成，不能再收`);

export const notFree = (p: { sku: string; wanted: number; able: number }) =>
  new Refusal('inventory.notFree', `${p.sku} 可用 ${p.able} 件，不能冻结 ${p.wanted} 件`);

export const notFrozen = (p: { sku: string; wanted: number; able: number }) =>
  new Refusal('inventory.notFrozen', `${p.sku} 冻结 ${p.able} 件，不能解冻 ${p.wanted} 件`);

/** A bundle owns no stock: it is what its components make. */
export const bundleHasNoStock = (p: { sku: string }) =>
  new Refusal('inventory.bundleHasNoStock', `${p.sku} 是组合，库存记在它的组件上`, { status: 422 });

export const bundleHasStock = (p: { sku: string }) =>
  new Refusal('inventory.bundleHasStock', `${p.sku} 仍有库存或预占，不能改为组合`);

/** A refusal that stands at one field. */
const at = (field: string, code: string, message: string): Refusal =>
  new Refusal(code, message, { status: 422, errors: [{ field, code, message }] });

export const binElsewhere = () => at('binId', 'inventory.binElsewhere', '库位不在所选仓库，请重新选择');

export const binDisabled = (p: { code: string }) =>
  at('binId', 'inventory.binDisabled', `库位 ${p.code} 已停用，请选其他库位`);

export const binHasSku = (p: { code: string }) => at('binId', 'inventory.binHasSku', `该SKU已登记在库位 ${p.code}`);

export const primaryTaken = (p: { code: string }) =>
  at('isPrimary', 'inventory.primaryTaken', `该SKU在此仓库的主货位已是 ${p.code}，请在列表里“设为主货位”来更换`);

export const skuBinIsFixed = (p: { field: string }) =>
  at(p.field, 'inventory.skuBinIsFixed', '货位不能换SKU或仓库，请新增一行');

export const countBinsMissing = () => at('bins', 'inventory.countBinsMissing', '范围选“指定货位”时，请填库区或货位');

export const countBinsElsewhere = () =>
  at('extent', 'inventory.countBinsElsewhere', '范围选“指定货位”时才填库区和货位');

export const countBinUnknown = (p: { code: string }) =>
  at('bins', 'inventory.countBinUnknown', `仓库里没有库位 ${p.code}`);

export const countZoneElsewhere = () => at('zoneId', 'inventory.countZoneElsewhere', '库区不属于所选仓库，请重新选择');
