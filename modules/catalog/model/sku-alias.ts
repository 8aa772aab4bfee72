import { dict } from '#kit/model/dict.ts';
import { choice, link, text } from '#kit/model/field.ts';
import { defineRegister } from '#kit/model/resource.ts';

export const aliasKind = dict('sku_alias_kind', { alias: '别名', barcode: '条码' });

/**
 * 别名与条码: what else a SKU is called: by a channel, a supplier, an old list, or on its carton. Each
 * means one SKU, so that a part number can be paired and a scan answered by it.
 */
export const skuAlias = defineRegister({
  module: 'catalog',
  name: 'skuAlias',
  title: '别名与条码',
  fields: {
    skuId: link('SKU', 'catalog:sku', { required: true }),
    code: text('编号', { required: true, unique: true, max: 64 }),
    kind: choice('类型', aliasKind, { required: true, default: 'alias' }),
    note: text('说明', { max: 128, hint: '谁这样叫它' }),
  },
  label: 'code',
  list: ['code', 'skuId', 'kind', 'note', 'createTime'],
  search: ['code', 'skuId', 'kind'],
  form: [
    ['skuId', 'code'],
    ['kind', 'note'],
  ],
});
