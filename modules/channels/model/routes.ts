import { text } from '#kit/model/field.ts';
import { defineRoute, shape } from '#kit/model/route.ts';
import type { accountStatus, channelEnvironment } from '#modules/base/model/channel-account.ts';
import type { Connector, TestStep } from './port.ts';

/** A marketplace Waybill can speak to, and what a shop of it has to be given. */
export type ConnectorInfo = Pick<Connector, 'code' | 'title' | 'supports' | 'accountFields' | 'carrierCodes'> & {
  /** Where it can be tried out with goods and orders that are nobody's; null: nowhere. */
  practice: Practices | null;
};

/** By the environment of the shop. */
export type Practices = Readonly<Record<keyof typeof channelEnvironment.items, Practice>>;

/** What a shop of a simulated marketplace is given; its secret guards nothing. */
export interface Practice {
  settings: Readonly<Record<string, string>>;
  secret: string;
}

export const connectorsRoute = defineRoute({
  method: 'GET',
  path: '/channels/connectors',
  access: { permission: 'base:channelAccount:list' },
  summary: '可用渠道与连接参数',
  result: shape<ConnectorInfo[]>(),
});

/** What the channel of a shop offers neither by interface nor by hand. */
export interface Unoffered {
  accountId: string;
  needs: readonly string[];
}

export const unofferedRoute = defineRoute({
  method: 'GET',
  path: '/channels/unoffered',
  access: 'signedIn',
  summary: '店铺渠道不提供的操作',
  result: shape<Unoffered[]>(),
});

/** How far a connection was found to work, step by step. */
export interface TestAnswer {
  ok: boolean;
  status: keyof typeof accountStatus.items;
  status_dictText: string;
  steps: Omit<TestStep, 'kind'>[];
}

export const testAccountRoute = defineRoute({
  method: 'POST',
  path: '/channels/account/:id/test',
  access: { permission: 'channels:account:test' },
  summary: '店铺：测试连接',
  result: shape<TestAnswer>(),
});

export const pullAccountRoute = defineRoute({
  method: 'POST',
  path: '/channels/account/:id/pull',
  access: { permission: 'channels:account:pull' },
  summary: '店铺：拉单',
  /** `isNew` unless a pull of this shop waits that has read nothing yet, which then is the one. */
  result: shape<{ runId: string; isNew: boolean }>(),
});

export const pushStockRoute = defineRoute({
  method: 'POST',
  path: '/channels/account/:id/pushStock',
  access: { permission: 'channels:account:pushStock' },
  summary: '店铺：推送库存',
  result: shape<{ accountId: string }>(),
});

export interface AutoMapScope {
  /** Listings by id; absent = all that are not mapped. */
  ids?: readonly string[] | undefined;
  accountId?: string | undefined;
}

/** What a listing would be mapped to, and why. */
export interface ProposedRow {
  id: string;
  channelSku: string;
  title: string | null;
  skuId: string | null;
  skuId_dictText: string | null;
  method: string | null;
  method_dictText: string | null;
  score: number | null;
  explanation: string;
  isCertain: boolean;
}

export interface AutoMapAnswer {
  total: number;
  certain: number;
  suggested: number;
  none: number;
  mapped: number;
  /** Listings that were found and not paired, each with the reason: a price that stands does not bear the goods. */
  refused: { id: string; channelSku: string; reason: string }[];
  rows: ProposedRow[];
}

export const autoMapRoute = defineRoute({
  method: 'POST',
  path: '/channels/channelProduct/autoMap',
  access: { permission: 'channels:channelProduct:autoMap' },
  summary: '渠道产品：自动配对',
  body: shape<AutoMapScope & { dryRun?: boolean; confirm?: boolean }>(),
  result: shape<AutoMapAnswer>(),
});

/** What came of 生成本地产品. */
export interface MadeProducts {
  /** Listings that have their SKU now. */
  mapped: number;
  /** Products that were made; the others were there already. */
  made: number;
}

/** 生成本地产品: a product and a SKU for each listing without one, by its part number and title, and paired at once. */
export const makeProductsRoute = defineRoute({
  method: 'POST',
  path: '/channels/channelProduct/makeProducts',
  access: { permission: 'channels:channelProduct:autoMap' },
  summary: '渠道产品：生成本地产品',
  body: shape<AutoMapScope>(),
  result: shape<MadeProducts>(),
});

/** What was reported of an order, word for word. */
export interface OrderMessage {
  /** Null where it cannot be shown to this reader: it names the buyer, and cannot be taken apart. */
  text: string | null;
  source: string;
  at: string;
  bytes: number;
  /** It was longer than what is kept. */
  isCut: boolean;
  isMasked: boolean;
}

export const orderMessageRoute = defineRoute({
  method: 'GET',
  path: '/channels/orderMessage',
  access: { permission: 'orders:salesOrder:list' },
  summary: '订单的平台原文',
  query: { id: text('原文', { required: true }) },
  result: shape<OrderMessage>(),
});
