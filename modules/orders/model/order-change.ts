import type { Address } from '#kit/model/address.ts';
import type { IncomingOrder } from './incoming-order.ts';
import type { OrderRow } from './order.ts';

/**
 * What becomes of a field that the channel changed: who decides it, what it means for the order,
 * and what it is called. Pure, for both sides.
 */
export type ChangeGroup = 'units' | 'line' | 'price' | 'service' | 'warehouse' | 'address' | 'date' | 'note';

/** What of an order's head a later telling of it is compared in: all but what stands beside it here. */
export type HeadField = Exclude<
  keyof IncomingOrder,
  | 'channelOrderNo'
  | 'shipTo'
  | 'lines'
  | 'packingSlipUrl'
  | 'answered'
  | 'isPartial'
  | 'isAddressWithheld'
  | 'extra'
  | 'raw'
  | 'payloadHash'
>;

type LineField = 'qty' | 'cancelled' | 'gone' | 'added' | 'unitPrice' | 'channelItemId' | 'estShipDate';

export type ChangeField = HeadField | LineField | `shipTo.${keyof Address}`;

interface FieldOfChange {
  title: string;
  group: ChangeGroup;
  /** Its value is an instant, or a day written as one. */
  holds?: 'instant' | 'day';
}

/** Complete by its type: a field of the order that nobody has placed here does not compile. */
const FIELDS = {
  qty: { title: '数量', group: 'units' },
  cancelled: { title: '平台取消', group: 'units' },
  gone: { title: '行已移除', group: 'units' },
  added: { title: '新增行', group: 'line' },
  unitPrice: { title: '单价', group: 'price' },
  channelItemId: { title: '平台商品号', group: 'note' },
  estShipDate: { title: '预计发货日', group: 'note', holds: 'day' },
  orderedAt: { title: '下单时间', group: 'note', holds: 'instant' },
  shipBy: { title: '最晚发货', group: 'date', holds: 'instant' },
  deliverBy: { title: '最晚送达', group: 'date', holds: 'instant' },
  currency: { title: '币种', group: 'price' },
  channelWarehouseCode: { title: '平台仓库', group: 'warehouse' },
  shipSpeed: { title: '渠道服务', group: 'service' },
  carrierCode: { title: '渠道承运商', group: 'service' },
  'shipTo.name': { title: '收件人', group: 'address' },
  'shipTo.company': { title: '公司', group: 'note' },
  'shipTo.address1': { title: '地址', group: 'address' },
  'shipTo.address2': { title: '地址2', group: 'address' },
  'shipTo.city': { title: '城市', group: 'address' },
  'shipTo.state': { title: '州/省', group: 'address' },
  'shipTo.postalCode': { title: '邮编', group: 'address' },
  'shipTo.country': { title: '国家', group: 'address' },
  'shipTo.phone': { title: '电话', group: 'address' },
  'shipTo.email': { title: '邮箱', group: 'note' },
} as const satisfies Record<ChangeField, FieldOfChange>;

/** The fields of one group: what handles a group names each of them. */
export type FieldsOf<G extends ChangeGroup> = {
  [F in ChangeField]: (typeof FIELDS)[F]['group'] extends G ? F : never;
}[ChangeField];

/** Undefined for `extra.…` and `facts.…`, which are the channel's own names. */
const known = (field: string): FieldOfChange | undefined =>
  Object.hasOwn(FIELDS, field) ? FIELDS[field as ChangeField] : undefined;

/** Dates of the channel bind without being asked; what nobody decides about is only noted. */
export const groupOf = (field: string): ChangeGroup => known(field)?.group ?? 'note';

/** Whether a change is in a field of this group, whose fields are then known by name. */
export const isIn = <G extends ChangeGroup>(group: G, field: string): field is FieldsOf<G> => groupOf(field) === group;

/** Whether a value is an instant, or a day written as one; undefined for all other text. */
export const holdsTime = (field: string): 'instant' | 'day' | undefined => known(field)?.holds;

/** Whether a changed field is the buyer's: its values are sealed, and shown by right alone. */
export const isBuyerField = (field: string): boolean => field.startsWith('shipTo.');

/** What channels tell beside the fields of an order; a name that is not here is shown as they say it. */
const EXTRAS: Readonly<Record<string, string>> = {
  id: '平台内部编号',
  orderId: '平台订单编号',
  orderType: '平台订单类型',
  storePrefix: '店铺前缀',
  salesChannelName: '销售站点',
  supplierId: '供应商编号',
  supplierName: '供应商名称',
  warehouseName: '平台仓库名称',
  deliveryMethodCode: '送货方式',
  poolPointAgent: '集货点代理',
  crossDockAgent: '中转代理',
  deliveryAgent: '派送代理',
  vatNumber: '税号',
  pieceCount: '每件箱数',
  weightLb: '平台重量（lb）',
  fillDate: '平台完成日',
  isTscaCompliant: 'TSCA 合规',
  twoDayDeadline: '两日达期限',
  event: '促销活动',
  customComment: '定制说明',
};

/** What a changed field is called on the screen. */
export const changeTitle = (field: string): string => {
  const name = field.replace(/^(extra|facts)\./, '');
  return known(field)?.title ?? EXTRAS[name] ?? `附加信息 ${name}`;
};

/** A value as people read it: a price without the places that say nothing. */
export const changeText = (field: string, value: string | null): string => {
  if (value === null || value === '') return '—';
  const hasPrice = ['price', 'line'].includes(groupOf(field));
  return hasPrice ? value.replace(/(\d\.\d{2})00$/, '$1') : value;
};

/** How a change stands: waiting, done, refused, overtaken by a later one, or only noted. */
export const CHANGE_STATES = {
  pending: '待处理',
  applied: '已应用',
  rejected: '已拒绝',
  superseded: '已被新变更取代',
  noted: '仅记录',
  // Somebody of ours, not the channel.
  corrected: '我方修正',
} as const;
export type ChangeState = keyof typeof CHANGE_STATES;

/** What the channel changed at one time, as the detail of the order shows it. */
export interface OrderChangeView {
  id: string;
  summary: string;
  at: string;
  items: ChangeItemView[];
}

/** One changed field, with what became of it. */
export interface ChangeItemView {
  id: string;
  field: string;
  /** Null where it is of the whole order, or of a line that nobody has taken over yet. */
  lineId: string | null;
  channelSku: string | null;
  before: string | null;
  after: string | null;
  /** The buyer's, and not for this person. */
  isHidden: boolean;
  status: ChangeState;
  decidedBy: string | null;
  decidedAt: string | null;
  decision: string | null;
}

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
  const has = (...groups: ChangeGroup[]): boolean => changes.some(({ field }) => groups.includes(groupOf(field)));
  const units = changes.filter(({ field }) => groupOf(field) === 'units');
  return [
    units.some(isLess) && '减少的数量会取消并释放预占，订单金额随之减少。',
    units.some(isLess) &&
      scene.hasPacked &&
      '已装箱的部分会拆箱，发货单退回待装箱；已申请的面单作废，费用可能无法退回。',
    (units.some((change) => !isLess(change)) || has('line')) && '增加的数量会重新预占库存，库存不足时订单转为缺货。',
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

const LABELS: readonly OrderRow['labelStatus'][] = ['requested', 'ready', 'held', 'own'];

/** Labels exist or are on their way; a number that was typed in stands for one, too. */
export const hasLabel = (labelStatus: OrderRow['labelStatus']): boolean => LABELS.includes(labelStatus);
