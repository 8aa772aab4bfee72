import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { useMemo } from 'react';
import { fetchRoute } from '#kit/web/index.ts';
import type { FigureName, Figures } from '../model/figures.ts';
import { monitorCalls, type History, type NodeState } from '../model/routes.ts';

const LIVE_MS = 5000;
const MINUTE_MS = 60_000;

/** How a page asks again and again: only while it is in front. */
export const LIVE = { refetchInterval: LIVE_MS, staleTime: 0 } as const;

/** A node now, the one that answers where none is named. */
export const useNodeState = (node: string): UseQueryResult<NodeState> =>
  useQuery({
    queryKey: ['monitor', 'node', node],
    queryFn: ({ signal }) => fetchRoute(monitorCalls.state, { query: node ? { node } : {}, signal }),
    placeholderData: (before) => before,
    ...LIVE,
  });

/** A day of some figures of a node; what is live now is its last point. */
export function useHistory(
  figures: readonly FigureName[],
  node: string | undefined,
  now: { at: string; figures: Figures } | null,
): History | undefined {
  const names = [...new Set(figures)].join(',');
  const { data } = useQuery({
    queryKey: ['monitor', 'history', node, names],
    queryFn: ({ signal }) =>
      fetchRoute(monitorCalls.history, { query: { ...(node ? { node } : {}), figures: names }, signal }),
    enabled: node !== undefined,
    refetchInterval: MINUTE_MS,
  });
  return useMemo(() => {
    const last = data?.at.at(-1);
    if (!data || !now || (last !== undefined && last >= now.at)) return data;
    return {
      ...data,
      at: [...data.at, now.at],
      lines: Object.fromEntries(
        Object.entries(data.lines).map(([name, values]) => [
          name,
          [...values, now.figures[name as FigureName] ?? null],
        ]),
      ),
    };
  }, [data, now]);
}
