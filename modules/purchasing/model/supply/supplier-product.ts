import { dict } from '#kit/model/dict.ts';
import {
  choice,
  choices,
  datetime,
  flag,
  json,
  length,
  link,
  price,
  quantity,
  rate,
  text,
  weight,
} from '#kit/model/field.ts';
import { defineLifecycle } from '#kit/model/lifecycle.ts';
import { defineDocument } from '#kit/model/resource.ts';
import type { RowOf } from '#kit/model/row.ts';
import { bannedPlatform } from './supplier-port.ts';

const supplierProductStatus = dict('supplier_product_status', {
  new: '新品',
  linked: '已关联',
  ignored: '已忽略',
  changed: '有变更',
  gone: '已下架',
});

/** What the feed says of a product and nobody has taken yet. Values are as people read them. */
export interface SupplyDifference {
  field: 'cost' | 'title' | 'category';
  title: string;
  old: string | null;
  new: string | null;
  /** Why it waits. */
  reason: string;
}

/** 供货产品: a product as its supplier lists it, and the SKU of ours behind it. */
export const supplierProduct = defineDocument({
  module: 'purchasing',
  name: 'supplierProduct',
  title: '供货产品',
  empty: '供货源拉取之后，供应商的产品在这里：关联已有的 SKU，或者建品。',
  fields: {
    feedId: link('供货源', 'purchasing:supplyFeed', { always: true }),
    supplierId: link('供应商', 'base:supplier', { always: true }),
    supplierSku: text('供货SKU', { always: true, max: 64 }),
    title: text('标题', { always: true, max: 255 }),
    category: text('供应商类目', { max: 255 }),
    cost: price('成本', { hint: '最低有效价加运费；供应商没有报价时为空' }),
    currency: text('币种', { max: 3 }),
    goodsPrice: price('货价'),
    shippingFee: price('运费'),
    oldCost: price('变动前成本'),
    costChange: rate('变动', { percent: true }),
    costChangedAt: datetime('变动时间'),
    moq: quantity('MOQ'),
    weightG: weight('毛重'),
    lengthMm: length('长'),
    widthMm: length('宽'),
    heightMm: length('高'),
    imageUrl: text('图片地址', { max: 1000 }),
    isAvailable: flag('可售', { always: true }),
    banned: choices('禁售平台', bannedPlatform, { always: true }),
    differences: json('差异'),
    refused: json('不采用的值'),
    skuId: link('关联SKU', 'catalog:sku'),
    lastSeenAt: datetime('最近读到', { always: true }),
    status: choice('状态', supplierProductStatus, { always: true, derived: true }),
  },
  label: 'supplierSku',
  list: [
    { key: 'supplierSku', under: ['supplierId'] },
    { key: 'title', under: ['category'] },
    { key: 'cost', under: ['currency'] },
    { key: 'costChange', under: ['costChangedAt'] },
    'moq',
    'skuId',
    'banned',
    'isAvailable',
    'lastSeenAt',
    'status',
  ],
  search: ['supplierSku', 'supplierId', 'title', 'skuId', 'banned', 'isAvailable', 'lastSeenAt', 'status'],
  form: [
    ['supplierSku', 'supplierId'],
    ['title', 'category'],
    ['cost', 'currency'],
    ['goodsPrice', 'shippingFee'],
    ['oldCost', 'costChange'],
    ['moq', 'weightG'],
    ['lengthMm', 'widthMm'],
    ['heightMm', 'isAvailable'],
    ['banned', 'skuId'],
    ['imageUrl'],
  ],
  masks: {
    cost: ['cost', 'goodsPrice', 'shippingFee', 'oldCost', 'costChange', 'costChangedAt', 'differences', 'refused'],
  },
});
export type SupplierProductRow = RowOf<typeof supplierProduct>;

export const supplierProductLifecycle = defineLifecycle(supplierProduct, {
  initial: 'new',
  births: { read: '供货源读到' },
  states: {
    new: ['新品', 'busy'],
    linked: ['已关联', 'done'],
    ignored: ['已忽略', 'idle'],
    changed: ['有变更', 'warn'],
    gone: ['已下架', 'bad'],
  },
  tabs: {
    new: { title: '新品', states: ['new'] },
    changed: { title: '有变更', states: ['changed'] },
    linked: { title: '已关联', states: ['linked'] },
    ignored: { title: '已忽略', states: ['ignored'] },
    gone: { title: '已下架', states: ['gone'] },
  },
  moves: {
    link: {
      title: '关联',
      from: ['new'],
      to: 'linked',
      input: { skuId: link('SKU', 'catalog:sku', { required: true }) },
      okText: '关联',
    },
    make: { title: '建品', from: ['new'], to: 'linked' },
    apply: { title: '应用', from: ['changed'], to: ['linked', 'new'] },
    keep: { title: '保留原值', from: ['changed'], to: ['linked', 'new'] },
    ignore: { title: '忽略', from: ['new'], to: 'ignored' },
    restore: { title: '取消忽略', from: ['ignored'], to: 'new' },
    unlink: { title: '取消关联', from: ['linked'], to: 'new', aside: true },
    hold: { title: '变更待确认', from: ['new', 'linked'], to: 'changed', system: true },
    calm: { title: '变更已撤回', from: ['changed'], to: ['linked', 'new'], system: true },
    leave: { title: '供应商下架', from: ['new', 'linked', 'changed'], to: 'gone', system: true },
    comeBack: { title: '重新上架', from: ['gone'], to: ['linked', 'new'], system: true },
  },
});
