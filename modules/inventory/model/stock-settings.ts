import { money, rate } from '#kit/model/field.ts';
import { defineSettings } from '#kit/model/settings.ts';

/** What a tenant decides about who checks stock that is moved by hand. */
export const stockSettings = defineSettings('inventory:stockSettings', '库存设置', {
  path: '/inventory/stockSettings',
  about: '调整、盘点和没有采购单的入库多大金额要他人审核',
  fields: {
    soleLimit: money('单人调整上限', 'currency', {
      required: true,
      min: 0,
      max: 100_000_000,
      hint: '一张调整单、盘点单或没有采购单的入库，以及一个SKU一天合计，超过这个金额要由另一个人审核；一天里所有SKU合计到三倍为止；本人调高的只对其他人生效',
    }),
    costBound: rate('成本偏差上限', {
      required: true,
      min: 0,
      max: 10,
      percent: true,
      hint: '没有采购单的入库的单位成本，或采购单的单价，与已知成本相差超过这个比例要他人审核；本人放宽的只对其他人生效',
    }),
  },
  defaults: { soleLimit: 100_000n, costBound: '0.5' },
  stricter: { soleLimit: 'lower', costBound: 'lower' },
});
