/** The channel's date scalar: reads two forms, always answers in the second. */

import { zoneOffset } from '../business-time.ts';

const SPACED = /^(\d{4}-\d{2}-\d{2}) (\d{2}:\d{2}:\d{2})(\.\d{1,9})?(?: ?(Z|[+-]\d{2}:?\d{2}))?$/;
const ISO = /^\d{4}-\d{2}-\d{2}(?:T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?:Z|[+-]\d{2}:?\d{2})?)?$/;

/**
 * Reads ISO-8601 or `YYYY-MM-DD HH:mm:ss.ffffff ±HH:MM`; without a zone it means UTC.
 * @returns milliseconds, or null when the text is neither form or names no real instant
 */
export function parseIsoDateTime(text: string): number | null {
  const trimmed = text.trim();
  const spaced = SPACED.exec(trimmed);
  if (spaced !== null) {
    const [, date, time, fraction = '', zone = 'Z'] = spaced;
    return instant(`${date}T${time}${fraction.slice(0, 4)}${normalZone(zone)}`);
  }
  if (!ISO.test(trimmed)) return null;
  const zoned = !trimmed.includes('T') || /(Z|[+-]\d{2}:?\d{2})$/.test(trimmed);
  return instant(zoned ? trimmed : `${trimmed}Z`);
}

/** `2026-11-21 04:51:07.000000 -05:00`: the channel writes Boston time with microseconds. */
export function formatIsoDateTime(instantMs: number): string {
  const offset = zoneOffset('America/New_York', instantMs);
  const local = new Date(instantMs + offset * 60_000).toISOString();
  const sign = offset < 0 ? '-' : '+';
  const minutes = Math.abs(offset);
  const zone = `${sign}${pad(Math.floor(minutes / 60))}:${pad(minutes % 60)}`;
  return `${local.slice(0, 10)} ${local.slice(11, 23)}000 ${zone}`;
}

function instant(text: string): number | null {
  const ms = Date.parse(text);
  return Number.isNaN(ms) ? null : ms;
}

const normalZone = (zone: string) =>
  zone === 'Z' || zone.includes(':') ? zone : `${zone.slice(0, 3)}:${zone.slice(3)}`;

const pad = (value: number) => String(value).padStart(2, '0');
