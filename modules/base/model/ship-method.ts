import { dict } from '#kit/model/dict.ts';
import { choice, flag, integer, length, link, text, weight } from '#kit/model/field.ts';
import { defineRegister } from '#kit/model/resource.ts';
import { enabledStatus } from './warehouse.ts';

export const shipClass = dict('ship_class', {
  parcel: '小包裹',
  ltl: '零担',
  tl: '整车',
  whiteGlove: '白手套',
});

export const accountOwner = dict('account_owner', {
  own: '自有账号',
  marketplace: '平台账号',
  platform: '系统账号',
});

/** 物流渠道: a way to ship: carrier, service, whose account pays, its limits. */
export const shipMethod = defineRegister({
  module: 'base',
  name: 'shipMethod',
  title: '物流渠道',
  fields: {
    code: text('渠道编码', { required: true, unique: true, max: 32, rule: 'code' }),
    name: text('渠道名称', { required: true, max: 64 }),
    carrier: text('承运商', { required: true, max: 32 }),
    service: text('服务', { max: 64 }),
    class: choice('类型', shipClass, { required: true, default: 'parcel' }),
    accountOwner: choice('账号归属', accountOwner, { required: true, default: 'marketplace' }),
    maxWeightG: weight('限重'),
    maxLengthMm: length('限长', { hint: '最长边' }),
    maxGirthMm: length('限围长', { min: 1, hint: '长加围长：最长边 + 2 ×（宽 + 高）' }),
    priceTableId: link('运费价表', 'base:freightTable', { hint: '运费试算按它计价' }),
    carrierAccountId: link('承运商账号', 'base:carrierAccount', {
      hint: '选用后可以比价和购买面单；“服务”填承运商的服务代码',
    }),
    dimDivisor: integer('材积系数', { required: true, default: 139, min: 1, max: 10_000 }),
    roundsSides: flag('各边先进位', {
      default: false,
      hint: '长宽高先各自进位到整英寸（公制为整厘米）再算材积重；FedEx、UPS 自 2025 年 8 月起如此',
    }),
    trackingUrlTemplate: text('轨迹链接模板', { max: 255 }),
    status: choice('状态', enabledStatus, { required: true, default: 'enabled' }),
  },
  label: 'name',
  list: [
    'code',
    'name',
    'carrier',
    'service',
    'class',
    'accountOwner',
    'maxWeightG',
    { key: 'maxLengthMm', under: ['maxGirthMm'] },
    { key: 'dimDivisor', under: ['priceTableId'] },
    'carrierAccountId',
    'status',
  ],
  search: ['carrier', 'name', 'class', 'status'],
  form: [
    ['code', 'name'],
    ['carrier', 'service'],
    ['class', 'accountOwner'],
    ['maxWeightG', 'maxLengthMm'],
    ['maxGirthMm', 'dimDivisor'],
    ['roundsSides', 'priceTableId'],
    ['carrierAccountId', 'trackingUrlTemplate'],
    ['status'],
  ],
});

/** 渠道物流代码: how one shop's channel names a ship method (ship speed and carrier code). */
export const shipMethodCode = defineRegister({
  module: 'base',
  name: 'shipMethodCode',
  title: '渠道物流代码',
  fields: {
    accountId: link('店铺', 'base:channelAccount', { required: true }),
    channelCode: text('渠道服务代码', { required: true, max: 64 }),
    carrierCode: text('渠道承运商代码', { required: true, max: 32 }),
    shipMethodId: link('物流渠道', 'base:shipMethod', { required: true }),
  },
  label: 'channelCode',
  list: ['accountId', 'channelCode', 'carrierCode', 'shipMethodId', 'createTime'],
  search: ['accountId', 'channelCode', 'shipMethodId'],
  form: [
    ['accountId', 'shipMethodId'],
    ['channelCode', 'carrierCode'],
  ],
  scope: { shops: 'accountId', groupedBy: 'shops' },
});
