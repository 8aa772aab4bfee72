import { text } from '#kit/model/field.ts';
import { defineRoute, shape } from '#kit/model/route.ts';
import type { PartOrderRow, PartSource } from './part-order.ts';

/** A part of a product as somebody points at it. */
export interface PartFace {
  /** Of the row of 配件清单. */
  id: string;
  ordinal: number;
  partSkuId: string;
  skuCode: string;
  name: string;
  qtyPerUnit: number;
  partClass: 'common' | 'component' | 'carton';
  cartonNo: number | null;
  isHarvestable: boolean;
  note: string | null;
  images: string[];
  /** On the drawing of the product, in thousandths from the upper left corner; null: nowhere. */
  pointX: number | null;
  pointY: number | null;
  /** Good units that nobody is promised, in warehouses of the reader. */
  available: number;
}

/** A product with what it is put together of. */
export interface PartsOfProduct {
  skuId: string;
  skuCode: string;
  name: string;
  images: string[];
  /** Path of its exploded drawing. */
  drawing: string | null;
  /** A part of something that is no longer sold may still be asked for. */
  isDiscontinued: boolean;
  cartons: { cartonNo: number; label: string }[];
  parts: PartFace[];
  /** Of an order: the line, and how many were sold. */
  orderLineId: string | null;
  qty: number | null;
}

/** 整件与配件 of the lines of an order; bundles as their components. */
export const orderPartsRoute = defineRoute({
  method: 'GET',
  path: '/aftersales/partOrder/ofOrder/:orderId',
  access: { permission: 'aftersales:partOrder:list' },
  summary: '订单可补的配件',
  result: shape<PartsOfProduct[]>(),
});

export const skuPartsRoute = defineRoute({
  method: 'GET',
  path: '/aftersales/partOrder/ofSku/:skuId',
  access: { permission: 'aftersales:partOrder:list' },
  summary: '产品可补的配件',
  result: shape<PartsOfProduct>(),
});

/** A source that a line may take in a warehouse. */
export interface SourceOption {
  source: PartSource;
  warehouseId: string;
  warehouse: string;
  /** Of a full carton: which. */
  cartonNo: number | null;
  /** What is taken: units of the part, or whole units that are taken apart. */
  units: number;
  /** Good units of it that nobody is promised, and how many would remain. */
  available: number;
  remains: number;
  /** What it would cost, decimal; null where nobody knows it or the reader may not see it. */
  cost: string | null;
  currency: string;
  /** Of a harvest: what would come into stock beside the parts that are asked for, and what would be lost. */
  leaves: { skuId: string; skuCode: string; qty: number }[];
  residueLoss: string | null;
  /** Why it cannot be taken; null where it can. */
  whyNot: string | null;
}

export interface LineSources {
  lineId: string;
  parentSku: string;
  part: string;
  qty: number;
  chosen: { source: PartSource; warehouseId: string; cartonNo: number | null } | null;
  /** What is proposed, as an index of `options`; null where nothing can be taken. */
  proposed: number | null;
  options: SourceOption[];
}

/** What the answer `lines` of 确认 and 改货源 holds, as JSON. */
export interface ChosenSource {
  lineId: string;
  source: PartSource;
  /** The warehouse of the document where absent. */
  warehouseId?: string;
  cartonNo?: number;
}

export const partSourcesRoute = defineRoute({
  method: 'GET',
  path: '/aftersales/partOrder/:id/sources',
  access: { permission: 'aftersales:partOrder:list' },
  summary: '配件的货源：库存、成本和剩余',
  result: shape<LineSources[]>(),
});

/** What a rejection will come to: a whole unit of each product, at the seller's cost. */
export interface RejectCost {
  currency: string;
  /** Decimal; null where the cost of a product is not known or hidden. */
  total: string | null;
  units: { skuCode: string; qty: number; cost: string | null }[];
  /** The month's rate of the shop now and after it, in basis points. */
  fillNow: number | null;
  fillAfter: number | null;
  target: number;
}

export const rejectCostRoute = defineRoute({
  method: 'GET',
  path: '/aftersales/partOrder/:id/rejectCost',
  access: { permission: 'aftersales:partOrder:list' },
  summary: '拒绝的代价：整件补发的成本和达成率',
  result: shape<RejectCost>(),
});

/** Another open part order that goes to the same address from the same warehouse. */
export type ParcelMate = Pick<PartOrderRow, 'id' | 'partOrderNo' | 'channelPartNo' | 'itemSummary' | 'status'> & {
  dueAt: string | null;
  isReady: boolean;
};

export const parcelMatesRoute = defineRoute({
  method: 'GET',
  path: '/aftersales/partOrder/:id/together',
  access: { permission: 'aftersales:partOrder:list' },
  summary: '可以合并成一个包裹的补发单',
  result: shape<ParcelMate[]>(),
});

/** Most part orders in one parcel. */
export const MOST_TOGETHER = 20;

/** What a parcel leaves with. */
export const parcelFields = {
  carrier: text('承运商', { required: true, max: 64 }),
  trackingNo: text('运单号', { required: true, max: 64, written: 'trackingNo' }),
};

export const shipTogetherRoute = defineRoute({
  method: 'POST',
  path: '/aftersales/partOrder/shipTogether',
  access: { permission: 'aftersales:partOrder:ship' },
  summary: '合并发货：同一地址的补发单用一个运单号发出',
  body: shape<{ ids: readonly string[]; carrier: string; trackingNo: string }>(parcelFields),
  result: shape<{ shipped: { id: string; partOrderNo: string }[] }>(),
});

/** 达成率 of a shop in a month so far; rates in basis points of what was received. */
export interface FillRate {
  accountId: string;
  account: string;
  /** `YYYY-MM`, by the calendar of the tenant. */
  month: string;
  received: number;
  shipped: number;
  rejected: number;
  /** Still to be shipped. */
  open: number;
  target: number;
  rate: number | null;
  /** If all that is open is shipped. */
  forecast: number | null;
  isMet: boolean;
  /** 再发 N 单可达标: 0 where it is met, null where no number would do. */
  needed: number | null;
  /** The first N of what is open, nearest deadline first. */
  next: FillOrder[];
  /** How many of N are still to be asked for. */
  fromNew: number;
}

export type FillOrder = Pick<PartOrderRow, 'id' | 'partOrderNo' | 'channelPartNo' | 'itemSummary' | 'status'> & {
  dueAt: string | null;
};

export const fillRateRoute = defineRoute({
  method: 'GET',
  path: '/aftersales/partOrder/fillRate',
  access: { permission: 'aftersales:partOrder:list' },
  summary: '本月配件及时发出率',
  query: shape<{ accountId?: string; month?: string }>(),
  result: shape<FillRate[]>(),
});

/** A part with what was asked for of it, and what to keep. */
export interface PartPlan {
  partSkuId: string;
  skuCode: string;
  name: string;
  images: string[];
  parents: { skuId: string; skuCode: string }[];
  warehouseId: string;
  warehouse: string;
  /** Units asked for and shipped in the last 90 days. */
  asked: number;
  shipped: number;
  /** Of those asked for: by cause. */
  causes: { cause: string; qty: number }[];
  /** Whole units that were taken apart for want of it, and what that lost; null where hidden. */
  harvested: number;
  residueLoss: string | null;
  available: number;
  /** Ordered of suppliers or on its way. */
  coming: number;
  /** Open requests that wait for it. */
  waiting: number;
  leadDays: number;
  /** What should be there, and what to order now. */
  target: number;
  suggested: number;
}

/** Days that the plan of parts looks back, and for which it keeps stock beyond the supplier's days. */
export const PLAN_DAYS = 90;
export const PLAN_COVER_DAYS = 30;

export const partPlanRoute = defineRoute({
  method: 'GET',
  path: '/aftersales/partOrder/plan',
  access: { permission: 'aftersales:partOrder:list' },
  summary: '配件备货建议：按近90天的补件请求',
  query: shape<{ warehouseId?: string }>(),
  result: shape<PartPlan[]>(),
});

/** Most parts that are ordered at once. */
export const MOST_BOUGHT = 200;

/** Draft purchase orders of parts, one for each supplier and warehouse. */
export const buyPartsRoute = defineRoute({
  method: 'POST',
  path: '/aftersales/partOrder/buy',
  access: { permission: 'aftersales:partOrder:buy' },
  summary: '采购配件：生成采购单草稿',
  body: shape<{ parts: readonly { skuId: string; warehouseId: string; qty: number }[] }>(),
  result: shape<{ orders: { id: string; poNo: string }[]; withoutSupplier: string[] }>(),
});
