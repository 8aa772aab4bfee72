import { dict } from '#kit/model/dict.ts';
import { choice, link, money, text, textarea } from '#kit/model/field.ts';
import { defineRegister } from '#kit/model/resource.ts';
import { tagsOf } from './tag.ts';
import { enabledStatus } from './warehouse.ts';

const customerType = dict('customer_type', {
  marketplace: '平台',
  retailer: '零售商',
  wholesale: '批发客户',
  endBuyer: '终端买家',
});

/** 客户: who owes us: a marketplace, or whoever else is invoiced. */
export const customer = defineRegister({
  module: 'base',
  name: 'customer',
  title: '客户',
  empty: '新增开票和收款的对象：平台、零售商或批发客户。',
  fields: {
    code: text('客户编码', { required: true, unique: true, max: 32, rule: 'code' }),
    name: text('客户名称', { required: true, max: 128 }),
    type: choice('类型', customerType, { required: true, default: 'marketplace' }),
    channelCode: text('渠道', { max: 32, hint: '平台客户填渠道代码' }),
    status: choice('状态', enabledStatus, { required: true, default: 'enabled' }),
    currency: text('币种', { required: true, max: 3, rule: 'currencyCode' }),
    paymentTermId: link('付款条款', 'base:paymentTerm'),
    creditLimit: money('信用额度', 'currency', { min: 0 }),
    taxId: text('税号', { max: 64 }),
    billAddress1: text('账单地址', { max: 128 }),
    billAddress2: text('账单地址2', { max: 128 }),
    billCity: text('账单城市', { max: 64 }),
    billState: text('账单州/省', { max: 32 }),
    billPostalCode: text('账单邮编', { max: 16 }),
    billCountry: text('账单国家', { max: 3 }),
    shipAddress1: text('收货地址', { max: 128 }),
    shipAddress2: text('收货地址2', { max: 128 }),
    shipCity: text('收货城市', { max: 64 }),
    shipState: text('收货州/省', { max: 32 }),
    shipPostalCode: text('收货邮编', { max: 16 }),
    shipCountry: text('收货国家', { max: 3 }),
    remark: textarea('备注', { max: 500 }),
    tagIds: tagsOf('customer'),
  },
  label: 'name',
  list: [
    { key: 'name', under: ['code'] },
    'tagIds',
    'type',
    'channelCode',
    'currency',
    'paymentTermId',
    'creditLimit',
    'status',
  ],
  search: ['code', 'name', 'type', 'channelCode', 'status', 'tagIds'],
  form: [
    ['code', 'name'],
    ['type', 'channelCode'],
    ['currency', 'paymentTermId'],
    ['creditLimit', 'taxId'],
    ['billAddress1', 'billAddress2'],
    ['billCity', 'billState'],
    ['billPostalCode', 'billCountry'],
    ['shipAddress1', 'shipAddress2'],
    ['shipCity', 'shipState'],
    ['shipPostalCode', 'shipCountry'],
    ['status', 'tagIds'],
    ['remark'],
  ],
  lines: { 'base:customerContact': 'customerId' },
});

/** 客户联系人: whom to write to or call there. */
export const customerContact = defineRegister({
  module: 'base',
  name: 'customerContact',
  title: '客户联系人',
  fields: {
    customerId: link('客户', 'base:customer', { required: true }),
    name: text('姓名', { required: true, max: 64 }),
    position: text('职务', { max: 64 }),
    phone: text('电话', { max: 32 }),
    email: text('邮箱', { max: 128, rule: 'email' }),
  },
  label: 'name',
  list: ['customerId', 'name', 'position', 'phone', 'email'],
  search: ['customerId', 'name'],
  form: [['customerId', 'name'], ['position', 'phone'], ['email']],
});
