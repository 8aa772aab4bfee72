import { dict } from '#kit/model/dict.ts';
import { choice, datetime, integer, secret, text } from '#kit/model/field.ts';
import { defineRegister } from '#kit/model/resource.ts';
import { channelEnvironment } from './channel-account.ts';
import { enabledStatus } from './warehouse.ts';

/** Who has the contract with the carrier: the tenant, or the platform, which takes the price from the wallet. */
export const carrierOwner = dict('carrier_owner', { own: '自有账号', platform: '系统账号' });

/** 承运商账号: an account at a carrier that labels are bought on. Its key is written and never read. */
export const carrierAccount = defineRegister({
  module: 'base',
  name: 'carrierAccount',
  title: '承运商账号',
  empty: '有了承运商账号，物流渠道选用它之后，已装箱的发货单可以比价并购买面单。',
  fields: {
    code: text('账号编码', { required: true, unique: true, max: 32, rule: 'code' }),
    name: text('账号名称', { required: true, unique: true, max: 64 }),
    carrier: text('承运商', { required: true, max: 32 }),
    owner: choice('账号归属', carrierOwner, {
      required: true,
      default: 'own',
      hint: '系统账号的面单费从钱包扣，不用填密钥',
    }),
    environment: choice('环境', channelEnvironment, { required: true, default: 'live' }),
    apiUrl: text('接口地址', { max: 255, hint: '留空用承运商的默认地址' }),
    accountNumber: text('承运商客户号', { max: 64 }),
    apiKey: secret('接口密钥', { max: 500, hint: '只写不读；留空表示不修改' }),
    trackMinutes: integer('轨迹间隔(分钟)', { required: true, default: 60, min: 5, max: 1440 }),
    firstScanHours: integer('揽收时限(小时)', {
      required: true,
      default: 24,
      min: 1,
      max: 240,
      hint: '出库后超过它还没有首次扫描就提醒',
    }),
    status: choice('状态', enabledStatus, { required: true, default: 'enabled' }),
    testedAt: datetime('最近连接', { derived: true }),
    fault: text('连接问题', { derived: true, max: 255 }),
  },
  label: 'name',
  list: [
    { key: 'name', under: ['code'] },
    { key: 'carrier', under: ['accountNumber'] },
    'owner',
    'environment',
    'trackMinutes',
    'firstScanHours',
    { key: 'status', under: ['fault'] },
    'testedAt',
  ],
  search: ['carrier', 'name', 'owner', 'status'],
  form: [
    ['code', 'name'],
    ['carrier', 'owner'],
    ['environment', 'status'],
    ['apiUrl', 'accountNumber'],
    ['apiKey'],
    ['trackMinutes', 'firstScanHours'],
  ],
});
