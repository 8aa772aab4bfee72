import dayjs from 'dayjs';
import timezone from 'dayjs/plugin/timezone.js';
import utc from 'dayjs/plugin/utc.js';
import { parseWireDate } from './wire-date.ts';

dayjs.extend(utc);
dayjs.extend(timezone);

export const DEFAULT_ZONE = 'Asia/Shanghai';
const DATE_TIME = 'YYYY-MM-DD HH:mm:ss';
const DAY_LENGTH = 'YYYY-MM-DD'.length;

/** Wire form of an instant in a zone: `YYYY-MM-DD HH:mm:ss`. */
export const toWireTime = (instant: Date, zone: string): string =>
  new Date(instant.getTime() + offsetAt(instant, zone) * 60_000).toISOString().slice(0, 19).replace('T', ' ');

const QUARTER_HOUR = 900_000;
const MOST_OFFSETS = 10_000;
const offsets = new Map<string, number>();

/**
 * Minutes a zone is ahead of UTC. Asking the calendar takes a tenth of a millisecond, which an
 * export pays per cell; no zone has changed its offset within a quarter of an hour since 1970, so
 * one answer serves the quarter.
 */
export function offsetAt(instant: Date, zone: string): number {
  const key = `${zone} ${Math.floor(instant.getTime() / QUARTER_HOUR)}`;
  let offset = offsets.get(key);
  if (offset === undefined) {
    offset = dayjs(instant).tz(zone).utcOffset();
    if (offsets.size >= MOST_OFFSETS) offsets.clear();
    offsets.set(key, offset);
  }
  return offset;
}

const WIRE_TIME = /^(\d{4})-(\d{2})-(\d{2})(?: (\d{2}):(\d{2}):(\d{2}))?$/;

/** Parses the wire form (date or date and time, in the zone); null when it is no real moment. */
export function parseWireTime(value: string, zone: string, endOfDay = false): Date | null {
  const match = WIRE_TIME.exec(value.trim());
  if (!match) return null;
  const full = match[4] === undefined ? `${value.trim()} ${endOfDay ? '23:59:59' : '00:00:00'}` : value.trim();
  const moment = dayjs.tz(full, zone);
  return moment.isValid() && moment.format(DATE_TIME) === full ? moment.toDate() : null;
}

/** An instant with its zone (ISO 8601), as programs send it: `2026-11-22T16:00:00.000Z`. */
const INSTANT =
  /^(\d{4}-\d{2}-\d{2})T(?:[01]\d|2[0-3]):[0-5]\d(?::[0-5]\d(?:[.,]\d{1,9})?)?(?:Z|[+-](?:[01]\d|2[0-3]):?[0-5]\d)$/i;
/** A day with a time of day but without a zone: it is that of the tenant. */
const LOCAL = /^(\d{4}-\d{2}-\d{2})[T ](?:[01]\d|2[0-3]):[0-5]\d(?::[0-5]\d(?:\.\d{1,9})?)?$/i;

/** The moment of an ISO instant; null when it names no zone or is no real moment. */
export function parseInstant(value: string): Date | null {
  const day = INSTANT.exec(value.trim())?.[1];
  if (day === undefined || !parseWireDate(day)) return null;
  const moment = new Date(value.trim().toUpperCase().replace(',', '.'));
  return Number.isNaN(moment.getTime()) ? null : moment;
}

/**
 * The day that a text from outside means in a zone: a day as it stands, the day of a wire time, and
 * of an instant the day that it is there (16:00 UTC is the next day in Shanghai). Anything else,
 * a day with something behind it included, is none.
 */
export function parseWireDay(value: string, zone: string): string | null {
  const text = value.trim();
  const instant = parseInstant(text);
  if (instant) return toWireTime(instant, zone).slice(0, 10);
  return parseWireDate(LOCAL.exec(text)?.[1] ?? text);
}

/** The day it is in a zone: `YYYY-MM-DD`. Days compare as text. */
export const dayIn = (instant: Date, zone: string): string => toWireTime(instant, zone).slice(0, DAY_LENGTH);

/** Some days later (or earlier) by the calendar, whatever their clocks do. */
export const addDays = (day: string, days: number): string => dayjs.utc(day).add(days, 'day').format('YYYY-MM-DD');

/** The first second of a day in a zone. */
export const startOfDay = (day: string, zone: string): Date => dayjs.tz(day, zone).toDate();

/**
 * The moment at which clocks of a zone show a time of day (`HH:mm:ss`). A day on which they skip it has it where
 * they stand after the skip.
 */
export const instantAt = (day: string, time: string, zone: string): Date => dayjs.tz(`${day} ${time}`, zone).toDate();

/** The last second of a day in a zone. */
export const endOfDay = (day: string, zone: string): Date => dayjs.tz(`${day} 23:59:59`, zone).toDate();

/** Working calendar of a place: ISO weekdays (1 = Monday), holidays, cut-off in local time. */
export interface WorkCalendar {
  workdays: readonly number[];
  holidays: readonly string[];
  /** Days on which it works though its week, or a holiday, would say otherwise (调休). */
  makeups?: readonly string[];
  /** `HH:mm`, local to the place. */
  cutoffTime: string;
}

export const DEFAULT_CALENDAR: WorkCalendar = {
  workdays: [1, 2, 3, 4, 5],
  holidays: [],
  cutoffTime: '14:00',
};

/**
 * Deadline in working days of a place (domain.md §4): day 0 is the first workday on which the document
 * arrived before cut-off; due at the end of workday day 0 + n.
 */
export function workdayDeadline(arrivedAt: Date, days: number, calendar: WorkCalendar, zone: string): Date {
  const isWorkday = (moment: dayjs.Dayjs): boolean => {
    const date = moment.format('YYYY-MM-DD');
    if (calendar.makeups?.includes(date)) return true;
    const weekday = moment.day() === 0 ? 7 : moment.day();
    return calendar.workdays.includes(weekday) && !calendar.holidays.includes(date);
  };
  let day = dayjs(arrivedAt).tz(zone);
  if (!isWorkday(day) || day.format('HH:mm') >= calendar.cutoffTime) day = day.add(1, 'day');
  for (let guard = 0; !isWorkday(day) && guard < 400; guard++) day = day.add(1, 'day');
  for (let left = days, guard = 0; left > 0 && guard < 4000; guard++) {
    day = day.add(1, 'day');
    if (isWorkday(day)) left--;
  }
  return endOfDay(day.format('YYYY-MM-DD'), zone);
}
