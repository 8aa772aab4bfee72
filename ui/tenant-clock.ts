import { create } from 'zustand';
import { addDays, DEFAULT_ZONE, parseWireTime, toWireTime } from '#kit/model/time.ts';
import { useTenantZone } from './tenant-zone.ts';

/** This moment by the server's clock. */
export const serverNow = (): number => Date.now() + useTenantZone.getState().skew;

/** The instant behind a wire time of a zone; null when it is none. */
export const instantIn = (wire: unknown, zone: string): number | null =>
  typeof wire === 'string' ? (parseWireTime(wire, zone)?.getTime() ?? null) : null;

/** A moment as the wire writes it, in the tenant's zone. */
export const wireTimeAt = (instant: number): string =>
  toWireTime(new Date(instant), useTenantZone.getState().zone || DEFAULT_ZONE);

/** Today in the tenant's zone, moved by some days: `YYYY-MM-DD`. */
export const tenantDay = (plusDays = 0): string => addDays(wireTimeAt(serverNow()).slice(0, 10), plusDays);

const TICK = 15_000;

/** One clock for everything that counts down on the screen. */
const useTick = create<{ now: number }>(() => ({ now: Date.now() }));
let watchers = 0;
let timer: ReturnType<typeof setInterval> | undefined;

/** Keeps the shared clock running while somebody looks. @returns how to stop */
export function watchClock(): () => void {
  watchers += 1;
  if (watchers === 1) {
    useTick.setState({ now: Date.now() });
    timer = setInterval(() => useTick.setState({ now: Date.now() }), TICK);
  }
  return () => {
    watchers -= 1;
    if (watchers === 0) clearInterval(timer);
  };
}

/** Now by the server's clock, moving four times a minute. */
export function useServerNow(): number {
  const now = useTick((state) => state.now);
  return now + useTenantZone((state) => state.skew);
}

/** Zone in which the server writes this tenant's times. */
export const useTenantZoneName = (): string => useTenantZone((state) => state.zone) || DEFAULT_ZONE;
