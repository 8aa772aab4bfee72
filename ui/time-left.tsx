import { useEffect, useMemo, type ReactNode } from 'react';
import { DASH } from './cells/text-cells.tsx';
import { instantIn, useServerNow, useTenantZoneName, watchClock } from './tenant-clock.ts';
import { timeLeftText } from './time-left-text.ts';
import './time-left.css';

/**
 * Time left until a deadline (wire time), counting down while it is looked at: amber when fewer
 * than `nearHours` are left, red when it has passed.
 */
export function TimeLeft({
  until,
  nearHours = 4,
}: {
  until: string | null | undefined;
  nearHours?: number | undefined;
}): ReactNode {
  useEffect(watchClock, []);
  const now = useServerNow();
  const zone = useTenantZoneName();
  // Asking the calendar is dear where every row of a list counts down.
  const instant = useMemo(() => instantIn(until, zone), [until, zone]);
  if (instant === null) return DASH;
  const minutes = Math.floor((instant - now) / 60_000);
  const tone = minutes < 0 ? 'late' : minutes < nearHours * 60 ? 'near' : 'calm';
  return (
    <time className={`wb-left wb-left-${tone}`} dateTime={String(until)} title={`截止 ${until}`}>
      {timeLeftText(minutes)}
    </time>
  );
}
