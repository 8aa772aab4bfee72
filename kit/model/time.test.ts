import { expect, test } from 'vitest';
import { toWireTime } from './time.ts';

const ZONES = ['Asia/Shanghai', 'America/New_York', 'Australia/Lord_Howe', 'Asia/Kathmandu', 'UTC'];

test('a moment is written in the clock of its zone, also around a change of the clocks', () => {
  const springForward = Date.UTC(2026, 2, 8, 7); // New York, 02:00 → 03:00
  const fallBack = Date.UTC(2026, 10, 1, 6);
  const lordHowe = Date.UTC(2026, 3, 4, 15); // half an hour back
  for (const zone of ZONES) {
    const clock = new Intl.DateTimeFormat('sv-SE', {
      timeZone: zone,
      dateStyle: 'short',
      timeStyle: 'medium',
    });
    for (const around of [springForward, fallBack, lordHowe])
      for (let minute = -120; minute <= 120; minute += 7) {
        const instant = new Date(around + minute * 60_000 + 41_000);
        expect(toWireTime(instant, zone)).toBe(clock.format(instant));
      }
  }
});
