import { dict } from '#kit/model/dict.ts';
import { choice, datetime, integer, link, quantity, secret, text } from '#kit/model/field.ts';
import { defineRegister } from '#kit/model/resource.ts';
import type { RowOf } from '#kit/model/row.ts';
import { channelEnvironment } from '#modules/base/model/channel-account.ts';
import { enabledStatus } from '#modules/base/model/warehouse.ts';
import { supplyRunStatus } from './supply-run.ts';

/** Ways to read a feed. Only what the product can do is offered. */
const supplyProtocol = dict('supply_protocol', { api: '接口' });

/** Whose word counts for a part of a product: the feed's, or ours until somebody takes the feed's. */
export const supplyOwner = dict('supply_owner', { feed: '自动应用', manual: '人工应用' });

/** 供货源: how the goods of a supplier are read. Its secret is written and never read. */
export const supplyFeed = defineRegister({
  module: 'purchasing',
  name: 'supplyFeed',
  title: '供货源',
  empty: '为批发供应商登记接口后，它的产品、价格和库存每天自动读到“供货产品”。',
  fields: {
    name: text('供货源名称', { required: true, unique: true, max: 64 }),
    supplierId: link('供应商', 'base:supplier', { required: true, hint: '一个供应商一个供货源' }),
    protocol: choice('协议', supplyProtocol, { required: true, default: 'api' }),
    connector: text('接口', { required: true, max: 32 }),
    environment: choice('环境', channelEnvironment, { required: true, default: 'live' }),
    apiUrl: text('接口地址', { max: 255, hint: '留空用接口的默认地址' }),
    clientId: text('Client ID', { required: true, max: 128 }),
    clientSecret: secret('Client Secret', { max: 500, hint: '只写不读；留空表示不修改' }),
    runHour: integer('每天拉取(点)', { always: false, min: 0, max: 23, default: 2, hint: '留空表示只手工拉取' }),
    maxAgeHours: integer('库存有效(小时)', {
      required: true,
      default: 24,
      min: 1,
      max: 720,
      hint: '超过它没有更新的库存按 0 计',
    }),
    priceOwner: choice('价格', supplyOwner, { required: true, default: 'feed' }),
    contentOwner: choice('标题和资料', supplyOwner, { required: true, default: 'feed' }),
    maxDropPct: integer('行数最多下降', {
      required: true,
      percent: true,
      min: 1,
      max: 100,
      default: 60,
      hint: '比上次少得更多时整次拦截，什么都不改',
    }),
    maxPriceChangePct: integer('价格最多变动', {
      required: true,
      percent: true,
      min: 1,
      max: 1000,
      default: 30,
      hint: '变动更大的等人确认',
    }),
    status: choice('状态', enabledStatus, { required: true, default: 'enabled' }),
    rowCount: quantity('上次行数', { derived: true }),
    lastRunAt: datetime('最近运行', { derived: true }),
    lastRunStatus: choice('结果', supplyRunStatus, { derived: true }),
    fault: text('异常', { derived: true, max: 255 }),
  },
  label: 'name',
  list: [
    { key: 'name', under: ['supplierId'] },
    { key: 'protocol', under: ['connector'] },
    'environment',
    'runHour',
    'maxAgeHours',
    { key: 'lastRunAt', under: ['rowCount'] },
    'lastRunStatus',
    'fault',
    'status',
  ],
  search: ['name', 'supplierId', 'lastRunStatus', 'status'],
  form: [
    ['name', 'supplierId'],
    ['protocol', 'connector'],
    ['environment', 'status'],
    ['apiUrl', 'clientId'],
    ['clientSecret', 'runHour'],
    ['maxAgeHours', 'maxDropPct'],
    ['maxPriceChangePct', 'priceOwner'],
    ['contentOwner'],
  ],
});
export type SupplyFeedRow = RowOf<typeof supplyFeed>;
