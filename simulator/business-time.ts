const DAY = 86_400_000;

/** True on Saturday and Sunday (UTC calendar). */
function isWeekend(instant: number): boolean {
  const day = new Date(instant).getUTCDay();
  return day === 0 || day === 6;
}

/** The same time of day, `days` workdays later. */
export function addBusinessDays(instant: number, days: number): number {
  let result = instant;
  for (let left = days; left > 0;) {
    result += DAY;
    if (!isWeekend(result)) left--;
  }
  return result;
}

/** `hours` later, counting only the hours of Monday to Friday. */
export function addBusinessHours(instant: number, hours: number): number {
  let result = instant;
  for (let left = hours * 3_600_000; left > 0;) {
    const midnight = (Math.floor(result / DAY) + 1) * DAY;
    if (isWeekend(result)) {
      result = midnight;
      continue;
    }
    const step = Math.min(left, midnight - result);
    result += step;
    left -= step;
  }
  return result;
}

/** Midnight (UTC) of the instant's day. */
export function startOfDay(instant: number): number {
  return Math.floor(instant / DAY) * DAY;
}

/** The instant of `hour`:00 local time on the instant's UTC day. */
export function atLocalHour(instant: number, hour: number, timeZone: string): number {
  const wall = startOfDay(instant) + hour * 3_600_000;
  return wall - zoneOffset(timeZone, wall) * 60_000;
}

const formatters = new Map<string, Intl.DateTimeFormat>();
const offsets = new Map<string, number>();

/** Minutes from UTC in a zone; remembered per hour because the formatter is slow. */
export function zoneOffset(timeZone: string, instant: number): number {
  const key = `${timeZone} ${Math.floor(instant / 3_600_000)}`;
  const known = offsets.get(key);
  if (known !== undefined) return known;
  const formatter =
    formatters.get(timeZone) ?? new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longOffset' });
  formatters.set(timeZone, formatter);
  const parts = formatter.formatToParts(instant);
  const name = parts.find((part) => part.type === 'timeZoneName')?.value ?? '';
  const match = /GMT([+-])(\d{2}):(\d{2})/.exec(name);
  const minutes = match === null ? 0 : Number(match[2]) * 60 + Number(match[3]);
  const offset = match?.[1] === '-' ? -minutes : minutes;
  if (offsets.size > 10_000) offsets.clear();
  offsets.set(key, offset);
  return offset;
}
