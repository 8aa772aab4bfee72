import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { widgetServices } from '../services.ts';

const NOBODY: ReadonlyMap<string, string> = new Map();
const FRESH_MS = 300_000;

/** Real names of colleagues by their usernames, as far as they are known by now. */
export function useRealNames(usernames: readonly (string | null | undefined)[]): ReadonlyMap<string, string> {
  const request = [...new Set(usernames.filter((name) => name))].sort().join(',');
  const { data } = useQuery({
    queryKey: ['realNames', request],
    queryFn: ({ signal }) => widgetServices.get().realNames(request, signal),
    enabled: request !== '',
    staleTime: FRESH_MS,
    retry: false,
  });
  return useMemo(
    () => (Array.isArray(data) ? new Map(data.map(({ username, realname }) => [username, realname])) : NOBODY),
    [data],
  );
}
