import type { QueryClient } from '@tanstack/react-query';

let isRefetching = false;

/**
 * Everything cached of a resource is requested again because somebody else has changed it: what its
 * lists are answered then is news (`isNews`), beside what this person has asked for by themselves.
 */
export function refetchAsNews(client: QueryClient, resource: string): void {
  // What is on its way already may be the outcome of an act of one's own, and counts as such.
  isRefetching = client.isFetching({ queryKey: [resource, 'list'] }) === 0;
  try {
    void client.invalidateQueries({ queryKey: [resource] });
  } finally {
    isRefetching = false;
  }
}

/** Whether the request that is being sent right now is one of {@link refetchAsNews}. */
export const isRefetchedAsNews = (): boolean => isRefetching;
