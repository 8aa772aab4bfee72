import { dict } from '#kit/model/dict.ts';
import { choice, flag, integer, link, pictures, quantity, text } from '#kit/model/field.ts';
import { defineRegister } from '#kit/model/resource.ts';

export const partClass = dict('sku_part_class', {
  common: '通用件',
  component: '部件',
  carton: '整箱',
});

/** 配件清单: what a SKU is put together of, as far as a buyer may ask for it again. */
export const skuPart = defineRegister({
  module: 'catalog',
  name: 'skuPart',
  title: '配件清单',
  fields: {
    parentSkuId: link('整件SKU', 'catalog:sku', { required: true }),
    ordinal: integer('图号', { required: true, min: 1, max: 200, ordinal: true }),
    partSkuId: link('配件SKU', 'catalog:sku', { required: true }),
    qtyPerUnit: quantity('每件数量', { required: true, default: 1, min: 1, max: 1000 }),
    partClass: choice('配件类别', partClass, { required: true, default: 'component' }),
    cartonNo: integer('在第几箱', { min: 1, max: 50 }),
    isHarvestable: flag('可拆取', { default: false, hint: '缺货时可从整件拆出' }),
    note: text('位置', { max: 128, hint: '如 左前腿' }),
    images: pictures('图片', { max: 3 }),
    /** Where on the drawing of its SKU it is, in thousandths from the upper left corner. */
    pointX: integer('图上横位', { min: 0, max: 1000, hint: '离左边的千分比' }),
    pointY: integer('图上纵位', { min: 0, max: 1000, hint: '离上边的千分比' }),
  },
  label: 'id',
  list: [
    'parentSkuId',
    'ordinal',
    { key: 'partSkuId', picture: ['images', 'partSkuId'] },
    'note',
    'qtyPerUnit',
    'partClass',
    'cartonNo',
    'isHarvestable',
  ],
  search: ['parentSkuId', 'partSkuId', 'partClass'],
  form: [
    ['parentSkuId', 'ordinal'],
    ['partSkuId', 'qtyPerUnit'],
    ['partClass', 'cartonNo'],
    ['isHarvestable', 'note'],
    ['pointX', 'pointY'],
    ['images'],
  ],
  sort: { field: 'ordinal', order: 'asc' },
});
