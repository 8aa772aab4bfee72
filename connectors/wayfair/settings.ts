import type { AccountField, ConnectorAccount } from '#modules/channels/model/port.ts';
import { numberField, settingsReader } from '../shared/settings-reader.ts';
import type { ClientCredentials } from '../shared/oauth-tokens.ts';

/** An account's settings, checked and completed with the channel's own addresses. */
export interface WayfairSettings extends ClientCredentials {
  environment: 'sandbox' | 'live';
  /** GraphQL of the orders host: orders, labels, ship notice, stock. */
  apiUrl: string;
  /** REST base of the documents, on the orders host. */
  documentsUrl: string;
  /** GraphQL of the supplier host: cancellation requests, stock positions. */
  supplierApiUrl: string;
  /** GraphQL of the catalogue host: what a class asks, new parts, changes. */
  catalogApiUrl: string;
  /** GraphQL by which the catalogue is read. */
  catalogReadUrl: string;
  /** REST base of advertising. */
  advertisingUrl: string;
  /** The supplier whose catalogue it is, above its warehouses; null = not given. */
  supplierId: string | null;
  /** Currency of a PO whose warehouse does not name one. */
  currency: string;
  orderLimit: number;
  orderLimitMax: number;
  rescanDays: number;
}

const TOKEN_URL = 'https://sso.auth.wayfair.com/oauth/token';

const ADDRESSES = {
  live: {
    audience: 'https://api.wayfair.com/',
    apiUrl: 'https://api.wayfair.com/v1/graphql',
    documentsUrl: 'https://api.wayfair.com/v1',
    supplierApiUrl: 'https://api.wayfair.io/v1/supplier-order-api/graphql',
    catalogApiUrl: 'https://api.wayfair.io/v1/product-catalog-api/graphql',
    catalogReadUrl: 'https://api.wayfair.io/product-catalog-api/graphql',
    advertisingUrl: 'https://api.wayfair.io/advertising/v1',
  },
  sandbox: {
    audience: 'https://sandbox.api.wayfair.com/',
    apiUrl: 'https://sandbox.api.wayfair.com/v1/graphql',
    documentsUrl: 'https://sandbox.api.wayfair.com/v1',
    supplierApiUrl: 'https://api.wayfair.io/sandbox/v1/supplier-order-api/graphql',
    catalogApiUrl: 'https://api.wayfair.io/sandbox/v1/product-catalog-api/graphql',
    catalogReadUrl: 'https://api.wayfair.io/sandbox/product-catalog-api/graphql',
    advertisingUrl: 'https://api.wayfair.io/advertising/v1/sandbox',
  },
} as const;

type AddressKey = keyof (typeof ADDRESSES)['live'];

export const ACCOUNT_FIELDS: readonly AccountField[] = [
  {
    key: 'clientId',
    title: 'Client ID',
    secret: false,
    required: true,
    role: 'identity',
    identifies: true,
  },
  { key: 'clientSecret', title: 'Client Secret', secret: true, required: true },
  {
    key: 'tokenUrl',
    title: '令牌地址',
    secret: false,
    required: false,
    default: TOKEN_URL,
    role: 'address',
  },
  { ...ownField('audience', '令牌受众（audience）'), role: 'identity' },
  addressField('apiUrl', '订单接口地址'),
  addressField('documentsUrl', '单据接口地址'),
  addressField('supplierApiUrl', '供应商接口地址'),
  addressField('catalogApiUrl', '刊登接口地址'),
  addressField('catalogReadUrl', '在线商品接口地址'),
  addressField('advertisingUrl', '广告接口地址'),
  {
    key: 'supplierId',
    title: '供应商ID',
    secret: false,
    required: false,
    hint: '刊登和读取在线商品时使用：Partner Home 中店铺的供应商ID，不是仓库的供应商ID',
  },
  {
    key: 'documentOrigins',
    title: '单据存储域名',
    secret: false,
    required: false,
    role: 'files',
    hint: '面单、提单文件所在的其他域名，含 https://，多个用逗号隔开；下载时不携带令牌',
  },
  {
    key: 'currency',
    title: '默认币种',
    secret: false,
    required: false,
    default: 'USD',
    hint: '仓库未注明币种时使用',
  },
  numberField('orderLimit', '每页订单数', '25', '渠道上限未公开，不确定时请保持 25'),
  numberField('orderLimitMax', '每页订单数上限', '2000', '同一时刻的订单多于一页时，逐步放大到此值'),
  numberField('rescanDays', '回扫天数', '7', '每次拉单同时复查最近几天的订单（取消、变更），0 为不回扫'),
  numberField('timeoutSeconds', '请求超时（秒）', '30', '1–120'),
];

/**
 * Reads an account's settings; an empty value means the channel's own.
 * @throws ChannelError `validation` naming the setting that is missing or malformed
 */
export function readSettings(account: ConnectorAccount): WayfairSettings {
  const { environment } = account;
  const own = ADDRESSES[environment];
  const { given, required, url, integer } = settingsReader(ACCOUNT_FIELDS, account);
  return {
    environment,
    tokenUrl: url('tokenUrl', TOKEN_URL),
    audience: given('audience') ?? own.audience,
    clientId: required('clientId'),
    clientSecret: required('clientSecret'),
    apiUrl: url('apiUrl', own.apiUrl),
    documentsUrl: url('documentsUrl', own.documentsUrl).replace(/\/+$/, ''),
    supplierApiUrl: url('supplierApiUrl', own.supplierApiUrl),
    catalogApiUrl: url('catalogApiUrl', own.catalogApiUrl),
    catalogReadUrl: url('catalogReadUrl', own.catalogReadUrl),
    advertisingUrl: url('advertisingUrl', own.advertisingUrl).replace(/\/+$/, ''),
    supplierId: given('supplierId') ?? null,
    currency: given('currency') ?? 'USD',
    orderLimit: integer('orderLimit', 25, 1, 2000),
    orderLimitMax: integer('orderLimitMax', 2000, 1, 10_000),
    rescanDays: integer('rescanDays', 7, 0, 90),
    timeoutMs: integer('timeoutSeconds', 30, 1, 120) * 1000,
  };
}

function addressField(key: AddressKey, title: string): AccountField {
  return { ...ownField(key, title), role: 'address' };
}

function ownField(key: AddressKey, title: string): AccountField {
  const hint = `留空使用默认：正式 ${ADDRESSES.live[key]}，沙箱 ${ADDRESSES.sandbox[key]}`;
  return { key, title, secret: false, required: false, hint };
}
