import { GREETING_HOURS } from '#kit/model/limits.ts';
import { useTenantZone } from '#ui/tenant-zone.ts';

const [early, morning, noon, evening] = GREETING_HOURS;

/** Greeting by hour: before 9, to 11, to 13, before 20, else (spec §9). */
export function greeting(hour: number): string {
  if (hour < early) return '早上好';
  if (hour <= morning) return '上午好';
  if (hour <= noon) return '中午好';
  return hour < evening ? '下午好' : '晚上好';
}

/** The greeting of this moment where the tenant works, whatever the clock on the desk says. */
export function greetingNow(): string {
  const { zone, skew } = useTenantZone.getState();
  const format = new Intl.DateTimeFormat('en-GB', {
    hour: 'numeric',
    hourCycle: 'h23',
    ...(zone ? { timeZone: zone } : {}),
  });
  return greeting(Number(format.format(Date.now() + skew)));
}
