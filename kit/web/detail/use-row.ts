import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import type { AnyResource } from '#kit/model/resource.ts';
import type { WireRow } from '#kit/model/row.ts';
import type { Row } from '#ui/cells/faces.ts';
import { keyOf } from '../query-client.ts';
import { fetchResource } from '../resource-call.ts';

/** A row with its child rows. */
export type DetailRow<R extends AnyResource = AnyResource> = WireRow<R> & {
  lines?: Record<string, Row[]>;
};

/** Child rows of one resource that came with a row. */
export const linesOf = <L extends AnyResource>(row: { lines?: Record<string, Row[]> }, line: L): WireRow<L>[] =>
  (row.lines?.[line.name] ?? []) as WireRow<L>[];

/** One row by id (`queryById`), child rows under `lines`. Read again whenever it is opened. */
export const useRow = <R extends AnyResource>(
  resource: R,
  id: string | undefined,
): UseQueryResult<DetailRow<R>, Error> =>
  useQuery({
    queryKey: keyOf(resource, 'row', id),
    queryFn: ({ signal }) => fetchRow(resource, id ?? '', signal),
    enabled: id !== undefined,
    staleTime: 0,
  });

export const fetchRow = <R extends AnyResource>(resource: R, id: string, signal?: AbortSignal): Promise<DetailRow<R>> =>
  fetchResource<DetailRow<R>>(resource, 'queryById', { id }, { signal });
