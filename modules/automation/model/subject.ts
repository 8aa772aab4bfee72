import type { Trigger } from './rule.ts';

/** What a rule may be judged about. */
export type SubjectKind = 'order' | 'return' | 'part' | 'feed' | 'remittance';

interface Subject {
  title: string;
  /** How many of it one speaks of: `500 个`, `500 个订单`. */
  unit: string;
  counted: string;
  /** What one types to find one. */
  number: string;
  /** Its rows. */
  resource: string;
  /** Page of one. */
  page: (id: string) => string;
  /** What notices about it are filed under. */
  businessType: string;
}

export const SUBJECTS: Readonly<Record<SubjectKind, Subject>> = {
  order: {
    title: '订单',
    unit: '个',
    counted: '个订单',
    number: '订单号或PO号',
    resource: 'orders:salesOrder',
    businessType: 'salesOrder',
    page: (id) => `/orders/${id}`,
  },
  return: {
    title: '退货单',
    unit: '张',
    counted: '张退货单',
    number: '退货单号或RA号',
    resource: 'aftersales:returnOrder',
    businessType: 'returnOrder',
    page: (id) => `/orders/return/${id}`,
  },
  part: {
    title: '配件补发单',
    unit: '张',
    counted: '张配件补发单',
    number: '补发单号或平台补件号',
    resource: 'aftersales:partOrder',
    businessType: 'partOrder',
    page: (id) => `/orders/part/${id}`,
  },
  feed: {
    title: '库存推送',
    unit: '次',
    counted: '次失败的推送',
    number: '店铺编码或名称',
    resource: 'channels:stockPush',
    businessType: 'stockPush',
    page: (id) => `/detail/channels/stockPush/${id}`,
  },
  remittance: {
    title: '回款单',
    unit: '张',
    counted: '张回款单',
    number: '回款单号或平台回款号',
    resource: 'finance:remittance',
    businessType: 'remittance',
    page: (id) => `/finance/remittance/${id}`,
  },
};

const OF_TRIGGER: Readonly<Record<Trigger, SubjectKind>> = {
  orderPulled: 'order',
  orderMapped: 'order',
  stockChanged: 'order',
  schedule: 'order',
  returnReceived: 'return',
  partCreated: 'part',
  feedFailed: 'feed',
  remittanceImported: 'remittance',
};

/** What a rule with this trigger is judged about. */
export const subjectOf = (trigger: Trigger): SubjectKind => OF_TRIGGER[trigger];

/** What happens to one only once: heard of twice, it is judged once. */
export const HAPPENS_ONCE: ReadonlySet<Trigger> = new Set<Trigger>([
  'returnReceived',
  'partCreated',
  'feedFailed',
  'remittanceImported',
]);

/** The links by which rows of traces and to-dos name what they are about. */
export interface AboutLinks {
  orderId: string | null;
  returnId: string | null;
  partOrderId: string | null;
  pushId: string | null;
  remittanceId: string | null;
}

/** What a row is about, and its id. */
export function aboutOf(row: Partial<AboutLinks>): { kind: SubjectKind; id: string } | null {
  if (row.returnId) return { kind: 'return', id: row.returnId };
  if (row.partOrderId) return { kind: 'part', id: row.partOrderId };
  if (row.pushId) return { kind: 'feed', id: row.pushId };
  if (row.remittanceId) return { kind: 'remittance', id: row.remittanceId };
  return row.orderId ? { kind: 'order', id: row.orderId } : null;
}
