import type { Row } from '../cells/faces.ts';

/** Below what the server passes on (16 kB), however many bytes a sign takes. */
const MAX_CHARS = 5000;

/** What the others are told of a row: the named fields and their texts; null when it is too long. */
export function rowToTell(row: Row, fields: readonly string[]): Row | null {
  const names = ['version', 'tug_status', ...fields.flatMap((key) => [key, `${key}_dictText`])];
  const told: Row = { id: row.id };
  for (const name of names) if (row[name] !== undefined) told[name] = row[name];
  return JSON.stringify(told).length > MAX_CHARS ? null : told;
}

/** The row in an `update_vxe_table` and the window it comes from; null for anything else. */
export function readToldRow(data: unknown): { socketKey: string; row: Row; caseId: string } | null {
  if (!isObject(data) || !Array.isArray(data['args'])) return null;
  const [row, caseId] = data['args'] as unknown[];
  const { socketKey } = data;
  if (typeof socketKey !== 'string' || !isObject(row) || typeof row['id'] !== 'string') return null;
  return { socketKey, row: row as Row, caseId: String(caseId) };
}

/**
 * A shown row with the values it was told of. Only what is shown already is renewed, by a plain
 * value of the same type: a cell must never meet what the server would not send.
 * @returns the same row when nothing is news
 */
export function mergeRow<R extends Row>(shown: R, told: Row): R {
  if (isOlder(told, shown)) return shown;
  const news: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(told))
    if (Object.hasOwn(shown, key) && shown[key] !== value && isAlike(shown[key], value))
      news[key] = value;
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
  ['string', 'number', 'boolean'].includes(typeof shown) &&
  (typeof told === typeof shown || told === null);

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
