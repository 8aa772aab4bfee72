import { MOST_ENHANCE_HISTORY } from '#kit/model/limits.ts';
import { readLocal, writeLocal } from '#ui/browser-store.ts';

/** A query as it was tried in this browser. */
export interface QueryRecord {
  /** Milliseconds since 1970. */
  at: number;
  sql: string;
}

const keyOf = (code: string): string => `waybill.reportQueries.${code}`;

/** What was tried under a report code in this browser, the latest first; what cannot be read counts as none. */
export function queryRecords(code: string): QueryRecord[] {
  try {
    const stored: unknown = JSON.parse(readLocal(keyOf(code)) ?? '[]');
    return Array.isArray(stored) ? stored.filter(isRecord).slice(0, MOST_ENHANCE_HISTORY) : [];
  } catch {
    return [];
  }
}

/** Adds a query; the same text again only becomes the latest, and the oldest of more than sixteen goes. */
export function noteQuery(code: string, record: QueryRecord): void {
  const others = queryRecords(code).filter(({ sql }) => sql !== record.sql);
  writeLocal(keyOf(code), JSON.stringify([record, ...others].slice(0, MOST_ENHANCE_HISTORY)));
}

const isRecord = (value: unknown): value is QueryRecord =>
  typeof value === 'object' &&
  value !== null &&
  'at' in value &&
  typeof value.at === 'number' &&
  'sql' in value &&
  typeof value.sql === 'string';
