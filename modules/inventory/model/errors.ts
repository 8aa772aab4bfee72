import { Refusal } from '#kit/model/refusal.ts';

/** Stock is missing: what should leave is not there, or is promised to somebody else. */
export const stockShort = (p: { sku: string; warehouse: string; wanted: number; able: number }) =>
  new Refusal(
    'inventory.short',
    `库存不足：${p.sku} 在 ${p.warehouse} 需要 ${p.wanted}，可用 ${p.able}`,
  );

export const adjustmentEmpty = () =>
  new Refusal('inventory.adjustmentEmpty', '调整单没有明细', { status: 422 });

export const makerIsChecker = () =>
  new Refusal('inventory.makerIsChecker', '提交人不能审核自己的单据，请由其他有审核权限的人审核', {
    status: 403,
  });

export const openingTwice = (p: { sku: string }) =>
  new Refusal('inventory.openingTwice', `${p.sku} 在该仓库已有库存流水，不能再录入期初`);

export const warehouseHasStock = () =>
  new Refusal('inventory.warehouseHasStock', '仓库仍有库存或预占，不能删除');

export const skuHasStock = (p: { sku: string }) =>
  new Refusal('inventory.skuHasStock', `${p.sku} 仍有库存或预占，不能删除`);

export const oversoldAlready = (p: { sku: string; used: number }) =>
  new Refusal('inventory.oversoldAlready', `${p.sku} 已超卖 ${p.used} 件，超卖上限不能低于该数量`);
