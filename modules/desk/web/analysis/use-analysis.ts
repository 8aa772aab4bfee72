import { useQueries, useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { queryClient } from '#kit/web/index.ts';

/** What every group of figures is asked by. */
export interface Asked {
  period: string;
  from?: string;
  to?: string;
}

/** So often at most are figures counted again because rows have changed. */
const PAUSE_MS = 15_000;
const MAX_AGE_MS = 60_000;

export interface GroupHandle<T> {
  /** null: nothing of it is for this person. */
  data: T | null | undefined;
  error: Error | null;
  retry: () => void;
}

/**
 * The figures of a group, asked for again as they grow old and, at a pace, as rows change that they are made of.
 * @param resources whose changes are heard
 */
export function useAnalysis<T>(
  group: string,
  asked: Asked,
  { isHeld, resources, read }: { isHeld: boolean; resources: readonly string[]; read: Reads<T> },
): GroupHandle<T> {
  const { data, error, refetch } = useQuery({
    queryKey: ['desk:analysis', group, asked],
    queryFn: ({ signal }) => read(asked, signal),
    enabled: !isHeld,
    staleTime: MAX_AGE_MS,
    refetchInterval: MAX_AGE_MS,
    placeholderData: (old) => old,
  });
  useNewsOf(resources, group);
  return { data, error: data === undefined ? error : null, retry: () => void refetch() };
}

export type Reads<T> = (asked: Asked, signal: AbortSignal) => Promise<T | null>;

/**
 * Changed rows make everything that is cached of their resource stale: a mark that is cached of it, too, which
 * costs no request.
 */
function useNewsOf(resources: readonly string[], group: string): void {
  const latest = useQueries({
    queries: resources.map((resource) => ({
      queryKey: [resource, 'news'],
      queryFn: () => Promise.resolve(Date.now()),
      staleTime: Infinity,
    })),
    combine: (marks) => Math.max(0, ...marks.map(({ data = 0 }) => data)),
  });
  const seen = useRef(0);
  const renewed = useRef(0);
  useEffect(() => {
    if (latest === 0) return undefined;
    const isFirst = seen.current === 0;
    seen.current = latest;
    if (isFirst) {
      renewed.current = latest;
      return undefined;
    }
    const wait = Math.max(0, renewed.current + PAUSE_MS - Date.now());
    const timer = setTimeout(() => {
      renewed.current = Date.now();
      void queryClient.invalidateQueries({ queryKey: ['desk:analysis', group] });
    }, wait);
    return () => clearTimeout(timer);
  }, [latest, group]);
}
