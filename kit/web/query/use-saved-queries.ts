import type { SavedQuery } from '#kit/model/advanced-query.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { AdvancedQuery } from '#kit/model/advanced-query.ts';
import { resourceKey, type AnyResource } from '#kit/model/resource.ts';
import { ApiError, isOutcomeUnknown } from '#ui/http/api-error.ts';
import { kitServices } from '../services.ts';
import { useSessionStore, workplaceOf } from '../session/session-store.ts';
import { cachedQueries, cacheQueries, isWaiting, mergeQueries } from './saved-query-cache.ts';

export interface SavedQueries {
  queries: readonly SavedQuery[];
  isLoading: boolean;
  /** The server did not answer: these are the ones of this browser. */
  isLocal: boolean;
  /**
   * Keeps a query: on the server, or here until that answers again.
   * @returns whether the server has it; null when the name is taken and nothing was done
   * @throws ApiError when the server refuses
   */
  save: (query: SavedQuery, overwrite: boolean) => Promise<boolean | null>;
  /** @throws ApiError when the server does not delete it: it stays then */
  remove: (query: SavedQuery) => Promise<void>;
}

const NAME_TAKEN = 409;

/** Saved queries of a list: the signed-in person's, from the server, with this browser as a cache. */
export function useSavedQueries(of: AnyResource, isOn: boolean): SavedQueries {
  const client = useQueryClient();
  const listKey = resourceKey(of);
  const owner = useSessionStore(({ session }) => (session ? workplaceOf(session) : ''));
  const queryKey = ['savedQuery', owner, listKey];
  const found = useQuery({
    queryKey,
    queryFn: ({ signal }) => fetchQueries(listKey, owner, signal),
    enabled: isOn,
  });
  const queries = found.data ?? cachedQueries(listKey, owner);
  const keep = (next: readonly SavedQuery[]): void => {
    client.setQueryData(queryKey, next);
    cacheQueries(listKey, owner, next);
  };
  const put = (query: SavedQuery): void => keep(replaced(queries, query));
  return {
    queries,
    isLoading: found.isPending && isOn,
    isLocal: found.isError,
    async save(query, overwrite) {
      try {
        put(await send(listKey, query, overwrite));
        return true;
      } catch (error) {
        if (error instanceof ApiError && error.status === NAME_TAKEN) return null;
        if (!isOutcomeUnknown(error)) throw error;
        const { id: _id, ...waiting } = query;
        put(waiting);
        return false;
      }
    },
    async remove(query) {
      if (query.id) await removeServed(query.id);
      keep(queries.filter(({ name }) => name !== query.name));
    },
  };
}

/** What waits here is sent first; then the server's list is the truth. */
async function fetchQueries(listKey: string, owner: string, signal: AbortSignal): Promise<SavedQuery[]> {
  const waiting = cachedQueries(listKey, owner).filter(isWaiting);
  const left: SavedQuery[] = [];
  for (const query of waiting)
    // What the server does not take stays in this browser: nothing that was saved is lost.
    await send(listKey, query, true).catch(() => left.push(query));
  const served = await kitServices.get().savedQueries(listKey, signal);
  const merged = mergeQueries(served, left);
  cacheQueries(listKey, owner, merged);
  return merged;
}

const send = (
  listKey: string,
  { name, matchType, conditions }: SavedQuery & AdvancedQuery,
  overwrite: boolean,
): Promise<SavedQuery> => kitServices.get().saveQuery({ listKey, name, matchType, conditions, overwrite });

/** One that another desk has deleted already is gone as well. */
async function removeServed(id: string): Promise<void> {
  try {
    await kitServices.get().deleteQuery(id);
  } catch (error) {
    if (!(error instanceof ApiError && error.status === 404)) throw error;
  }
}

const replaced = (queries: readonly SavedQuery[], query: SavedQuery): SavedQuery[] =>
  queries.some(({ name }) => name === query.name)
    ? queries.map((one) => (one.name === query.name ? query : one))
    : [...queries, query];
