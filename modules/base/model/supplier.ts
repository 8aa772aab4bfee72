import { dict } from '#kit/model/dict.ts';
import { choice, integer, link, money, text, textarea } from '#kit/model/field.ts';
import { defineRegister } from '#kit/model/resource.ts';
import { enabledStatus } from './warehouse.ts';

const supplierType = dict('supplier_type', {
  factory: '工厂',
  wholesale: '批发商',
  logistics: '物流商',
  platformFeed: '平台供货',
});

/** 供应商: whom goods and services are bought from. */
export const supplier = defineRegister({
  module: 'base',
  name: 'supplier',
  title: '供应商',
  empty: '新增供应商后，可以向它采购、登记应付。',
  fields: {
    code: text('供应商编码', { required: true, unique: true, max: 32, rule: 'code' }),
    name: text('供应商名称', { required: true, max: 128 }),
    type: choice('类型', supplierType, { required: true, default: 'factory' }),
    status: choice('状态', enabledStatus, { required: true, default: 'enabled' }),
    currency: text('币种', { required: true, max: 3, rule: 'currencyCode' }),
    paymentTermId: link('付款条款', 'base:paymentTerm'),
    leadDays: integer('交期(天)', { min: 0, max: 365 }),
    moqAmount: money('起订金额', 'currency', { min: 0 }),
    rating: integer('评分', { min: 1, max: 5, hint: '1 至 5，5 最好' }),
    taxId: text('税号', { max: 64 }),
    address1: text('地址', { max: 128 }),
    address2: text('地址2', { max: 128 }),
    city: text('城市', { max: 64 }),
    state: text('州/省', { max: 32 }),
    postalCode: text('邮编', { max: 16 }),
    country: text('国家', { max: 3, written: 'country' }),
    bankName: text('开户行', { max: 128 }),
    bankAccountName: text('收款户名', { max: 128 }),
    bankAccountNo: text('收款账号', { max: 64 }),
    remark: textarea('备注', { max: 500 }),
  },
  label: 'name',
  list: [{ key: 'name', under: ['code'] }, 'type', 'currency', 'paymentTermId', 'leadDays', 'rating', 'status'],
  search: ['code', 'name', 'type', 'status'],
  form: [
    ['code', 'name'],
    ['type', 'status'],
    ['currency', 'paymentTermId'],
    ['leadDays', 'moqAmount'],
    ['rating', 'taxId'],
    ['address1', 'address2'],
    ['city', 'state'],
    ['postalCode', 'country'],
    ['bankName', 'bankAccountName'],
    ['bankAccountNo'],
    ['remark'],
  ],
  lines: { 'base:supplierContact': 'supplierId' },
});

/** 供应商联系人: whom to write to or call there. */
export const supplierContact = defineRegister({
  module: 'base',
  name: 'supplierContact',
  title: '供应商联系人',
  fields: {
    supplierId: link('供应商', 'base:supplier', { required: true }),
    name: text('姓名', { required: true, max: 64 }),
    position: text('职务', { max: 64 }),
    phone: text('电话', { max: 32 }),
    email: text('邮箱', { max: 128, rule: 'email' }),
  },
  label: 'name',
  list: ['supplierId', 'name', 'position', 'phone', 'email'],
  search: ['supplierId', 'name'],
  form: [['supplierId', 'name'], ['position', 'phone'], ['email']],
});
