import { useQuery } from '@tanstack/react-query';
import type { FoundNumbers } from '#kit/model/numbers.ts';
import { foundNumbersRoute } from '#kit/model/resource-routes.ts';
import type { Row } from '#ui/cells/faces.ts';
import { fetchRoute } from '#ui/http/route-call.ts';
import { keyOf } from '../query-client.ts';
import type { ListHandle } from './use-list.ts';

/** What the list's query finds of the many numbers it is asked for; undefined where it has none. */
export function useFoundNumbers<R extends Row>({ resource, filter }: ListHandle<R>): FoundNumbers | undefined {
  const { data } = useQuery({
    queryKey: keyOf(resource, 'numbers', filter),
    queryFn: ({ signal }) => fetchRoute(foundNumbersRoute(resource), { query: filter, signal }),
    enabled: filter['numbers'] !== undefined,
  });
  return data;
}
