import { dict } from '#kit/model/dict.ts';
import { choice, integer, link, quantity, rate } from '#kit/model/field.ts';
import { defineView } from '#kit/model/resource.ts';
import { defineRoute, shape } from '#kit/model/route.ts';

export const restockStatus = dict('restock_status', {
  urgent: '断货风险',
  due: '该补货',
  enough: '够卖',
  still: '无销量',
});

export const leadSource = dict('restock_lead_source', {
  price: '供货价',
  supplier: '供应商交期',
  default: '默认',
  learned: '实际到货',
});
export const leadBasis = dict('restock_lead_basis', { stated: '约定交期', learned: '实际交期' });

/** 补货建议: what to order of a SKU to a warehouse now, and every figure that it follows from. */
export const restockAdvice = defineView({
  module: 'purchasing',
  name: 'restockAdvice',
  title: '补货建议',
  empty: '有库存或有订单的 SKU 该不该补、补多少在这里；先拉取订单，或从“入库单”“调整单”录入库存。',
  fields: {
    skuId: link('SKU', 'catalog:sku', { always: true }),
    warehouseId: link('仓库', 'base:warehouse', { always: true }),
    status: choice('状态', restockStatus, { always: true }),
    suggested: quantity('建议补货', { always: true }),
    missing: quantity('缺口', { always: true }),
    daily: rate('日均销量', { always: true }),
    sold7: quantity('近7天销量', { always: true }),
    sold14: quantity('近14天销量', { always: true }),
    sold30: quantity('近30天销量', { always: true }),
    daysLeft: integer('可售天数'),
    onHand: integer('良品在库', { always: true }),
    available: integer('可用', { always: true }),
    reserved: quantity('预占', { always: true }),
    frozen: quantity('冻结', { always: true }),
    inTransit: quantity('在途', { always: true }),
    onOrder: quantity('采购未到', { always: true }),
    position: integer('库存位置', { always: true }),
    safetyStock: quantity('安全库存', { always: true }),
    reorderPoint: quantity('补货点', { always: true }),
    target: quantity('目标库存', { always: true }),
    leadDays: integer('交期(天)', { always: true }),
    leadFrom: choice('交期来源', leadSource, { always: true }),
    learnedDays: integer('实际交期(天)'),
    learnedFrom: integer('到货次数', { always: true }),
    leadBy: choice('交期取自', leadBasis, { always: true }),
    coverDays: integer('备货天数', { always: true }),
    moq: quantity('起订量', { always: true }),
    packUnits: quantity('装箱数', { always: true }),
    supplierId: link('供应商', 'base:supplier'),
  },
  label: 'id',
  list: [
    { key: 'skuId', isFaced: true },
    { key: 'warehouseId', under: ['status'] },
    { key: 'suggested', under: ['missing'] },
    { key: 'daily', under: ['sold30'] },
    'daysLeft',
    { key: 'available', under: ['reserved'] },
    { key: 'inTransit', under: ['onOrder'] },
    { key: 'reorderPoint', under: ['safetyStock'] },
    { key: 'leadDays', under: ['leadFrom'] },
    { key: 'moq', under: ['packUnits'] },
    'supplierId',
  ],
  search: ['skuId', 'warehouseId', 'status', 'supplierId', 'suggested', 'daysLeft', 'daily', 'available'],
  sort: { field: 'suggested', order: 'desc' },
});

export interface RestockTotals {
  coverDays: number;
  rows: Record<keyof typeof restockStatus.items, number>;
  /** Units to order of all rows, and of those that run out. */
  suggested: number;
  urgent: number;
}

/** 补货合计 of whatever the list finds. */
export const restockTotalsRoute = defineRoute({
  method: 'GET',
  path: '/purchasing/restockAdvice/totals',
  access: { permission: 'purchasing:restockAdvice:list' },
  summary: '补货建议合计',
  query: restockAdvice.fields,
  result: shape<RestockTotals>(),
});

/** Most rows of the advice that are ordered at once. */
export const MOST_ORDERED = 500;

/** What became of chosen rows. */
export interface OrderedAdvice {
  /** The drafts. */
  orders: { id: string; poNo: string }[];
  /** SKUs that nobody is known to sell. */
  withoutSupplier: string[];
  /** SKUs of which nothing is to be ordered. */
  enough: string[];
}

/** 补货建议 → 采购单: draft orders of the rows that were chosen, one for each supplier and warehouse. */
export const orderAdvisedRoute = defineRoute({
  method: 'POST',
  path: '/purchasing/restockAdvice/order',
  access: { permission: 'purchasing:restockAdvice:order' },
  summary: '补货建议：生成采购单',
  body: shape<{ ids: readonly string[]; coverDays: number; leadBy?: string }>(),
  result: shape<OrderedAdvice>(),
});
