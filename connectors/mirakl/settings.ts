import type { AccountField, ConnectorAccount } from '#modules/channels/model/port.ts';
import { numberField, settingsReader } from '../shared/settings-reader.ts';

/** An account's settings, checked. */
export interface MiraklSettings {
  /** Origin of the marketplace's instance, without a slash at its end. */
  apiUrl: string;
  shopKey: string;
  /** Which shop of a key that opens several; null = the key's own. */
  shopId: string | null;
  /** Currency of an order that names none. */
  currency: string;
  /** Our code of the warehouse that the marketplace does not name: its stock goes without a warehouse. */
  warehouseCode: string;
  /** The marketplace's code (SH21) of a carrier by ours, in capitals. */
  carriers: ReadonlyMap<string, string>;
  /** Where parcels of a carrier that the marketplace does not know are followed. */
  carrierUrls: ReadonlyMap<string, string>;
  /** Whether the marketplace lets an order leave in several shipments (ST01). */
  hasShipments: boolean;
  /** What a refused return is refused with. */
  returnRejection: string;
  overlapMs: number;
  firstDays: number;
  timeoutMs: number;
}

const WAREHOUSE = 'DEFAULT';

export const ACCOUNT_FIELDS: readonly AccountField[] = [
  {
    key: 'apiUrl',
    title: '平台地址',
    secret: false,
    required: true,
    role: 'address',
    identifies: true,
    hint: '平台实例的网址，如 https://xxx-prod.mirakl.net，不含 /api',
  },
  { key: 'shopKey', title: '店铺密钥（API Key）', secret: true, required: true },
  {
    key: 'shopId',
    title: '店铺编号（shop_id）',
    secret: false,
    required: false,
    role: 'identity',
    identifies: true,
    hint: '一个密钥管多个店铺，或在同一平台接入多个店铺时必填',
  },
  {
    key: 'currency',
    title: '默认币种',
    secret: false,
    required: false,
    default: 'USD',
    hint: '订单未注明币种时使用',
  },
  {
    key: 'warehouseCode',
    title: '默认渠道仓代码',
    secret: false,
    required: false,
    default: WAREHOUSE,
    hint: '订单未注明发货仓时归入此代码；此代码的库存推送时不带仓库',
  },
  {
    key: 'carriers',
    title: '承运商对照',
    secret: false,
    required: false,
    hint: '本地承运商=平台代码，逗号分隔，如 FEDEX=fedex,UPS=ups；未列出的按名称回传',
  },
  {
    key: 'carrierUrls',
    title: '承运商查询网址',
    secret: false,
    required: false,
    hint: '平台不认识的承运商，格式 代码=网址，逗号分隔；随运单号回传给买家查询',
  },
  {
    key: 'shipments',
    title: '分批发货',
    secret: false,
    required: false,
    default: 'no',
    hint: '平台为店铺开通了分批发货（ST01）填 yes，否则填 no：订单须一次发完',
  },
  {
    key: 'returnRejection',
    title: '拒绝退货的原因代码',
    secret: false,
    required: false,
    default: 'RETURN_REJECTION_NOT_ELIGIBLE',
    hint: 'RETURN_REJECTION_NOT_ELIGIBLE、RETURN_REJECTION_NOT_NEEDED 或 RETURN_REJECTION_WINDOW_CLOSED',
  },
  numberField('overlapMinutes', '拉单回看（分钟）', '30', '每次拉单从上次的位置再往前看这么久，防止漏单'),
  numberField('firstDays', '首次拉单天数', '30', '第一次拉单读取最近几天有变动的订单'),
  numberField('timeoutSeconds', '请求超时（秒）', '30', '1–120'),
];

/** @throws ChannelError `validation` naming the setting that is missing or malformed */
export function readSettings(account: ConnectorAccount): MiraklSettings {
  const { given, required, url, integer } = settingsReader(ACCOUNT_FIELDS, account);
  required('apiUrl');
  return {
    apiUrl: url('apiUrl', '').replace(/\/+$/, ''),
    shopKey: required('shopKey'),
    shopId: given('shopId') ?? null,
    currency: (given('currency') ?? 'USD').toUpperCase(),
    warehouseCode: given('warehouseCode') ?? WAREHOUSE,
    carriers: pairsOf(given('carriers')),
    carrierUrls: pairsOf(given('carrierUrls')),
    hasShipments: /^(yes|true|是)$/i.test(given('shipments') ?? ''),
    returnRejection: given('returnRejection') ?? 'RETURN_REJECTION_NOT_ELIGIBLE',
    overlapMs: integer('overlapMinutes', 30, 0, 10_000) * 60_000,
    firstDays: integer('firstDays', 30, 1, 365),
    timeoutMs: integer('timeoutSeconds', 30, 1, 120) * 1000,
  };
}

/** `A=b, C=d`; what is no pair is left out. */
const pairsOf = (text = ''): ReadonlyMap<string, string> =>
  new Map(
    text.split(/[,，;；\n]+/).flatMap((pair) => {
      const at = pair.indexOf('=');
      const [ours, theirs] = [pair.slice(0, at).trim().toUpperCase(), pair.slice(at + 1).trim()];
      return at > 0 && ours !== '' && theirs !== '' ? [[ours, theirs] as const] : [];
    }),
  );
