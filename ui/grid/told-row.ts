import type { Row } from '../cells/faces.ts';

/** Below what the server passes on (16 kB), however many bytes a sign takes. */
const MAX_CHARS = 5000;

/**
 * What the others receive of a row: the named fields and their texts. Of a row that is longer than
 * a message they receive its id alone, and ask for it.
 */
export function rowToTell(row: Row, fields: readonly string[]): Row {
  const names = ['version', 'tug_status', ...fields.flatMap((key) => [key, `${key}_dictText`])];
  const told: Row = { id: row.id };
  for (const name of names) if (row[name] !== undefined) told[name] = row[name];
  return JSON.stringify(told).length > MAX_CHARS ? { id: row.id } : told;
}

/** Whether nothing was sent of a row but that it is another by now. */
export const isBare = (told: Row): boolean => Object.keys(told).length === 1;

/** A row as it was sent, the window it comes from and, filled in by the server, whose window that is. */
interface ToldRow {
  socketKey: string;
  row: Row;
  caseId: string;
  who: string | undefined;
}

const MAX_NAME = 50;

/** What an `update_vxe_table` tells; null for anything else. */
export function readToldRow(data: unknown): ToldRow | null {
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
export function mergeRow<R extends Row>(shown: R, told: Row): R {
  if (isOlder(told, shown)) return shown;
  const news: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(told))
    if (Object.hasOwn(shown, key) && shown[key] !== value && isAlike(shown[key], value)) news[key] = value;
  if (isObject(told['tug_status']))
    news['tug_status'] = {
      ...(isObject(shown['tug_status']) ? shown['tug_status'] : {}),
      ...told['tug_status'],
    };
  return Object.keys(news).length > 0 ? { ...shown, ...news } : shown;
}

const isOlder = ({ version: told }: Row, { version: shown }: Row): boolean =>
  typeof told === 'number' && typeof shown === 'number' && told < shown;

const isAlike = (shown: unknown, told: unknown): boolean =>
  ['string', 'number', 'boolean'].includes(typeof shown) && (typeof told === typeof shown || told === null);

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
