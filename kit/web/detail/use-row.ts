import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import type { AnyResource } from '#kit/model/resource.ts';
import type { Row } from '#ui/cells/faces.ts';
import { keyOf } from '../query-client.ts';
import { askResource } from '../resource-call.ts';

/** A row with its child rows. */
export type DetailRow = Row & { lines?: Record<string, Row[]> };

/** One row by id (`queryById`), child rows under `lines`. Read again whenever it is opened. */
export const useRow = (
  resource: AnyResource,
  id: string | undefined,
): UseQueryResult<DetailRow, Error> =>
  useQuery({
    queryKey: keyOf(resource, 'row', id),
    queryFn: ({ signal }) => fetchRow(resource, id ?? '', signal),
    enabled: id !== undefined,
    staleTime: 0,
  });

export const fetchRow = (
  resource: AnyResource,
  id: string,
  signal?: AbortSignal,
): Promise<DetailRow> => askResource<DetailRow>(resource, 'queryById', { id }, { signal });
