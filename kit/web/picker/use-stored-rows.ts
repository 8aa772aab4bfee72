import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { AnyResource } from '#kit/model/resource.ts';
import type { Path } from '#kit/model/route.ts';
import type { Row } from '#ui/cells/faces.ts';
import { keyOf } from '../query-client.ts';
import { fetchResource } from '../resource-call.ts';

/** A page of a list never holds more. */
const MOST_AT_ONCE = 200;

interface StoredRowsOptions {
  of: AnyResource;
  /** Keys that are stored. */
  keys: readonly string[];
  /** Field of a row that the keys are values of. */
  by: string;
  /** Route of the list, where it is not the resource's own. */
  listUrl?: Path | undefined;
  /** Route that knows rows by their keys: asked with the field's name, answers a page or an array. */
  valueUrl?: Path | undefined;
}

/**
 * The rows of stored keys, in the order of the keys, by one call with all of them. A key whose row
 * is gone, or that could not be asked for, is not among them.
 */
export function useStoredRows<R extends Row>(
  options: StoredRowsOptions,
): {
  rows: readonly R[];
  isLoading: boolean;
} {
  const { of, keys, by, listUrl, valueUrl } = options;
  const { data, isFetching } = useQuery({
    queryKey: keyOf(of, 'stored', valueUrl ?? listUrl ?? '', by, keys.join(',')),
    queryFn: ({ signal }) => fetchStored<R>(options, signal),
    enabled: keys.length > 0,
    placeholderData: keepPreviousData,
  });
  const byKey = new Map(data?.map((row) => [String(row[by]), row]));
  return {
    rows: keys.flatMap((key) => byKey.get(key) ?? []),
    isLoading: isFetching && keys.some((key) => !byKey.has(key)),
  };
}

async function fetchStored<R>(
  { of, keys, by, listUrl, valueUrl }: StoredRowsOptions,
  signal: AbortSignal,
): Promise<R[]> {
  // Lists name rows by id under `selections`; any other field takes a list of values itself.
  const param = valueUrl === undefined && by === 'id' ? 'selections' : by;
  const parts = Array.from({ length: Math.ceil(keys.length / MOST_AT_ONCE) }, (_, at) =>
    keys.slice(at * MOST_AT_ONCE, (at + 1) * MOST_AT_ONCE),
  );
  const answers = await Promise.all(
    parts.map((part) =>
      fetchResource<R[] | { records: R[] }>(
        of,
        'list',
        { [param]: part.join(','), pageNo: 1, pageSize: MOST_AT_ONCE },
        { signal, path: valueUrl ?? listUrl },
      ),
    ),
  );
  return answers.flatMap((answer) => (Array.isArray(answer) ? answer : answer.records));
}
