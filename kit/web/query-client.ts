import {
  notifyManager,
  QueryCache,
  QueryClient,
  useQuery,
  type UseQueryOptions,
  type UseQueryResult,
} from '@tanstack/react-query';
import { resourceKey, type AnyResource } from '#kit/model/resource.ts';
import { ApiError } from '#ui/http/api-error.ts';
import { toastError } from '#ui/feedback.tsx';

/**
 * Server data of the console. A list that comes back to the front is requested again after half a
 * minute; nothing is refetched under the user's hands by a change of window focus.
 */
export const queryClient = new QueryClient({
  queryCache: new QueryCache({
    onError(error, query) {
      // What is on the screen stays; the user sees that it is not fresh any more.
      if (query.state.data !== undefined || statusOf(error) === 403) toastError(error);
    },
  }),
  defaultOptions: {
    queries: {
      staleTime: 30_000,
      gcTime: 10 * 60_000,
      refetchOnWindowFocus: false,
      networkMode: 'always',
      retry: (count, error) => count < 1 && [0, 502, 503].includes(statusOf(error)),
    },
    mutations: { networkMode: 'always', retry: false },
  },
});

// What was answered is drawn with what answered it, not a timer later: a control that shows a value
// of the server would jump back in between.
notifyManager.setScheduler(queueMicrotask);

/**
 * `useQuery` whose first request is on its way while the page is still being drawn, not after it:
 * on a list of fifty rows that is a tenth of a second.
 */
export function useEarlyQuery<T>(options: UseQueryOptions<T>): UseQueryResult<T> {
  const { enabled = true, queryKey, queryFn } = options;
  if (enabled === true && queryFn && queryClient.getQueryState(queryKey) === undefined)
    void queryClient.prefetchQuery({ queryKey, queryFn });
  return useQuery(options);
}

/** Keys of cached data begin with the resource they belong to. */
export const keyOf = (resource: AnyResource, ...rest: unknown[]): unknown[] => [resourceKey(resource), ...rest];

const underWay = new Map<string, Promise<void>>();

/** After a write: everything cached of the resource is requested again where it is on the screen. */
export function refreshResource(resource: AnyResource): Promise<void> {
  const key = resourceKey(resource);
  const request = queryClient.invalidateQueries({ queryKey: keyOf(resource) });
  const refresh = request.finally(() => {
    if (underWay.get(key) === refresh) underWay.delete(key);
  });
  underWay.set(key, refresh);
  return refresh;
}

/** What a write of this window has requested again and was not answered yet. */
export const refreshUnderWay = (resource: AnyResource): Promise<void> | undefined =>
  underWay.get(resourceKey(resource));

const statusOf = (error: unknown): number => (error instanceof ApiError ? error.status : -1);
