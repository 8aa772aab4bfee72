import { flag, link, text } from '#kit/model/field.ts';
import { defineRegister } from '#kit/model/resource.ts';
import type { RowOf } from '#kit/model/row.ts';

/**
 * 货位: in which bins of a warehouse a SKU stands, one of them the primary. Bins hold no quantities:
 * how many there are is said by the stock of the warehouse.
 */
export const skuBin = defineRegister({
  module: 'inventory',
  name: 'skuBin',
  title: '货位',
  empty: '登记每个SKU放在哪个库位，拣货单、收货台和盘点台会按它指路；也可以从表格导入。',
  fields: {
    warehouseId: link('仓库', 'base:warehouse', { required: true }),
    skuId: link('SKU', 'catalog:sku', { required: true }),
    binId: link('库位', 'base:warehouseBin', {
      required: true,
      hint: '用库位全码，如 NJ01/A-01-01',
    }),
    isPrimary: flag('主货位', {
      default: false,
      hint: '一个SKU在一个仓库只有一个，先到这里拣货和上架',
    }),
    note: text('备注', { max: 255 }),
  },
  label: 'id',
  list: [{ key: 'skuId', isFaced: true }, 'warehouseId', 'binId', 'isPrimary', 'note', 'createTime'],
  search: ['warehouseId', 'skuId', 'binId', 'isPrimary'],
  form: [['warehouseId'], ['skuId', 'binId'], ['isPrimary'], ['note']],
  scope: { warehouses: 'warehouseId' },
});
export type SkuBinRow = RowOf<typeof skuBin>;
