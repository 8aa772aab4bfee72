import { dict } from '#kit/model/dict.ts';
import type { Storefront } from '../port.ts';

/** 站点: where a listing stands. Questions, texts and prices are its own in each. */
export const publishStorefront = dict('publish_storefront', {
  wayfair_us: 'Wayfair 美国',
  wayfair_ca: 'Wayfair 加拿大（英语）',
  wayfair_ca_fr: 'Wayfair 加拿大（法语）',
  wayfair_uk: 'Wayfair 英国',
  wayfair_de: 'Wayfair 德国',
  joss_us: 'Joss & Main 美国',
  allmodern_us: 'AllModern 美国',
  birchlane_us: 'Birch Lane 美国',
  perigold_us: 'Perigold 美国',
});
export type StorefrontCode = keyof typeof publishStorefront.items;

const us = (brand: string): Storefront => ({ locale: 'en-US', country: 'UNITED_STATES', brand });

/** What a storefront is called at the marketplace. */
export const STOREFRONTS: Readonly<Record<StorefrontCode, Storefront>> = {
  wayfair_us: us('WAYFAIR'),
  wayfair_ca: { locale: 'en-CA', country: 'CANADA', brand: 'WAYFAIR' },
  wayfair_ca_fr: { locale: 'fr-CA', country: 'CANADA', brand: 'WAYFAIR' },
  wayfair_uk: { locale: 'en-GB', country: 'UNITED_KINGDOM', brand: 'WAYFAIR' },
  wayfair_de: { locale: 'de-DE', country: 'GERMANY', brand: 'WAYFAIR' },
  joss_us: us('JOSS_AND_MAIN'),
  allmodern_us: us('ALLMODERN'),
  birchlane_us: us('BIRCHLANE'),
  perigold_us: us('PERIGOLD'),
};

const CURRENCIES: Readonly<Record<string, string>> = {
  UNITED_STATES: 'USD',
  CANADA: 'CAD',
  UNITED_KINGDOM: 'GBP',
  GERMANY: 'EUR',
};

/** What prices of a storefront are in, whatever the shop is settled in. */
export const currencyOf = (code: StorefrontCode): string => CURRENCIES[STOREFRONTS[code].country] ?? 'USD';
