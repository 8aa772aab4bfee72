import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { resourceKey, type AnyResource } from '#kit/model/resource.ts';
import type { WireRow } from '#kit/model/row.ts';
import { keyOf } from '../query-client.ts';
import { fetchResource } from '../resource-call.ts';
import { usePermission } from '../session/access.ts';
import type { ListAnswer } from '../list/use-list.ts';

interface PartRows<R extends AnyResource> {
  query: UseQueryResult<ListAnswer<WireRow<R>>>;
  /** The part has a place: this person may list the rows, and there is something to ask about. */
  isShown: boolean;
}

/**
 * Rows of a list for a part of somebody else's page ({@link DetailPart}), asked by whoever may list them.
 * @param query as the list takes it
 * @param isAsked whether there is anything to ask about
 */
export function usePartRows<R extends AnyResource>(
  of: R,
  query: Readonly<Record<string, string | number>>,
  isRequested: boolean,
): PartRows<R> {
  const isShown = usePermission(`${resourceKey(of)}:list`) && isRequested;
  const request = useQuery({
    queryKey: keyOf(of, 'part', query),
    queryFn: ({ signal }) => fetchResource<ListAnswer<WireRow<R>>>(of, 'list', query, { signal }),
    enabled: isShown,
    staleTime: 0,
  });
  return { query: request, isShown };
}
