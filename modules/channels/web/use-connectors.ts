import { useQuery } from '@tanstack/react-query';
import { fetchRoute } from '#kit/web/index.ts';
import { connectorsRoute } from '../model/routes.ts';

/** The connectors of this install; they change with the program only. */
export const useConnectors = () =>
  useQuery({
    queryKey: ['channels:connectors'],
    queryFn: ({ signal }) => fetchRoute(connectorsRoute, { signal }),
    staleTime: Infinity,
  });
