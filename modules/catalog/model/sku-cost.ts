import { date, link, price, text } from '#kit/model/field.ts';
import { defineRegister } from '#kit/model/resource.ts';

/**
 * 标准成本: what a unit is taken to cost from a day on, until the next row; before the first one, what
 * the SKU itself says. It values goods whose cost no receipt says yet.
 */
export const skuCost = defineRegister({
  module: 'catalog',
  name: 'skuCost',
  title: '标准成本',
  empty: '按生效日登记SKU的标准成本：没有入库成本的货按它估值。',
  fields: {
    skuId: link('SKU', 'catalog:sku', { required: true }),
    standardCost: price('标准成本', { required: true, min: 0, hint: '本位币' }),
    effectiveFrom: date('生效日', { required: true }),
    note: text('说明', { max: 128 }),
  },
  label: 'id',
  list: ['skuId', 'standardCost', 'effectiveFrom', 'note', 'createTime'],
  search: ['skuId', 'effectiveFrom'],
  form: [
    ['skuId', 'effectiveFrom'],
    ['standardCost', 'note'],
  ],
  sort: { field: 'effectiveFrom', order: 'desc' },
  masks: { cost: ['standardCost'] },
});
