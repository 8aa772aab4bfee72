import { useSyncExternalStore } from 'react';
import { writeLocal, readLocal } from '#kit/web/index.ts';
import { DEFAULT_BRIDGE, isBridgeAddress } from '../../model/print-bridge.ts';

/** How the station of this device works: tables differ by printer and scale, not by person. */
export interface StationSettings {
  /** Each box is weighed; otherwise it weighs what its plan says. */
  isWeighed: boolean;
  /** Percent of the plan from which a weight is asked about. */
  tolerance: number;
  /** Bits a second of the scale. */
  baudRate: number;
  /** Where labels come out. */
  printBy: 'dialog' | 'bridge';
  bridge: string;
  token: string;
  /** Id of the bridge's printer; its default one where none is chosen. */
  printer: string;
  isPrinting: boolean;
  isShipping: boolean;
  hasSound: boolean;
}

const USUAL: StationSettings = {
  isWeighed: false,
  tolerance: 10,
  baudRate: 9600,
  printBy: 'dialog',
  bridge: DEFAULT_BRIDGE,
  token: '',
  printer: '',
  isPrinting: true,
  isShipping: true,
  hasSound: true,
};

export const STATION_SETTINGS = 'waybill.station.settings';

/** What was kept, as far as it is what it should be. */
export function readSettings(text: string | null): StationSettings {
  let stored: Partial<Record<keyof StationSettings, unknown>>;
  try {
    stored = (JSON.parse(text ?? '{}') ?? {}) as typeof stored;
  } catch {
    stored = {};
  }
  const settings = Object.fromEntries(
    Object.entries(USUAL).map(([key, usual]) => {
      const value = stored[key as keyof StationSettings];
      return [key, typeof value === typeof usual ? value : usual];
    }),
  ) as unknown as StationSettings;
  const { tolerance } = settings;
  return {
    ...settings,
    printBy: settings.printBy === 'bridge' ? 'bridge' : 'dialog',
    bridge: isBridgeAddress(settings.bridge) ? settings.bridge : USUAL.bridge,
    tolerance: tolerance >= 0 && tolerance <= 100 ? tolerance : USUAL.tolerance,
  };
}

let now: StationSettings | null = null;
const listeners = new Set<() => void>();

const settingsNow = (): StationSettings => (now ??= readSettings(readLocal(STATION_SETTINGS)));

export function changeSettings(change: Partial<StationSettings>): void {
  now = { ...settingsNow(), ...change };
  writeLocal(STATION_SETTINGS, JSON.stringify(now));
  for (const listener of listeners) listener();
}

export const useStationSettings = (): StationSettings =>
  useSyncExternalStore((listener) => {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  }, settingsNow);
