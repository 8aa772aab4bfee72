/**
 * The demo seller's catalogue and warehouses: pure data, shared by the simulated channel (what it
 * lists) and by the demo seed (what the seller owns). A change here changes both together.
 */
import { bathAndOutdoor } from './catalogue/bath-and-outdoor.ts';
import { bedroom } from './catalogue/bedroom.ts';
import { diningAndOffice } from './catalogue/dining-and-office.ts';
import { lightingAndRugs } from './catalogue/lighting-and-rugs.ts';
import { living } from './catalogue/living.ts';
import { CALIFORNIA, NEW_JERSEY, ONTARIO } from './catalogue/part.ts';
import type { CatalogueCategory, CataloguePart } from './catalogue/part.ts';

export { CALIFORNIA, NEW_JERSEY, ONTARIO };
export type { CatalogueCarton, CatalogueCategory, CataloguePart } from './catalogue/part.ts';

export interface CatalogueWarehouse {
  /** The channel's id of the warehouse; doubles as supplier id in stock and ship notices. */
  supplierId: string;
  code: string;
  name: string;
  nameZh: string;
  timeZone: string;
  address1: string;
  city: string;
  state: string;
  postalCode: string;
  country: string;
  phone: string;
}

/** The supplier that owns the warehouses; its id is never valid in stock or notices. */
export const PARENT_SUPPLIER = {
  id: '31840',
  name: 'Larkfield Home Furnishings LLC',
  shortName: 'Larkfield Home',
};

/** Warehouses of the demo seller; orders from Ontario cross a border and need a customs document. */
export const WAREHOUSES: readonly CatalogueWarehouse[] = [
  {
    supplierId: NEW_JERSEY,
    code: 'NJ01',
    name: 'Edison Fulfillment Center',
    nameZh: '新泽西爱迪生仓',
    timeZone: 'America/New_York',
    address1: '180 Raritan Center Parkway',
    city: 'Edison',
    state: 'NJ',
    postalCode: '08837',
    country: 'US',
    phone: '+1 732 555 0148',
  },
  {
    supplierId: CALIFORNIA,
    code: 'CA01',
    name: 'Fontana Fulfillment Center',
    nameZh: '加州丰塔纳仓',
    timeZone: 'America/Los_Angeles',
    address1: '14600 Innovation Drive',
    city: 'Fontana',
    state: 'CA',
    postalCode: '92337',
    country: 'US',
    phone: '+1 909 555 0173',
  },
  {
    supplierId: ONTARIO,
    code: 'ON01',
    name: 'Mississauga Fulfillment Center',
    nameZh: '安大略密西沙加仓',
    timeZone: 'America/Toronto',
    address1: '6300 Kennedy Road',
    city: 'Mississauga',
    state: 'ON',
    postalCode: 'L5T 2N7',
    country: 'CA',
    phone: '+1 905 555 0119',
  },
];

/** Chinese names of the categories. */
export const CATEGORY_NAMES: Readonly<Record<CatalogueCategory, string>> = {
  Beds: '床',
  Nightstands: '床头柜',
  Dressers: '斗柜',
  Sofas: '沙发',
  'Accent Chairs': '休闲椅',
  'Coffee Tables': '茶几',
  'TV Stands': '电视柜',
  'Dining Tables': '餐桌',
  'Dining Chairs': '餐椅',
  Bookcases: '书柜',
  Desks: '书桌',
  Lamps: '灯具',
  'Area Rugs': '地毯',
  'Bathroom Vanities': '浴室柜',
  Mirrors: '镜子',
  Outdoor: '户外',
};

/** All parts of the demo seller (62). */
export const CATALOGUE: readonly CataloguePart[] = [
  ...bedroom,
  ...living,
  ...diningAndOffice,
  ...lightingAndRugs,
  ...bathAndOutdoor,
];

/**
 * Old listing codes that still sell at the channel although the seller renamed the parts long
 * ago: they arrive unmapped and no text comparison can guess their part. Code → part number.
 */
export const LEGACY_PART_NUMBERS: Readonly<Record<string, string>> = {
  'HF7731-GRY': 'WB-ACH-LUND-BCL',
  'HF2209-B': 'WB-LMP-TRIP-FLR',
  'HF5518-58': 'WB-RUG-SAHA-5X8',
};

/** Parts of the channel's sandbox, named as its testers name them (SWBE1162 …). */
export const SANDBOX_CATALOGUE: readonly CataloguePart[] = CATALOGUE.filter((entry) => entry.reservedFor === undefined)
  .slice(0, 16)
  .map((entry, index) => ({ ...entry, partNumber: `SWBE${1162 + index}` }));

/** UPC-A of a part: a made-up company prefix, the part's place in the catalogue, check digit. */
export function upcOf(partNumber: string): string {
  const index = CATALOGUE.findIndex((entry) => entry.partNumber === partNumber);
  const digits = `860114${String(index + 1).padStart(5, '0')}`;
  const sum = [...digits].reduce((total, digit, i) => total + Number(digit) * (i % 2 === 0 ? 3 : 1), 0);
  return digits + String((10 - (sum % 10)) % 10);
}
