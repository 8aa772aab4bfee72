import { integer, link } from '#kit/model/field.ts';
import { defineView } from '#kit/model/resource.ts';

/** 组合品库存: how many bundles the components in a warehouse make, and which of them is the scarcest. */
export const bundleStock = defineView({
  module: 'inventory',
  name: 'bundleStock',
  title: '组合品库存',
  empty: '在“组合明细”里填了组件的 SKU，各仓能凑几套在这里。',
  fields: {
    skuId: link('组合SKU', 'catalog:sku', { always: true }),
    warehouseId: link('仓库', 'base:warehouse', { always: true }),
    available: integer('可用套数', { always: true }),
    scarceSkuId: link('最缺组件', 'catalog:sku', { always: true }),
  },
  label: 'id',
  list: [{ key: 'skuId', isFaced: true }, 'warehouseId', 'available', 'scarceSkuId'],
  search: ['skuId', 'warehouseId', 'available'],
  sort: { field: 'available', order: 'asc' },
});
