import { gramsToPounds, mmToInches } from '#kit/model/unit.ts';
import type { FormColumn } from './answers.ts';
import { roleOf } from './known-questions.ts';
import { choiceMeant } from './read-answer.ts';

/** What we know of one SKU that is to be listed: millimetres, grams, decimal texts. */
export interface ListedGoods {
  skuId: string;
  skuCode: string;
  channelSku: string;
  name: string;
  nameEn: string | null;
  brand: string | null;
  upc: string | null;
  description: string | null;
  /** Two letters. */
  originCountry: string | null;
  /** Addresses that the marketplace can open. */
  images: readonly string[];
  price: string | null;
  msrp: string | null;
  mapPrice: string | null;
  cartons: readonly { lengthMm: number; widthMm: number; heightMm: number; grossWeightG: number }[];
}

/** Pictures of one listing at most. */
export const MOST_LISTING_PICTURES = 16;

/** Heavier than that, or longer, and a parcel carrier does not take it (domain.md §2.4, parcelMax). */
const MOST_PARCEL_LB = 150;
const MOST_PARCEL_IN = 108;

/** What our own data answer at a place, as the marketplace wants to read it; null where they do not. */
export function knownValues(column: FormColumn, goods: ListedGoods): string[] | null {
  const values = knownTexts(column, goods);
  if (values === null) return null;
  const filled = values.filter((value) => value !== '');
  if (filled.length === 0) return null;
  const { question } = column;
  if (question.answer !== 'choice') return filled;
  const chosen = filled.flatMap((text) => choiceMeant(question, text) ?? []);
  return chosen.length === filled.length ? chosen : null;
}

function knownTexts(column: FormColumn, goods: ListedGoods): string[] | null {
  const { question, instance } = column;
  const carton = goods.cartons[instance - 1];
  const measure = (mm: number | undefined): string[] => (mm === undefined ? [] : [lengthText(question.title, mm)]);
  switch (roleOf(question)) {
    case 'name':
      return [readable(goods.nameEn) || readable(goods.name)];
    case 'partNumber':
      return [goods.channelSku];
    case 'skuCode':
      return [goods.skuCode];
    case 'upc':
      return [goods.upc ?? ''];
    case 'brand':
      return [goods.brand ?? ''];
    case 'description':
      return [readable(goods.description)];
    case 'images':
      return goods.images.slice(0, MOST_LISTING_PICTURES);
    case 'price':
      return [goods.price ?? ''];
    case 'msrp':
      return [goods.msrp ?? ''];
    case 'map':
      return [goods.mapPrice ?? ''];
    case 'one':
      return ['1'];
    case 'weight':
      return goods.cartons.length === 0 ? [] : [weightText(question.title, weightOf(goods))];
    case 'shipType':
      return goods.cartons.length === 0 ? [] : [shipTypeOf(goods)];
    case 'cartonWeight':
      return carton ? [weightText(question.title, carton.grossWeightG)] : [];
    case 'cartonHeight':
      return measure(carton?.heightMm);
    case 'cartonWidth':
      return measure(carton?.widthMm);
    case 'cartonDepth':
      return measure(carton?.lengthMm);
    case 'country':
      return [goods.originCountry ? countryName(goods.originCountry) : ''];
    case null:
      return null;
  }
}

/** No storefront that goods are published to is read in Chinese: such a text is no answer there. */
export const isChinese = (text: string): boolean => /\p{Script=Han}/u.test(text);

const readable = (text: string | null): string => (text === null || isChinese(text) ? '' : text);

/** Whether buyers of a storefront can read what the goods are called here. */
export const hasReadableName = ({ name, nameEn }: ListedGoods): boolean =>
  readable(nameEn) !== '' || readable(name) !== '';

const weightOf = ({ cartons }: ListedGoods): number => cartons.reduce((sum, { grossWeightG }) => sum + grossWeightG, 0);

function shipTypeOf({ cartons }: ListedGoods): string {
  const isBig = cartons.some(
    ({ grossWeightG, lengthMm, widthMm, heightMm }) =>
      gramsToPounds(grossWeightG) > MOST_PARCEL_LB ||
      mmToInches(Math.max(lengthMm, widthMm, heightMm)) > MOST_PARCEL_IN,
  );
  return isBig ? 'LTL' : 'Small Parcel';
}

/** Inches, unless the question says centimetres. */
const lengthText = (title: string, mm: number): string =>
  /\bcm\b|centimet/iu.test(title) ? String(mm / 10) : String(mmToInches(mm));

/** Pounds, unless the question says kilograms. */
const weightText = (title: string, grams: number): string =>
  /\bkg\b|kilogram/iu.test(title) ? String(grams / 1000) : String(gramsToPounds(grams));

const COUNTRY_NAMES = new Intl.DisplayNames(['en'], { type: 'region' });

const countryName = (code: string): string => (/^[A-Z]{2}$/u.test(code) ? (COUNTRY_NAMES.of(code) ?? code) : code);
