import { storableConditions, type SavedQuery } from '#kit/model/advanced-query.ts';
import { writeLocal, readLocal } from '#ui/browser-store.ts';

/** Where the base keeps saved queries (contract.md §5.3). */
const keyOf = (listKey: string): string => `pro__JSuperQuerySaved_${listKey}`;

/**
 * Queries kept in this browser, for when the server does not answer. They belong to one person in
 * one tenant: whoever signs in next does not see them. What cannot be read is left out.
 */
export function cachedQueries(listKey: string, owner: string): SavedQuery[] {
  const stored = readJson(readLocal(keyOf(listKey)));
  if (stored['owner'] !== owner || !Array.isArray(stored['queries'])) return [];
  return stored['queries'].flatMap((item: unknown) => readQuery(item) ?? []);
}

export const cacheQueries = (listKey: string, owner: string, queries: readonly SavedQuery[]): boolean =>
  writeLocal(keyOf(listKey), JSON.stringify({ owner, queries }));

/**
 * One rule joins both: the server's list, in which what was saved here while it did not answer
 * stands in the place of its name. The last save of a name wins.
 */
export function mergeQueries(served: readonly SavedQuery[], waiting: readonly SavedQuery[]): SavedQuery[] {
  const here = new Map(waiting.map((query) => [query.name, query]));
  const names = new Set(served.map(({ name }) => name));
  return [...served.map((query) => here.get(query.name) ?? query), ...waiting.filter(({ name }) => !names.has(name))];
}

export const isWaiting = ({ id }: SavedQuery): boolean => id === undefined;

function readQuery(item: unknown): SavedQuery | null {
  const { id, name, matchType, conditions } = asRecord(item);
  const stored = storableConditions(conditions);
  if (!stored || typeof name !== 'string' || name.trim() === '') return null;
  return {
    ...(typeof id === 'string' ? { id } : {}),
    name: name.slice(0, 50),
    matchType: matchType === 'or' ? 'or' : 'and',
    conditions: stored,
  };
}

function readJson(text: string | null): Record<string, unknown> {
  try {
    return asRecord(JSON.parse(text ?? 'null'));
  } catch {
    return {};
  }
}

const asRecord = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
