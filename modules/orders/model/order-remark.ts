import { dict } from '#kit/model/dict.ts';
import { choice, files, flag, link, textarea } from '#kit/model/field.ts';
import { defineDocument } from '#kit/model/resource.ts';

export const remarkKind = dict('remark_kind', {
  internal: '内部',
  buyer: '买家',
  channel: '平台',
  warehouse: '仓库',
});

/** What a remark may carry along; its dialog asks for the same. */
export const remarkAssets = files('附件', { max: 9 });

/** 备注: append-only notes on an order. */
export const orderRemark = defineDocument({
  module: 'orders',
  name: 'orderRemark',
  title: '备注',
  empty: '在订单里写备注，或在列表勾选后“批量备注”；全部备注在这里查找。',
  fields: {
    orderId: link('订单', 'orders:salesOrder', { required: true }),
    kind: choice('类型', remarkKind, { required: true, default: 'internal' }),
    content: textarea('内容', { required: true, max: 2000 }),
    pinned: flag('置顶', { default: false }),
    assets: remarkAssets,
    hidden: flag('隐藏', { always: true, derived: true }),
  },
  label: 'kind',
  list: ['createTime', 'orderId', 'kind', 'content', 'assets', 'pinned', 'createBy'],
  search: ['kind', 'content', 'createTime'],
  form: [['kind', 'pinned'], ['content'], ['assets']],
});
