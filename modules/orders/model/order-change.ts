/**
 * What becomes of a field that the channel changed: who decides it, what it means for the order,
 * and what it is called. Pure, for both sides.
 */
export type ChangeGroup = 'units' | 'line' | 'price' | 'service' | 'warehouse' | 'address' | 'note';

const GROUPS: Readonly<Record<string, ChangeGroup>> = {
  qty: 'units',
  cancelled: 'units',
  gone: 'units',
  added: 'line',
  unitPrice: 'price',
  currency: 'price',
  shipSpeed: 'service',
  carrierCode: 'service',
  channelWarehouseCode: 'warehouse',
};

/** Dates of the channel bind without being asked, and the rest is only good to know: both are noted. */
export function groupOf(field: string): ChangeGroup {
  if (!field.startsWith('shipTo.')) return GROUPS[field] ?? 'note';
  return ['shipTo.company', 'shipTo.email'].includes(field) ? 'note' : 'address';
}

export const isBuyerField = (field: string): boolean => field.startsWith('shipTo.');

const TITLES: Readonly<Record<string, string>> = {
  qty: '数量',
  cancelled: '平台取消',
  gone: '行已移除',
  added: '新增行',
  unitPrice: '单价',
  channelItemId: '平台商品号',
  estShipDate: '预计发货日',
  orderedAt: '下单时间',
  shipBy: '最晚发货',
  deliverBy: '最晚送达',
  currency: '币种',
  channelWarehouseCode: '平台仓库',
  shipSpeed: '渠道服务',
  carrierCode: '渠道承运商',
  'shipTo.name': '收件人',
  'shipTo.company': '公司',
  'shipTo.address1': '地址',
  'shipTo.address2': '地址二',
  'shipTo.city': '城市',
  'shipTo.state': '州/省',
  'shipTo.postalCode': '邮编',
  'shipTo.country': '国家',
  'shipTo.phone': '电话',
  'shipTo.email': '邮箱',
};

export const changeTitle = (field: string): string =>
  TITLES[field] ?? `附加信息 ${field.replace(/^(extra|facts)\./, '')}`;

/** A value as people read it: a price without the places that say nothing. */
export const changeText = (field: string, value: string | null): string => {
  if (value === null || value === '') return '—';
  return groupOf(field) === 'price' ? value.replace(/^(-?\d+\.\d{2})00$/, '$1') : value;
};

/** How a change stands: waiting, done, refused, overtaken by a later one, or only noted. */
export const CHANGE_STATES = {
  pending: '待处理',
  applied: '已应用',
  rejected: '已拒绝',
  superseded: '已被新变更取代',
  noted: '仅记录',
} as const;
export type ChangeState = keyof typeof CHANGE_STATES;

/** Of an order, what the consequences of a change depend on. */
export interface ChangeScene {
  status: string;
  hasLabel: boolean;
  hasPacked: boolean;
}

export interface OpenChange {
  field: string;
  before: string | null;
  after: string | null;
}

const isLess = ({ before, after }: OpenChange): boolean => Number(after) < Number(before);

/** What applying these changes does beyond the field itself, in words for the person who decides. */
export function consequencesOf(changes: readonly OpenChange[], scene: ChangeScene): string[] {
  const has = (...groups: ChangeGroup[]): boolean =>
    changes.some(({ field }) => groups.includes(groupOf(field)));
  const units = changes.filter(({ field }) => groupOf(field) === 'units');
  return [
    units.some(isLess) && '减少的数量会取消并释放预占，订单金额随之减少。',
    units.some(isLess) &&
      scene.hasPacked &&
      '已装箱的部分会拆箱，发货单退回待装箱；已申请的面单作废，费用可能无法退回。',
    (units.some((change) => !isLess(change)) || has('line')) &&
      '增加的数量会重新预占库存，库存不足时订单转为缺货。',
    has('price') && '订单行与订单金额按平台的新价重新计算。',
    has('warehouse') && '释放现有预占，改从平台的新仓库预占。',
    has('service') && '物流渠道按新的渠道服务重新匹配。',
    has('address') && '收货地址改为平台的新地址，发货通知按新地址回传。',
    has('address', 'service') &&
      scene.hasLabel &&
      '面单已按旧信息生成，平台账号的面单不会自动更新：请到平台重新出单，或作废发货单后重新配货，原面单费用可能无法退回。',
  ].filter((text) => text !== false);
}

/** Whether somebody must say that printed labels may be lost. */
export const needsLabelLoss = (changes: readonly OpenChange[], scene: ChangeScene): boolean =>
  scene.hasLabel &&
  changes.some((change) => {
    const group = groupOf(change.field);
    return group === 'address' || group === 'service' || (group === 'units' && isLess(change));
  });

/** Labels exist or are on their way. */
export const hasLabel = (labelStatus: unknown): boolean =>
  ['申请中', '已出单', '待人工'].includes(String(labelStatus ?? ''));
