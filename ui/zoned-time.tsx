import type { ReactNode } from 'react';
import { instantIn, useTenantZoneName } from './tenant-clock.ts';

/**
 * A moment (wire time) as clocks somewhere else show it: `11-24 05:00 EST`. Nothing where they show
 * what ours do, or there is no moment.
 */
export function ZonedTime({
  at,
  zone,
  place,
}: {
  at: string | null | undefined;
  /** IANA name. */
  zone: string | null | undefined;
  /** Whose clocks. */
  place: string;
}): ReactNode {
  const own = useTenantZoneName();
  const instant = instantIn(at, own);
  if (instant === null || !zone) return null;
  const there = timeIn(zone, instant);
  if (there.time === timeIn(own, instant).time) return null;
  return (
    <span className="wb-zoned">
      {place} {there.time} {there.zone}
    </span>
  );
}

/** English names of zones are the short ones: EST, not 北美东部标准时间. */
function timeIn(timeZone: string, instant: number): { time: string; zone: string } {
  const parts = new Intl.DateTimeFormat('en-US', {
    timeZone,
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
    timeZoneName: 'short',
  }).formatToParts(instant);
  const part = (type: Intl.DateTimeFormatPartTypes): string =>
    parts.find((one) => one.type === type)?.value ?? '';
  return {
    time: `${part('month')}-${part('day')} ${part('hour')}:${part('minute')}`,
    zone: part('timeZoneName'),
  };
}
