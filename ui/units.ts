import { create } from 'zustand';
import { gramsToPounds, inchesToMm, mmToInches, poundsToGrams } from '#kit/model/unit.ts';
import { writeLocal, readLocal } from './browser-store.ts';

/** The units a user reads and types lengths and weights in; stored are always mm and g. */
export type UnitSystem = 'us' | 'metric';

const KEY = 'waybill.units';

export const useUnits = create<{ system: UnitSystem; setSystem: (system: UnitSystem) => void }>((set) => ({
  system: readLocal(KEY) === 'metric' ? 'metric' : 'us',
  setSystem(system) {
    writeLocal(KEY, system);
    set({ system });
  },
}));

export interface Unit {
  symbol: string;
  /** Stored integer → number shown. */
  show: (stored: number) => number;
  /** Number typed → stored integer. */
  store: (typed: number) => number;
}

/** Units per kind: inches and pounds, or centimetres and kilograms. */
export const UNITS: Record<'length' | 'weight', Record<UnitSystem, Unit>> = {
  length: {
    us: { symbol: 'in', show: mmToInches, store: inchesToMm },
    metric: { symbol: 'cm', show: (mm) => mm / 10, store: (cm) => Math.round(cm * 10) },
  },
  weight: {
    us: { symbol: 'lb', show: gramsToPounds, store: poundsToGrams },
    metric: { symbol: 'kg', show: (g) => g / 1000, store: (kg) => Math.round(kg * 1000) },
  },
};
