import { dict } from '#kit/model/dict.ts';
import { choice, date, link, price, rate, text, textarea } from '#kit/model/field.ts';
import { defineRegister } from '#kit/model/resource.ts';
import type { RowOf } from '#kit/model/row.ts';
import { enabledStatus } from './warehouse.ts';

const freightUnit = dict('freight_unit', { lb: '磅 (lb, in)', kg: '公斤 (kg, cm)' });

/** As long as a cell of a sheet may be. */
const MOST_SHEET = 30_000;

/** 运费价表: what a carrier asks for a way to ship, by weight and zone; what it asks when stands in versions. */
export const freightTable = defineRegister({
  module: 'base',
  name: 'freightTable',
  title: '运费价表',
  empty: '登记承运商的价格，再在“物流渠道”上选用；价格本身按生效日登记在价表版本里。',
  fields: {
    code: text('价表编码', { required: true, unique: true, max: 32, rule: 'code' }),
    name: text('价表名称', { required: true, max: 64 }),
    currency: text('币种', { required: true, max: 3, rule: 'currencyCode', default: 'USD' }),
    weightUnit: choice('计量单位', freightUnit, { required: true, default: 'lb' }),
    status: choice('状态', enabledStatus, { required: true, default: 'enabled' }),
    note: text('备注', { max: 255 }),
  },
  label: 'name',
  list: [{ key: 'name', under: ['code'] }, 'currency', 'weightUnit', 'status', 'note', 'createTime'],
  search: ['code', 'name', 'status'],
  form: [['code', 'name'], ['currency', 'weightUnit'], ['status'], ['note']],
});

/**
 * 价表版本: what is asked between two days. Prices, zones and surcharges are sheets: lines of cells
 * parted by tabs, as they are copied from a spreadsheet (freight-sheets.ts reads them).
 */
export const freightVersion = defineRegister({
  module: 'base',
  name: 'freightVersion',
  title: '价表版本',
  empty: '新增一个版本，从承运商的 Excel 粘贴价格和邮编分区。',
  fields: {
    tableId: link('运费价表', 'base:freightTable', { required: true }),
    effectiveFrom: date('生效日', { required: true }),
    effectiveTo: date('失效日', { hint: '当天仍有效；留空为一直有效' }),
    rates: textarea('价格', {
      required: true,
      max: MOST_SHEET,
      hint: '首行是“重量”和各分区，以下每行一档：不超过的重量和各分区价格；末行可写“续重”，为每增一个重量单位的价格',
    }),
    zones: textarea('邮编分区', {
      required: true,
      max: MOST_SHEET,
      hint: '每行：国家、邮编前缀、到（可空）、分区、时效天数（可空）、发货仓编码（可空，空为所有仓库）',
    }),
    surcharges: textarea('超规附加费', {
      max: MOST_SHEET,
      hint: '每行：名称、最长边超过、长加围长超过、重量超过、每箱金额；满足一项即收，多条满足时只收最贵的',
    }),
    least: price('最低收费', { min: 0, max: 1_000_000 }),
    fuelRate: rate('燃油附加费', {
      percent: true,
      min: 0,
      max: 1,
      hint: '按运费和附加费之和计',
    }),
    residentialFee: price('住宅附加费', { min: 0, max: 1_000_000, hint: '送到住宅时每箱加收' }),
    note: text('备注', { max: 255 }),
  },
  label: 'id',
  list: [
    { key: 'tableId', under: ['note'] },
    { key: 'effectiveFrom', under: ['effectiveTo'] },
    'least',
    'fuelRate',
    'residentialFee',
    'updateTime',
  ],
  search: ['tableId', 'effectiveFrom', 'effectiveTo'],
  form: [
    ['tableId'],
    ['effectiveFrom', 'effectiveTo'],
    ['rates'],
    ['zones'],
    ['least', 'fuelRate'],
    ['residentialFee', 'note'],
    ['surcharges'],
  ],
  sort: { field: 'effectiveFrom', order: 'desc' },
  masks: { cost: ['rates', 'surcharges', 'least', 'fuelRate', 'residentialFee'] },
});
export type FreightVersionRow = RowOf<typeof freightVersion>;
