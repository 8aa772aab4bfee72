import { stateNotes, type HelpPart } from '#kit/model/help.ts';
import { channelAccountLifecycle } from './channel-account.ts';
import { dynamicFormLifecycle } from './forms/dynamic-form.ts';

/** 基础资料 in the handbook. */
export const baseHelp: HelpPart = {
  module: 'base',
  title: '基础资料',
  chapters: [
    { name: 'currencies', title: '币种', pages: ['/base/currency'], of: ['base:currency'] },
    {
      name: 'exchange-rates',
      title: '汇率',
      pages: ['/base/exchange-rate'],
      of: ['base:exchangeRate'],
    },
    {
      name: 'payment-terms',
      title: '付款条款',
      pages: ['/base/payment-term'],
      of: ['base:paymentTerm'],
    },
    {
      name: 'suppliers',
      title: '供应商',
      pages: ['/base/supplier'],
      of: ['base:supplier', 'base:supplierContact'],
    },
    {
      name: 'customers',
      title: '客户',
      pages: ['/base/customer'],
      of: ['base:customer', 'base:customerContact'],
    },
    { name: 'tags', title: '标签', pages: ['/base/tag'], of: ['base:tag'] },
    {
      name: 'forms',
      title: '动态表单',
      pages: ['/base/form', '/base/form-design/:id'],
      of: ['base:dynamicForm', 'base:formEdition'],
    },
    {
      name: 'form-records',
      title: '表单填报',
      pages: ['/base/form-record', '/base/form-record/:code'],
      of: ['base:formRecord'],
    },
    {
      name: 'warehouses',
      title: '仓库',
      pages: ['/base/warehouse'],
      of: ['base:warehouse'],
    },
    {
      name: 'warehouse-bins',
      title: '库区和库位',
      pages: ['/base/warehouse-zone', '/base/warehouse-bin'],
      of: ['base:warehouseZone', 'base:warehouseBin'],
    },
    {
      name: 'freight-tables',
      title: '运费价表',
      pages: ['/base/freight-table', '/base/freight-version'],
      of: ['base:freightTable', 'base:freightVersion'],
    },
    {
      name: 'ship-methods',
      title: '物流渠道',
      pages: ['/base/ship-method'],
      of: ['base:shipMethod'],
    },
  ],
  notes: [
    stateNotes(dynamicFormLifecycle, {
      draft: '还没有发布过，不能填写；没有字段的表单发布不了。',
      published: '按最新版本填写；改了字段要再发布一次才生效。',
      archived: '不能再填写，也不能改；已有记录照常查看，可以恢复。',
    }),
    stateNotes(channelAccountLifecycle, {
      created: '已登记，还没有测试连接或没有通过；通过后自动启用。',
      active: '连接正常，按策略拉单和推送库存。',
      paused: '有人暂停：不拉单、不推送；恢复后要重新测试连接。',
      expired: '平台不再接受授权；更新授权信息并测试连接。',
      disabled: '已停用：不再拉单和推送，未完成的订单仍可处理。',
    }),
  ],
};
