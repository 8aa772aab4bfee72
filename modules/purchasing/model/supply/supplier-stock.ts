import { dict } from '#kit/model/dict.ts';
import { choice, date, datetime, integer, link, quantity, text } from '#kit/model/field.ts';
import { defineView } from '#kit/model/resource.ts';

export const stockFreshness = dict('supply_freshness', {
  fresh: '有效',
  expired: '已过期',
  gone: '已下架',
});

/** Why stock counts as nothing. */
const stockReason = dict('supply_stock_reason', {
  gone: '供应商已下架，按 0 计',
  expired: '过期没有更新，按 0 计',
  unavailable: '暂不可售，按 0 计',
});

/** 供货库存: what a supplier has of a product in a warehouse of its own, and what of it counts now. */
export const supplierStock = defineView({
  module: 'purchasing',
  name: 'supplierStock',
  title: '供货库存',
  empty: '供货源拉取之后，供应商各仓的库存在这里；过期的按 0 计，并写明原因。',
  fields: {
    productId: link('供货产品', 'purchasing:supplierProduct', { always: true }),
    supplierId: link('供应商', 'base:supplier', { always: true }),
    skuId: link('关联SKU', 'catalog:sku'),
    warehouseCode: text('供应商仓', { always: true }),
    countedQty: quantity('计入数量', { always: true, hint: '过期或下架的按 0 计' }),
    qty: quantity('供应商数量', { always: true, hint: '供应商报的是区间，取最小值' }),
    qtyMax: quantity('区间上限', { always: true }),
    freshness: choice('时效', stockFreshness, { always: true }),
    reason: choice('原因', stockReason),
    ageHours: integer('距今(小时)', { always: true }),
    maxAgeHours: integer('有效(小时)', { always: true }),
    at: datetime('更新时间', { always: true }),
    eta: date('预计到货'),
    etaQty: quantity('到货数量'),
  },
  label: 'id',
  list: [
    { key: 'productId', under: ['supplierId'] },
    'skuId',
    'warehouseCode',
    { key: 'countedQty', under: ['reason'] },
    { key: 'qty', under: ['qtyMax'] },
    'freshness',
    { key: 'at', under: ['ageHours', 'maxAgeHours'] },
    { key: 'eta', under: ['etaQty'] },
  ],
  search: ['productId', 'supplierId', 'skuId', 'warehouseCode', 'freshness', 'at'],
  sort: { field: 'at', order: 'desc' },
});
