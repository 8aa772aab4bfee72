import { choice, date, flag, integer, rate, text } from '#kit/model/field.ts';
import { dict } from '#kit/model/dict.ts';
import { defineRegister } from '#kit/model/resource.ts';
import { enabledStatus } from './warehouse.ts';

/** 币种: what the tenant works in. One of them, fixed when the tenant was opened, is the base currency. */
export const currency = defineRegister({
  module: 'base',
  name: 'currency',
  title: '币种',
  empty: '新增用到的币种，再到“汇率”登记它对本位币的汇率。',
  fields: {
    code: text('代码', {
      required: true,
      unique: true,
      max: 3,
      rule: 'currencyCode',
      hint: '三位大写字母，如 USD；保存后不能更改',
    }),
    name: text('名称', { required: true, max: 64 }),
    symbol: text('符号', { max: 4 }),
    exponent: integer('小数位', { always: true, derived: true }),
    isBase: flag('本位币', { always: true, derived: true }),
    status: choice('状态', enabledStatus, { required: true, default: 'enabled' }),
  },
  label: 'code',
  list: ['code', 'name', 'symbol', 'exponent', 'isBase', 'status'],
  search: ['code', 'name', 'status'],
  form: [
    ['code', 'name'],
    ['symbol', 'status'],
  ],
  sort: { field: 'code', order: 'asc' },
});

const rateSource = dict('rate_source', { manual: '手工', import: '导入' });

/** 汇率: how many units of 目标币种 one unit of 源币种 is worth, from a day on until the next rate. */
export const exchangeRate = defineRegister({
  module: 'base',
  name: 'exchangeRate',
  title: '汇率',
  empty: '登记源币种对目标币种的汇率：从生效日起，到下一条生效为止。',
  fields: {
    fromCode: text('源币种', { required: true, max: 3, rule: 'currencyCode' }),
    toCode: text('目标币种', { required: true, max: 3, rule: 'currencyCode' }),
    rate: rate('汇率', {
      required: true,
      max: 99_999_999,
      hint: '1 单位源币种 = 多少目标币种',
    }),
    effectiveDate: date('生效日', { required: true }),
    source: choice('来源', rateSource, { always: true, derived: true }),
  },
  label: 'id',
  list: ['fromCode', 'toCode', 'rate', 'effectiveDate', 'source', 'updateBy', 'updateTime'],
  search: ['fromCode', 'toCode', 'effectiveDate'],
  form: [
    ['fromCode', 'toCode'],
    ['rate', 'effectiveDate'],
  ],
  sort: { field: 'effectiveDate', order: 'desc' },
});

/** Currencies that a new tenant begins with. */
export const FIRST_CURRENCIES = [
  { code: 'CNY', name: '人民币', symbol: '¥' },
  { code: 'USD', name: '美元', symbol: '$' },
  { code: 'CAD', name: '加拿大元', symbol: 'C$' },
  { code: 'GBP', name: '英镑', symbol: '£' },
  { code: 'EUR', name: '欧元', symbol: '€' },
  { code: 'JPY', name: '日元', symbol: 'JP¥' },
] as const;
