import { flag, link } from '#kit/model/field.ts';
import { defineRoute, shape } from '#kit/model/route.ts';

/** A carrier that accounts can be opened for, and its simulated account where there is one. */
export interface CarrierInfo {
  code: string;
  title: string;
  needsAccountNumber: boolean;
  hasDefaultUrl: boolean;
  practice: { apiUrl: string; accountNumber: string; apiKey: string } | null;
  /** The platform has an account that its tenants may use. */
  hasPlatformAccount: boolean;
}

export const carriersRoute = defineRoute({
  method: 'GET',
  path: '/fulfilment/carriers',
  access: { permission: 'base:carrierAccount:list' },
  summary: '可选承运商',
  result: shape<CarrierInfo[]>(),
});

export const testCarrierRoute = defineRoute({
  method: 'POST',
  path: '/base/carrierAccount/:id/test',
  access: { permission: 'base:carrierAccount:edit' },
  summary: '测试承运商连接',
  result: shape<{ ok: boolean; message: string }>(),
});

/** One way to ship with what our price table and the carrier ask. Amounts are null where masked or unknown. */
export interface ShopRate {
  shipMethodId: string;
  method: string;
  carrier: string;
  service: string;
  /** The method buys its label by interface. */
  isBought: boolean;
  owner: string;
  days: number | null;
  tableAmount: string | null;
  tableCurrency: string | null;
  liveAmount: string | null;
  liveCurrency: string | null;
  /** Billable weights of the table in words. */
  how: string | null;
  isCheapest: boolean;
  isFastest: boolean;
  isCurrent: boolean;
  /** Why it cannot carry the shipment; null: it can. */
  reason: string | null;
  /** What else is to be known of it: whose label it is, or why it has no price. */
  note: string | null;
}

export interface ShopRates {
  /** Billable pounds: the greater of actual weight and volume, box by box. */
  boxes: { boxNo: string; billableLb: number; weightLb: number; dimLb: number }[];
  wallet: { available: string; currency: string } | null;
  /** Whoever asks may not see what things cost. */
  isMasked: boolean;
  rates: ShopRate[];
}

/** 比价: what every way to ship asks for a packed shipment. Carriers are asked now. */
export const ratesRoute = defineRoute({
  method: 'POST',
  path: '/fulfilment/shipment/:id/rates',
  access: { permission: 'fulfilment:shipment:rates' },
  summary: '比价',
  effect: 'reads',
  result: shape<ShopRates>(),
});

/** The way that was chosen: the order leaves by it too, and its label may be bought at once. */
export const chooseRateRoute = defineRoute({
  method: 'POST',
  path: '/fulfilment/shipment/:id/chooseRate',
  access: { permission: 'fulfilment:shipment:chooseRate' },
  summary: '比价选渠道',
  body: {
    shipMethodId: link('物流渠道', 'base:shipMethod', { required: true }),
    isBought: flag('立即购买面单', { default: false }),
  },
});

export const trackNowRoute = defineRoute({
  method: 'POST',
  path: '/fulfilment/shipment/:id/track',
  access: { permission: 'fulfilment:shipment:track' },
  summary: '刷新轨迹',
});
