import type { Row } from '../cells/faces.ts';

/** Below what the server passes on (16 kB), however many bytes a sign takes. */
const MAX_CHARS = 5000;

/**
 * What the others receive of a row: the named fields and their texts. Of a row that is longer than
 * a message they receive its id alone, and ask for it.
 */
export function rowToSend(row: Row, fields: readonly string[]): Row {
  const names = ['version', 'tug_status', ...fields.flatMap((key) => [key, `${key}_dictText`])];
  const reported: Row = { id: row.id };
  for (const name of names) if (row[name] !== undefined) reported[name] = row[name];
  return JSON.stringify(reported).length > MAX_CHARS ? { id: row.id } : reported;
}

/** Whether nothing was sent of a row but that it is another by now. */
export const isBare = (reported: Row): boolean => Object.keys(reported).length === 1;

/** A row as it was sent, the window it comes from and, filled in by the server, whose window that is. */
interface ReceivedRow {
  socketKey: string;
  row: Row;
  caseId: string;
  who: string | undefined;
}

const MAX_NAME = 50;

/** What an `update_vxe_table` tells; null for anything else. */
export function readReceivedRow(data: unknown): ReceivedRow | null {
  if (!isObject(data) || !Array.isArray(data['args'])) return null;
  const [row, caseId, teller] = data['args'] as unknown[];
  const name = isObject(teller) ? teller['name'] : undefined;
  const who = typeof name === 'string' && name !== '' ? name.slice(0, MAX_NAME) : undefined;
  const { socketKey } = data;
  if (typeof socketKey !== 'string' || !isObject(row) || typeof row['id'] !== 'string') return null;
  return { socketKey, row: row as Row, caseId: String(caseId), who };
}

/**
 * A shown row with the values that were sent of it. Only what is shown already is renewed, by a plain
 * value of the same type: a cell must never meet what the server would not send.
 * @returns the same row when nothing is news
 */
export function mergeRow<R extends Row>(shown: R, reported: Row): R {
  if (isOlder(reported, shown)) return shown;
  const news: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(reported))
    if (Object.hasOwn(shown, key) && shown[key] !== value && isAlike(shown[key], value)) news[key] = value;
  if (isObject(reported['tug_status']))
    news['tug_status'] = {
      ...(isObject(shown['tug_status']) ? shown['tug_status'] : {}),
      ...reported['tug_status'],
    };
  return Object.keys(news).length > 0 ? { ...shown, ...news } : shown;
}

const isOlder = ({ version }: Row, { version: shown }: Row): boolean =>
  typeof version === 'number' && typeof shown === 'number' && version < shown;

const isAlike = (shown: unknown, reported: unknown): boolean =>
  ['string', 'number', 'boolean'].includes(typeof shown) && (typeof reported === typeof shown || reported === null);

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
