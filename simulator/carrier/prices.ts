/** What the simulated carrier asks: whole cents, by the greater of weight and volume. */
import type { ParcelInput, PlaceInput } from './state.ts';

export interface Service {
  code: string;
  title: string;
  days: number;
  /** Cents for a parcel, and for each pound of it. */
  base: number;
  perPound: number;
  mostPounds: number;
}

export const SERVICES: readonly Service[] = [
  { code: 'ground', title: 'Ground', days: 5, base: 800, perPound: 45, mostPounds: 150 },
  { code: 'express', title: 'Express', days: 2, base: 2000, perPound: 110, mostPounds: 150 },
  { code: 'lite', title: 'Lite', days: 7, base: 600, perPound: 30, mostPounds: 20 },
];

const GRAMS_PER_POUND = 453.592_37;
const CUBIC_MM_PER_CUBIC_INCH = 25.4 ** 3;
const DIM_DIVISOR = 139;

const whole = (value: number): number => Math.ceil(Math.round(value * 1e6) / 1e6);

export function billablePounds(parcel: ParcelInput): number {
  const volume = parcel.lengthMm * parcel.widthMm * parcel.heightMm;
  return Math.max(whole(parcel.weightG / GRAMS_PER_POUND), whole(volume / CUBIC_MM_PER_CUBIC_INCH / DIM_DIVISOR));
}

/** Cents for all parcels; null where the service does not carry one of them, or not there. */
export function priceOf(service: Service, parcels: readonly ParcelInput[], to: PlaceInput): number | null {
  if ((to.country ?? 'US').slice(0, 2).toUpperCase() !== 'US') return null;
  if (parcels.some(({ weightG }) => weightG / GRAMS_PER_POUND > service.mostPounds)) return null;
  return parcels.map(billablePounds).reduce((sum, one) => sum + service.base + service.perPound * one, 0);
}

export const centsText = (cents: number): string => {
  const digits = String(Math.abs(cents)).padStart(3, '0');
  return `${cents < 0 ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
};

/** @throws RangeError for what is no amount */
export function centsOf(text: string): number {
  if (!/^-?\d+(\.\d{1,2})?$/.test(text)) throw new RangeError(`no amount: ${text}`);
  return Math.round(Number(text) * 100);
}
