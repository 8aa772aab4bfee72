import { dict } from '#kit/model/dict.ts';
import { choice, flag, integer, json, text } from '#kit/model/field.ts';
import { defineRegister } from '#kit/model/resource.ts';

const warehouseType = dict('warehouse_type', {
  self: '自营',
  thirdParty: '三方海外仓',
  channel: '平台仓',
  virtual: '虚拟',
  transit: '在途',
  supplier: '供应商仓',
});

export const enabledStatus = dict('enabled_status', { enabled: '启用', disabled: '停用' });

/** 仓库: a place that holds stock, ours or somebody else's. */
export const warehouse = defineRegister({
  module: 'base',
  name: 'warehouse',
  title: '仓库',
  fields: {
    code: text('仓库编码', { required: true, unique: true, max: 32, rule: 'code' }),
    name: text('仓库名称', { required: true, max: 64 }),
    type: choice('类型', warehouseType, { required: true, default: 'self' }),
    contact: text('联系人', { max: 64 }),
    phone: text('联系电话', { max: 32 }),
    address1: text('地址', { required: true, max: 128 }),
    address2: text('地址2', { max: 128 }),
    city: text('城市', { required: true, max: 64 }),
    state: text('州/省', { max: 32, hint: '美国和加拿大必填，如 NJ；留空按邮编' }),
    postalCode: text('邮编', { max: 16 }),
    country: text('国家', { required: true, max: 3, written: 'country', default: 'US' }),
    timezone: text('时区', {
      always: true,
      max: 64,
      rule: 'timeZone',
      hint: '留空按地址：新泽西是 America/New_York',
    }),
    cutoffTime: text('截单时间', { required: true, max: 5, rule: 'timeOfDay', default: '14:00' }),
    calendar: json('工作日历'),
    priority: integer('优先级', {
      required: true,
      default: 100,
      min: 0,
      max: 9999,
      hint: '数字越小越先发货',
    }),
    allowNegative: flag('允许负库存', { default: false }),
    status: choice('状态', enabledStatus, { required: true, default: 'enabled' }),
  },
  label: 'name',
  list: ['code', 'name', 'type', 'country', 'timezone', 'cutoffTime', 'priority', 'status', 'createTime'],
  search: ['code', 'name', 'type', 'status'],
  form: [
    ['code', 'name'],
    ['type', 'status'],
    ['contact', 'phone'],
    ['address1', 'address2'],
    ['city', 'state'],
    ['postalCode', 'country'],
    ['timezone', 'cutoffTime'],
    ['priority', 'allowNegative'],
    ['calendar'],
  ],
  scope: { warehouses: 'id' },
});
