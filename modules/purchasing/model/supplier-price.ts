import { date, integer, link, price, quantity, text } from '#kit/model/field.ts';
import { defineRegister } from '#kit/model/resource.ts';

/** 供应商报价: what a supplier asks for a SKU from a quantity on, from a day on until the next price. */
export const supplierPrice = defineRegister({
  module: 'purchasing',
  name: 'supplierPrice',
  title: '供应商报价',
  empty: '登记每个供应商的报价，采购单的单价留空时从这里取。',
  fields: {
    supplierId: link('供应商', 'base:supplier', { required: true }),
    skuId: link('SKU', 'catalog:sku', { required: true }),
    supplierSku: text('供应商货号', { max: 64 }),
    minQty: quantity('起订量', { required: true, min: 1, max: 1_000_000, default: 1 }),
    unitPrice: price('单价', { required: true, min: 0, max: 10_000_000 }),
    currency: text('币种', { required: true, max: 3, rule: 'currencyCode', default: 'USD' }),
    effectiveDate: date('生效日', { required: true }),
    leadDays: integer('交期(天)', { min: 0, max: 365 }),
  },
  label: 'id',
  list: [
    'supplierId',
    'skuId',
    'supplierSku',
    'minQty',
    'unitPrice',
    'currency',
    'effectiveDate',
    'leadDays',
    'updateTime',
  ],
  search: ['supplierId', 'skuId', 'supplierSku', 'effectiveDate'],
  form: [
    ['supplierId', 'skuId'],
    ['supplierSku', 'minQty'],
    ['unitPrice', 'currency'],
    ['effectiveDate', 'leadDays'],
  ],
  sort: { field: 'effectiveDate', order: 'desc' },
  masks: { cost: ['unitPrice'] },
});
