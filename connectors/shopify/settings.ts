import { ChannelError, type AccountField, type ConnectorAccount } from '#modules/channels/model/port.ts';
import { numberField, settingsReader } from '../shared/settings-reader.ts';

/** An account's settings, checked and completed. */
export interface ShopifySettings {
  environment: 'sandbox' | 'live';
  /** Origin and path prefix of the shop's admin, without a slash at its end. */
  shopUrl: string;
  /** Null: the secret is a token of the shop itself, sent as it is. */
  clientId: string | null;
  secret: string;
  apiVersion: string;
  /** Orders that are not paid yet are taken too (cash on delivery, invoices). */
  takesUnpaid: boolean;
  notifiesBuyer: boolean;
  /** Days that the first pull looks back. */
  firstDays: number;
  pageSize: number;
  timeoutMs: number;
}

/** Field names of the inventory mutations differ between versions: one is pinned (channels.md §8). */
const API_VERSION = '2026-07';

export const ACCOUNT_FIELDS: readonly AccountField[] = [
  {
    key: 'shopUrl',
    title: '店铺网址',
    secret: false,
    required: true,
    role: 'address',
    identifies: true,
    hint: '后台地址，如 https://example.myshopify.com',
  },
  {
    key: 'clientId',
    title: 'Client ID',
    secret: false,
    required: false,
    role: 'identity',
    hint: '开发者后台应用的 Client ID；使用旧式应用的访问令牌（shpat_ 开头）时留空',
  },
  { key: 'clientSecret', title: 'Client Secret 或访问令牌', secret: true, required: true },
  {
    key: 'apiVersion',
    title: '接口版本',
    secret: false,
    required: false,
    default: API_VERSION,
    hint: '年-月，如 2026-07；不确定时请保持默认',
  },
  {
    key: 'takesUnpaid',
    title: '拉取未付款订单',
    secret: false,
    required: false,
    default: '否',
    hint: '是 或 否；货到付款或对公账期的店铺填 是',
  },
  {
    key: 'notifiesBuyer',
    title: '发货时通知买家',
    secret: false,
    required: false,
    default: '是',
    hint: '是 或 否；由 Shopify 发送发货邮件',
  },
  numberField('firstDays', '首次拉单天数', '30', '第一次拉单往前取最近几天有变动的订单，1–60'),
  numberField('orderLimit', '每页订单数', '25', '1–50'),
  numberField('timeoutSeconds', '请求超时（秒）', '30', '1–120'),
];

/**
 * Reads an account's settings; an empty value means the usual one.
 * @throws ChannelError `validation` naming the setting that is missing or malformed
 */
export function readSettings(account: ConnectorAccount): ShopifySettings {
  const { given, required, url, integer } = settingsReader(ACCOUNT_FIELDS, account);
  const malformed = (title: string, reason: string): ChannelError =>
    new ChannelError('validation', '读取账号设置', `${title}${reason}`);
  const isYes = (key: string, title: string, standard: boolean): boolean => {
    const value = given(key);
    if (value === undefined) return standard;
    if (value !== '是' && value !== '否') throw malformed(title, '须为 是 或 否');
    return value === '是';
  };
  const apiVersion = given('apiVersion') ?? API_VERSION;
  if (!/^20\d{2}-\d{2}$/.test(apiVersion)) throw malformed('接口版本', '须为 年-月，如 2026-07');
  required('shopUrl');
  return {
    environment: account.environment,
    shopUrl: url('shopUrl', '').replace(/\/+$/, ''),
    clientId: given('clientId') ?? null,
    secret: required('clientSecret'),
    apiVersion,
    takesUnpaid: isYes('takesUnpaid', '拉取未付款订单', false),
    notifiesBuyer: isYes('notifiesBuyer', '发货时通知买家', true),
    firstDays: integer('firstDays', 30, 1, 60),
    pageSize: integer('orderLimit', 25, 1, 50),
    timeoutMs: integer('timeoutSeconds', 30, 1, 120) * 1000,
  };
}
