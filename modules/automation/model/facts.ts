import { holdType, orderPriority, orderStatus, orderType } from '#modules/orders/model/order.ts';
import { dict, type Dict } from '#kit/model/dict.ts';

/** What a fact is, and so how it may be compared. */
export type FactKind = 'text' | 'number' | 'flag' | 'one' | 'set';

export const operator = dict('rule_operator', {
  eq: '等于',
  ne: '不等于',
  gt: '大于',
  ge: '大于等于',
  lt: '小于',
  le: '小于等于',
  in: '属于',
  not_in: '不属于',
  like: '包含',
  empty: '为空',
});
export type Operator = keyof typeof operator.items;

/** Which operators fit which kind of fact. */
export const OPERATORS: Readonly<Record<FactKind, readonly Operator[]>> = {
  text: ['eq', 'ne', 'in', 'not_in', 'like', 'empty'],
  number: ['eq', 'ne', 'gt', 'ge', 'lt', 'le', 'empty'],
  flag: ['eq'],
  one: ['eq', 'ne', 'in', 'not_in', 'empty'],
  set: ['in', 'not_in', 'empty'],
};

/** Facts that are read together: one query, or a few, for all orders at once. */
export type FactFamily = 'order' | 'line' | 'goods' | 'stock';

export interface Fact {
  title: string;
  kind: FactKind;
  family: FactFamily;
  /** What its values are called: a dictionary, or rows of a register. */
  dict?: Dict;
  to?: string;
  /** Of the register: only rows with these values. */
  within?: Readonly<Record<string, string>>;
  unit?: string;
  /** Is asked of one warehouse, which the condition names. */
  ofWarehouse?: true;
  /** A back-test judges it by what is recorded today: what it was then is not kept. */
  isOfToday?: true;
  /** A value that not everybody may see: the trace never shows it. */
  isPersonal?: true;
  /** `like` asks how the text begins. */
  isPrefix?: true;
  hint?: string;
}

const weekday = dict('rule_weekday', {
  '1': '周一',
  '2': '周二',
  '3': '周三',
  '4': '周四',
  '5': '周五',
  '6': '周六',
  '7': '周日',
});

const shipClass = dict('rule_ship_class', { parcel: '小包裹', ltl: '大件' });

/** Everything a condition may ask about: a closed list, so that nothing else is ever read for a rule. */
const declared = {
  accountId: { title: '店铺', kind: 'one', family: 'order', to: 'base:channelAccount' },
  channelCode: { title: '渠道', kind: 'text', family: 'order', hint: '渠道代码，如 wayfair' },
  orderType: { title: '订单类型', kind: 'one', family: 'order', dict: orderType },
  status: { title: '订单状态', kind: 'one', family: 'order', dict: orderStatus },
  priority: {
    title: '优先级',
    kind: 'one',
    family: 'order',
    dict: orderPriority,
    isOfToday: true,
  },
  total: { title: '总额', kind: 'number', family: 'order', hint: '按订单币种' },
  currency: { title: '币种', kind: 'text', family: 'order' },
  unitCount: { title: '件数', kind: 'number', family: 'order' },
  lineCount: { title: '行数', kind: 'number', family: 'order' },
  country: { title: '国家', kind: 'text', family: 'order' },
  state: { title: '州/省', kind: 'text', family: 'order' },
  postalCode: {
    title: '邮编',
    kind: 'text',
    family: 'order',
    isPersonal: true,
    isPrefix: true,
    hint: '“开头为”可填多个，用逗号隔开',
  },
  shipSpeed: { title: '要求物流', kind: 'text', family: 'order', hint: '平台要求的渠道服务' },
  carrierCode: { title: '要求承运商', kind: 'text', family: 'order' },
  hoursToShipBy: {
    title: '距最晚发货',
    kind: 'number',
    family: 'order',
    unit: '小时',
    hint: '已超过时为负数',
  },
  hoursToAccept: { title: '距接单截止', kind: 'number', family: 'order', unit: '小时' },
  orderedHour: {
    title: '下单时段',
    kind: 'number',
    family: 'order',
    unit: '点',
    hint: '0 至 23，本租户时区',
  },
  orderedWeekday: { title: '下单星期', kind: 'one', family: 'order', dict: weekday },
  hasBuyerRemark: { title: '有买家备注', kind: 'flag', family: 'order' },
  holds: { title: '挂起类型', kind: 'set', family: 'order', dict: holdType },
  tagIds: {
    title: '标签',
    kind: 'set',
    family: 'order',
    to: 'base:tag',
    within: { scope: 'order' },
    isOfToday: true,
  },
  warehouseId: {
    title: '仓库',
    kind: 'one',
    family: 'order',
    to: 'base:warehouse',
    isOfToday: true,
  },
  shipMethodId: {
    title: '物流渠道',
    kind: 'one',
    family: 'order',
    to: 'base:shipMethod',
    isOfToday: true,
  },
  skuIds: { title: 'SKU', kind: 'set', family: 'line', to: 'catalog:sku' },
  channelSkus: { title: '渠道SKU', kind: 'set', family: 'line' },
  mostUnits: { title: '单行最多件数', kind: 'number', family: 'line' },
  categoryIds: {
    title: '分类',
    kind: 'set',
    family: 'goods',
    to: 'catalog:productCategory',
    isOfToday: true,
    hint: '含其下级',
  },
  productTagIds: {
    title: '产品标签',
    kind: 'set',
    family: 'goods',
    to: 'base:tag',
    within: { scope: 'product' },
    isOfToday: true,
  },
  weightKg: {
    title: '重量',
    kind: 'number',
    family: 'goods',
    unit: 'kg',
    isOfToday: true,
    hint: '按箱规毛重',
  },
  billableLb: {
    title: '计费重',
    kind: 'number',
    family: 'goods',
    unit: 'lb',
    isOfToday: true,
    hint: '各箱实重与体积重取大者之和',
  },
  volumeM3: { title: '体积', kind: 'number', family: 'goods', unit: 'm³', isOfToday: true },
  cartonCount: { title: '箱数', kind: 'number', family: 'goods', isOfToday: true },
  isMultiCarton: {
    title: '是否多箱',
    kind: 'flag',
    family: 'goods',
    isOfToday: true,
    hint: '有SKU一件装多箱',
  },
  shipClass: {
    title: '货物级别',
    kind: 'one',
    family: 'goods',
    dict: shipClass,
    isOfToday: true,
  },
  isCovered: {
    title: '有单仓库存足够',
    kind: 'flag',
    family: 'stock',
    isOfToday: true,
    hint: '一个仓就能发全单',
  },
  coveringIds: {
    title: '库存足够的仓',
    kind: 'set',
    family: 'stock',
    to: 'base:warehouse',
    isOfToday: true,
  },
  availableAt: {
    title: '某仓可用库存',
    kind: 'number',
    family: 'stock',
    ofWarehouse: true,
    isOfToday: true,
    hint: '订单各SKU中最少的一个',
  },
} as const satisfies Record<string, Fact>;

export type FactKey = keyof typeof declared;
export const FACTS: Readonly<Record<FactKey, Fact>> = declared;
export const FACT_KEYS = Object.keys(declared) as readonly FactKey[];

export const isFact = (key: unknown): key is FactKey =>
  typeof key === 'string' && Object.hasOwn(declared, key);

/**
 * What is known of one order: numbers as decimal text, sets as lists, instants never. A fact that is not
 * known is null. `availableAt` is by warehouse.
 */
export type FactValue = string | boolean | readonly string[] | null;
export type OrderFacts = Partial<Record<Exclude<FactKey, 'availableAt'>, FactValue>> & {
  availableAt?: Readonly<Record<string, number>>;
};

/** The word for an operator beside a fact: 邮编 has beginnings, a set has members. */
export function operatorTitle(fact: Fact, op: Operator): string {
  if (fact.isPrefix && op === 'like') return '开头为';
  if (fact.kind === 'set') return op === 'in' ? '含任一' : op === 'not_in' ? '都不含' : '为空';
  if (fact.kind === 'one' && op === 'in') return '是其中之一';
  if (fact.kind === 'one' && op === 'not_in') return '不是其中之一';
  if (fact.kind === 'flag' || (fact.kind === 'one' && op === 'eq')) return '是';
  if (fact.kind === 'one' && op === 'ne') return '不是';
  return operator.items[op];
}
