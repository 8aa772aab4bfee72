import { invalid, Refusal } from '#kit/model/refusal.ts';

export const feedOfSupplierExists = () =>
  invalid([{ field: 'supplierId', code: 'taken', message: '这个供应商已有供货源' }]);

export const supplierBusy = () =>
  new Refusal('purchasing.feedInUse', '供货源已读到产品，不能删除或换供应商；不再拉取请停用');

export const feedDisabled = (p: { name: string }) =>
  new Refusal('purchasing.feedDisabled', `供货源“${p.name}”已停用，请先启用`);

export const productGone = (p: { supplierSku: string }) =>
  new Refusal('purchasing.supplyGone', `${p.supplierSku} 供应商已下架`, { status: 422 });

export const skuCodeUnusable = (p: { supplierSku: string }) =>
  new Refusal('purchasing.supplyCode', `供货SKU ${p.supplierSku} 不能作为 SKU 编码，请先建 SKU 再关联`, {
    status: 422,
  });

/** Not a word of prices: read by people who may not see them. */
export const rowsFell = (p: { before: number; now: number; most: number }) =>
  `行数从 ${p.before} 降到 ${p.now}，降幅超过 ${p.most}%：整次拦截，产品、价格和库存都没有改。确认供应商确实减少后，把供货源的“行数最多下降”调大再拉取。`;
