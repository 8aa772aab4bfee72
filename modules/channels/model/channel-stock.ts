import { dict } from '#kit/model/dict.ts';
import { choice, datetime, flag, integer, link, quantity, text } from '#kit/model/field.ts';
import { defineView } from '#kit/model/resource.ts';
import { defineRoute, shape } from '#kit/model/route.ts';
import type { QuantityInputs } from './channel-quantity.ts';
import { stockPushItemStatus } from './stock-push.ts';

/** How what the channel shows compares with what it should show. */
export const stockGap = dict('channel_stock_gap', {
  same: '一致',
  differs: '有差异',
  never: '未推送',
});

/** Which rule the quantity follows. */
const stockRule = dict('channel_stock_rule', {
  none: '无规则',
  normal: '按规则',
  fixed: '固定数量',
  zero: '锁定为0',
});

/** Why nothing of it is shown for sale. */
const stockStop = dict('channel_stock_stop', {
  draft: '产品未上架',
  paused: '产品已暂停',
  discontinued: '产品已停产',
  unmapped: '配对已失效',
  noWarehouse: '渠道仓没有启用的本地仓',
});

/**
 * 渠道库存: a listing in a warehouse of its channel: what it should show by the formula of domain.md §4 as
 * things stand now, and what the channel was sent.
 */
export const channelStock = defineView({
  module: 'channels',
  name: 'channelStock',
  title: '渠道库存',
  empty: '渠道产品配对本地SKU、店铺设了渠道仓库之后，每个渠道仓应推多少、平台现在是多少，都在这里。',
  fields: {
    accountId: link('店铺', 'base:channelAccount', { always: true }),
    channelProductId: link('渠道产品', 'channels:channelProduct', { always: true }),
    channelSku: text('渠道SKU', { always: true }),
    title: text('标题'),
    skuId: link('SKU', 'catalog:sku'),
    channelWarehouseCode: text('渠道仓代码', { always: true }),
    sellable: quantity('本地可售', { always: true }),
    rule: choice('规则', stockRule, { always: true }),
    stopped: choice('停售原因', stockStop),
    wantedQty: quantity('应推数量', { always: true }),
    shownQty: quantity('渠道数量'),
    gap: choice('差异', stockGap, { always: true }),
    difference: integer('差异数量'),
    inDoubt: flag('待确认', { always: true }),
    pushedAt: datetime('最近推送'),
    result: choice('结果', stockPushItemStatus),
    resultError: text('错误'),
    pushId: link('推送', 'channels:stockPush'),
  },
  label: 'channelSku',
  list: [
    { key: 'channelSku', under: ['title'] },
    { key: 'skuId', isFaced: true },
    { key: 'channelWarehouseCode', under: ['accountId'] },
    'sellable',
    { key: 'rule', under: ['stopped'] },
    'wantedQty',
    'shownQty',
    'difference',
    { key: 'result', under: ['resultError'] },
    'pushedAt',
  ],
  search: ['channelSku', 'accountId', 'skuId', 'channelWarehouseCode', 'gap', 'rule', 'result'],
  sort: { field: 'channelSku', order: 'asc' },
});

/** How many rows one call takes. */
export const MOST_STOCK_ROWS = 500;

/** A listing in a warehouse of its channel. */
export interface StockPlaceRef {
  channelProductId: string;
  code: string;
}

/** Everything that makes the quantity of one row, as it stands now. */
export interface StockFormula {
  channelSku: string;
  code: string;
  inputs: QuantityInputs;
  /** Names of the warehouses in the order of `inputs.sources`. */
  warehouses: readonly string[];
  wanted: number;
  /** null = the channel was never sent any. */
  shown: number | null;
  isInDoubt: boolean;
}

export const stockFormulaRoute = defineRoute({
  method: 'GET',
  path: '/channels/channelStock/formula',
  access: { permission: 'channels:channelStock:list' },
  summary: '渠道库存：查看计算',
  query: {
    channelProductId: link('渠道产品', 'channels:channelProduct', { required: true }),
    code: text('渠道仓代码', { required: true, max: 64 }),
  },
  result: shape<StockFormula>(),
});

/** 立即同步: the rows go to their channels again, whatever those were sent before; refused ones too. */
export const resendStockRoute = defineRoute({
  method: 'POST',
  path: '/channels/channelStock/push',
  access: { permission: 'channels:account:pushStock' },
  summary: '渠道库存：立即同步',
  body: shape<{ rows: readonly StockPlaceRef[] }>(),
  result: shape<{ rows: number; shops: number }>(),
});

interface LockAnswer {
  /** Listings that this call changed. */
  changed: number;
  /** Those that were so already. */
  unchanged: number;
}

/** 锁定0: a rule of the shop that shows nothing of the SKU, in all warehouses of the channel. */
export const lockStockRoute = defineRoute({
  method: 'POST',
  path: '/channels/channelStock/lock',
  access: { permission: 'channels:channelStock:lock' },
  summary: '渠道库存：锁定0',
  body: shape<{ channelProductIds: readonly string[] }>(),
  result: shape<LockAnswer>(),
});

export const unlockStockRoute = defineRoute({
  method: 'POST',
  path: '/channels/channelStock/unlock',
  access: { permission: 'channels:channelStock:lock' },
  summary: '渠道库存：解除锁定',
  body: shape<{ channelProductIds: readonly string[] }>(),
  result: shape<LockAnswer>(),
});

/** What 全量推送 of a shop would do, and what its guard says to it. */
export interface FullPushCheck {
  rows: number;
  changed: number;
  toZero: number;
  listed: number;
  before: number;
  after: number;
  /** Why it would be stopped; null = it may go. */
  reason: string | null;
  /** Listings that are not part of it, having no SKU. */
  unmapped: number;
}

export const checkFullPushRoute = defineRoute({
  method: 'GET',
  path: '/channels/account/:id/fullPush',
  access: { permission: 'channels:account:pushStock' },
  summary: '店铺：全量推送的熔断检查',
  result: shape<FullPushCheck>(),
});

export const fullPushRoute = defineRoute({
  method: 'POST',
  path: '/channels/account/:id/fullPush',
  access: { permission: 'channels:account:pushStock' },
  summary: '店铺：全量推送库存',
  result: shape<{ rows: number }>(),
});
