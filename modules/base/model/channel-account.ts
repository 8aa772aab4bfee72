import { dict } from '#kit/model/dict.ts';
import { choice, choices, datetime, flag, integer, json, link, rate, secret, text } from '#kit/model/field.ts';
import { defineLifecycle } from '#kit/model/lifecycle.ts';
import { defineRegister } from '#kit/model/resource.ts';
import { accountHealth, channelCapability } from './account-health.ts';
import { enabledStatus } from './warehouse.ts';

/** A sandbox shop tries things out: its orders are nobody's sales and move no real goods. */
export const channelEnvironment = dict('channel_environment', { live: '正式', sandbox: '沙箱' });
export const acknowledgeMode = dict('acknowledge_mode', { manual: '人工接单', auto: '自动接单' });
const reserveMoment = dict('reserve_moment', { receive: '拉单时', accept: '接单时' });
const allocationStrategy = dict('allocation_strategy', {
  pinned: '平台指定仓',
  priority: '单仓优先',
});
/** Who writes the invoice that the channel pays: we, or the channel by itself once goods have left. */
export const invoiceMode = dict('invoice_mode', { channel: '平台自动开票', self: '自行开票' });
export const accountStatus = dict('channel_account_status', {
  created: '待授权',
  active: '已启用',
  paused: '已暂停',
  expired: '授权失效',
  disabled: '已停用',
});

/**
 * 店铺账号: one seller account at a marketplace: credentials (write-only), settings, policy.
 * `settings` holds the connector's own settings by key; deadlines are policy, never constants.
 */
export const channelAccount = defineRegister({
  module: 'base',
  name: 'channelAccount',
  title: '店铺账号',
  fields: {
    code: text('店铺编码', { required: true, unique: true, max: 32, rule: 'code' }),
    name: text('店铺名称', { required: true, unique: true, max: 64 }),
    channelCode: text('渠道', { required: true, max: 32 }),
    environment: choice('环境', channelEnvironment, { required: true, default: 'live' }),
    currency: text('结算币种', { required: true, max: 3, rule: 'currencyCode', default: 'USD' }),
    settings: json('连接参数'),
    clientSecret: secret('密钥', { max: 500, hint: '只写不读；留空表示不修改' }),
    acceptHours: integer('接单时限(小时)', { required: true, default: 24, min: 1, max: 240 }),
    acknowledgeMode: choice('接单方式', acknowledgeMode, { required: true, default: 'manual' }),
    reserveOn: choice('预占时机', reserveMoment, { required: true, default: 'receive' }),
    strategy: choice('选仓策略', allocationStrategy, { required: true, default: 'pinned' }),
    allowSplit: flag('允许拆分发货', { default: false }),
    allowBackorder: flag('允许缺货接单', { default: false }),
    priceTolerancePct: integer('价格容差', {
      percent: true,
      required: true,
      default: 0,
      min: 0,
      max: 100,
    }),
    pullMinutes: integer('拉单间隔(分钟)', { required: true, default: 15, min: 1, max: 1440 }),
    returnDays: integer('退货窗口(天)', { required: true, default: 30, min: 0, max: 365 }),
    partConfirmWorkdays: integer('补件确认(工作日)', {
      required: true,
      default: 1,
      min: 0,
      max: 30,
      hint: '按发货仓的工作日历和截单时间',
    }),
    partShipWorkdays: integer('补件发货(工作日)', { required: true, default: 5, min: 0, max: 60 }),
    partExtendMaxDays: integer('补件最多延期(天)', {
      required: true,
      default: 10,
      min: 0,
      max: 60,
      hint: '每张补发单只能延一次；0 为不能延期',
    }),
    partFillMin: rate('配件及时发出率下限', {
      required: true,
      default: '0.85',
      min: 0,
      max: 1,
      percent: true,
    }),
    pushStock: flag('同步库存', { default: true }),
    customerId: link('结算客户', 'base:customer', { hint: '货款由谁付；留空为该渠道的平台客户，没有则自动新增' }),
    invoiceMode: choice('开票方式', invoiceMode, { required: true, default: 'channel' }),
    allowanceRate: rate('平台折让', {
      required: true,
      default: '0',
      min: 0,
      max: 1,
      percent: true,
      hint: '平台付款时从货款里扣的折让，开票时减去',
    }),
    status: choice('状态', accountStatus, { always: true, derived: true }),
    healthCode: choice('健康度', accountHealth, { derived: true }),
    healthStep: text('出错步骤', { derived: true, max: 64 }),
    healthReason: text('出错原因', { derived: true, max: 255 }),
    closedCapabilities: choices('未开通', channelCapability, { always: true, derived: true }),
    lastPullAt: datetime('最近拉单', { derived: true }),
  },
  label: 'name',
  list: [
    'name',
    'code',
    'channelCode',
    'environment',
    'currency',
    'status',
    'healthCode',
    'healthStep',
    'healthReason',
    'closedCapabilities',
    'lastPullAt',
    'acknowledgeMode',
  ],
  search: ['channelCode', 'name', 'status'],
  form: [
    ['code', 'name'],
    ['channelCode', 'environment'],
    ['currency', 'pullMinutes'],
    ['settings'],
    ['clientSecret'],
    ['acceptHours', 'acknowledgeMode'],
    ['reserveOn', 'strategy'],
    ['allowSplit', 'allowBackorder'],
    ['priceTolerancePct', 'returnDays'],
    ['partConfirmWorkdays', 'partShipWorkdays'],
    ['partExtendMaxDays', 'partFillMin'],
    ['pushStock', 'customerId'],
    ['invoiceMode', 'allowanceRate'],
  ],
  scope: { shops: 'id', groupedBy: 'shops' },
});

/** 授权: a shop is created, tested, then active; the channel's refusal makes it expire. */
export const channelAccountLifecycle = defineLifecycle(channelAccount, {
  initial: 'created',
  births: { add: '新增' },
  states: {
    created: ['待授权', 'idle'],
    active: ['已启用', 'done'],
    paused: ['已暂停', 'warn'],
    expired: ['授权失效', 'bad'],
    disabled: ['已停用', 'bad'],
  },
  tabs: {
    active: { title: '已启用', states: ['active'] },
    attention: { title: '待处理', states: ['created', 'expired'] },
    idle: { title: '已暂停', states: ['paused', 'disabled'] },
  },
  moves: {
    activate: { title: '启用', from: ['created', 'paused', 'expired'], to: 'active', system: true },
    expire: {
      title: '授权失效',
      from: ['created', 'active', 'paused'],
      to: 'expired',
      system: true,
    },
    pause: { title: '暂停', from: ['active'], to: 'paused' },
    disable: {
      title: '停用',
      from: ['created', 'active', 'paused', 'expired'],
      to: 'disabled',
      warn: '停用后不再拉单和推送，未完成的订单仍可处理。',
    },
    enable: {
      title: '恢复',
      from: ['paused', 'disabled'],
      to: 'created',
      submits: { in: ['created'], said: '已恢复', next: '测试连接通过后启用' },
    },
  },
});

/** 渠道仓库: the channel's code of a warehouse and the local warehouse behind it. */
export const channelWarehouse = defineRegister({
  module: 'base',
  name: 'channelWarehouse',
  title: '渠道仓库',
  fields: {
    accountId: link('店铺', 'base:channelAccount', { required: true }),
    channelCode: text('渠道仓代码', { required: true, max: 64 }),
    warehouseId: link('本地仓', 'base:warehouse', { required: true }),
    sharePct: integer('比例', { percent: true, required: true, default: 100, min: 0, max: 100 }),
    priority: integer('优先级', { required: true, default: 100, min: 0, max: 9999 }),
    status: choice('状态', enabledStatus, { required: true, default: 'enabled' }),
  },
  label: 'channelCode',
  list: ['accountId', 'channelCode', 'warehouseId', 'sharePct', 'priority', 'status'],
  search: ['accountId', 'channelCode', 'warehouseId'],
  form: [
    ['accountId', 'channelCode'],
    ['warehouseId', 'sharePct'],
    ['priority', 'status'],
  ],
  scope: { shops: 'accountId', groupedBy: 'shops', warehouses: 'warehouseId' },
});
