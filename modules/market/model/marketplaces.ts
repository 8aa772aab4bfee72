import { dict } from '#kit/model/dict.ts';

/** Where things are offered. A marketplace of one country: prices of another one are other prices. */
export const marketplace = dict('marketplace', {
  wayfair_us: 'Wayfair 美国',
  wayfair_ca: 'Wayfair 加拿大',
  wayfair_uk: 'Wayfair 英国',
  wayfair_eu: 'Wayfair 欧洲',
  lowes_us: "Lowe's 美国",
  homedepot_us: 'Home Depot 美国',
  amazon_us: 'Amazon 美国',
  amazon_ca: 'Amazon 加拿大',
  amazon_uk: 'Amazon 英国',
  amazon_eu: 'Amazon 欧洲',
  walmart_us: 'Walmart 美国',
  overstock_us: 'Overstock 美国',
  target_us: 'Target 美国',
  ebay_us: 'eBay 美国',
  other: '其他',
});
export type Marketplace = keyof typeof marketplace.items;

/** By the currency that a shop is settled in, which of its channel's marketplaces it sells at. */
const WAYFAIR: Readonly<Record<string, Marketplace>> = {
  USD: 'wayfair_us',
  CAD: 'wayfair_ca',
  GBP: 'wayfair_uk',
  EUR: 'wayfair_eu',
};

/** At which marketplace a shop sells. @param channelCode of its connector */
export const marketplaceOf = ({ channelCode, currency }: { channelCode: string; currency: string }): Marketplace =>
  channelCode.startsWith('wayfair') ? (WAYFAIR[currency] ?? 'wayfair_us') : 'other';

/** What pages of the market say: no channel has a call for any of it (channels.md §7). */
export const BY_FILE = '该渠道不支持接口，需导入文件';
