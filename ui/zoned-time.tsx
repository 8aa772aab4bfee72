import { useMemo, type ReactNode } from 'react';
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

/**
 * A moment by the clocks of the place it is about, `11-24 05:00 EST`, ours in its tooltip; by ours
 * where no place is named.
 */
export function TimeThere({
  at,
  zone,
}: {
  at: string | null | undefined;
  /** IANA name. */
  zone: string | null | undefined;
}): ReactNode {
  const own = useTenantZoneName();
  const instant = useMemo(() => instantIn(at, own), [at, own]);
  if (instant === null) return null;
  const { time, zone: name } = timeIn(zone ?? own, instant);
  return (
    <time className="wb-zoned" dateTime={String(at)} title={`我方时间 ${at}`}>
      {time} {name}
    </time>
  );
}

const formats = new Map<string, Intl.DateTimeFormat>();

/** Making one is dear, and a list asks for the same few in every row. */
function formatOf(timeZone: string): Intl.DateTimeFormat {
  const known = formats.get(timeZone);
  if (known) return known;
  const made = new Intl.DateTimeFormat('en-US', {
    timeZone,
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
    timeZoneName: 'short',
  });
  formats.set(timeZone, made);
  return made;
}

/** English names of zones are the short ones: EST, not 北美东部标准时间. */
function timeIn(timeZone: string, instant: number): { time: string; zone: string } {
  const parts = formatOf(timeZone).formatToParts(instant);
  const part = (type: Intl.DateTimeFormatPartTypes): string => parts.find((one) => one.type === type)?.value ?? '';
  return {
    time: `${part('month')}-${part('day')} ${part('hour')}:${part('minute')}`,
    zone: part('timeZoneName'),
  };
}
