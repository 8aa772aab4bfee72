export type ClockMode = 'real' | 'manual';

export interface ClockSnapshot {
  mode: ClockMode;
  /** real: distance to the machine's clock · manual: the frozen instant. Milliseconds. */
  value: number;
}

/** The simulator's own time: follows the machine's clock with an offset, or stands still. */
export interface Clock {
  now(): number;
  mode(): ClockMode;
  /** Moves forward in either mode; refuses to go back. */
  advance(ms: number): void;
  setMode(mode: ClockMode): void;
  snapshot(): ClockSnapshot;
  restore(snapshot: ClockSnapshot): void;
}

/** @param start first instant of a manual clock, or the shifted present of a real one */
export function createClock(mode: ClockMode, start?: number): Clock {
  let current: ClockSnapshot =
    mode === 'manual'
      ? { mode, value: start ?? Date.now() }
      : { mode, value: start === undefined ? 0 : start - Date.now() };
  const now = () => (current.mode === 'manual' ? current.value : Date.now() + current.value);
  return {
    now,
    mode: () => current.mode,
    advance(ms) {
      if (!(ms >= 0)) throw new RangeError('the clock only moves forward');
      current = { mode: current.mode, value: current.value + ms };
    },
    setMode(next) {
      if (next === current.mode) return;
      const instant = now();
      current = { mode: next, value: next === 'manual' ? instant : instant - Date.now() };
    },
    snapshot: () => ({ ...current }),
    restore(snapshot) {
      current = { ...snapshot };
    },
  };
}
