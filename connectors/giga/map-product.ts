import { listOf, objectOf, quantityOf, requiredText, textOf, type WireObject } from '#connectors/shared/wire-values.ts';
import type { BannedPlatform, SupplyDetail } from '#modules/purchasing/model/supply/supplier-port.ts';

/** The supplier's numbers of marketplaces; two of them are the same one. */
const PLATFORMS: Readonly<Record<string, BannedPlatform>> = {
  '1': 'wayfair',
  '2': 'amazon',
  '3': 'walmart',
  '4': 'ownSite',
  '5': 'ebay',
  '6': 'overstock',
  '7': 'homeDepot',
  '8': 'lowes',
  '9': 'wish',
  '10': 'newegg',
  '11': 'aliexpress',
  '12': 'shein',
  '13': 'temu',
  '14': 'tiktok',
  '15': 'costco',
  '16': 'lowes',
};

const MM_PER_INCH = 25.4;
const GRAMS_PER_POUND = 453.59237;
const MOST_TITLE = 255;
const MOST_URL = 1000;
const LARGEST = 1_000_000;

/** What the supplier says a product is. @throws WireValueError */
export function detailOf(wire: WireObject): SupplyDetail[] {
  const sku = requiredText(wire['sku'], 'sku');
  const title = textOf(wire['productName']) ?? textOf(wire['name']) ?? sku;
  return [
    {
      sku,
      title: title.slice(0, MOST_TITLE),
      category: textOf(wire['category'])?.slice(0, MOST_TITLE) ?? null,
      imageUrl: linkOf(wire['mainImageUrl']),
      weightG: measure(wire['weightKg'], 1000) ?? measure(wire['weight'], GRAMS_PER_POUND),
      lengthMm: measure(wire['lengthCm'], 10) ?? measure(wire['length'], MM_PER_INCH),
      widthMm: measure(wire['widthCm'], 10) ?? measure(wire['width'], MM_PER_INCH),
      heightMm: measure(wire['heightCm'], 10) ?? measure(wire['height'], MM_PER_INCH),
      banned: bannedOf(wire['unAvailablePlatform']),
      moq: wire['moq'] === undefined || wire['moq'] === null ? null : quantityOf(wire['moq'], 'moq'),
    },
  ];
}

/** A number with a unit that is known; "Not Applicable", nothing and less than nothing are not said. */
function measure(value: unknown, perUnit: number): number | null {
  const text = textOf(value);
  const size = text !== null && /^\d+(\.\d+)?$/.test(text) ? Math.round(Number(text) * perUnit) : 0;
  return size > 0 && size <= LARGEST ? size : null;
}

const linkOf = (value: unknown): string | null => {
  const url = textOf(value);
  return url !== null && /^https?:\/\//i.test(url) && url.length <= MOST_URL ? url : null;
};

/** Platforms that the supplier forbids; one that we do not know is forbidden too, by the word 其他平台. */
function bannedOf(value: unknown): BannedPlatform[] {
  const found = listOf(value, 'unAvailablePlatform').map((one): BannedPlatform => {
    const id = typeof one === 'object' ? textOf(objectOf(one)['id']) : textOf(one);
    return PLATFORMS[id ?? ''] ?? 'other';
  });
  return [...new Set(found)].sort();
}
