import { choice, text, textarea } from '#kit/model/field.ts';
import { defineRegister } from '#kit/model/resource.ts';
import { enabledStatus } from '#modules/base/model/warehouse.ts';

/** 付款账户: a bank account, a wallet or a till that suppliers are paid from. */
export const payingAccount = defineRegister({
  module: 'purchasing',
  name: 'payingAccount',
  title: '付款账户',
  empty: '新增付供应商货款的银行账户，付款时选用，银行存款按账户分开记账。',
  fields: {
    code: text('编码', { required: true, unique: true, max: 32, rule: 'code' }),
    name: text('名称', { required: true, max: 64 }),
    bankName: text('开户行', { max: 128 }),
    accountNo: text('账号', { max: 64 }),
    status: choice('状态', enabledStatus, { required: true, default: 'enabled' }),
    remark: textarea('备注', { max: 255 }),
  },
  label: 'name',
  list: ['code', 'name', 'bankName', 'accountNo', 'status'],
  search: ['code', 'name', 'status'],
  form: [['code', 'name'], ['bankName', 'accountNo'], ['status'], ['remark']],
  sort: { field: 'code', order: 'asc' },
});
