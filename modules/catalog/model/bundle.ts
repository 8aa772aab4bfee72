import { link, quantity, text } from '#kit/model/field.ts';
import { defineRegister } from '#kit/model/resource.ts';

/**
 * 组合明细: what one unit of a bundle is made of. A bundle owns no stock: what is ordered of it is
 * held, packed and shipped as its components.
 */
export const bundleItem = defineRegister({
  module: 'catalog',
  name: 'bundleItem',
  title: '组合明细',
  fields: {
    bundleSkuId: link('组合SKU', 'catalog:sku', { required: true }),
    componentSkuId: link('组件SKU', 'catalog:sku', { required: true }),
    qty: quantity('每组数量', { required: true, default: 1, min: 1, max: 1000 }),
    note: text('说明', { max: 128 }),
  },
  label: 'id',
  list: ['bundleSkuId', 'componentSkuId', 'qty', 'note'],
  search: ['bundleSkuId', 'componentSkuId'],
  form: [['bundleSkuId'], ['componentSkuId', 'qty'], ['note']],
});
