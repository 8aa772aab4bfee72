import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { fetchRoute, keyOf } from '#kit/web/index.ts';
import { packingRoute, type Packing } from '../../model/routes.ts';
import { shipment } from '../../model/shipment.ts';

const REFETCH_MS = 3000;

/** Everything the packing desk shows, in one call; asked again while the channel is answering. */
export const usePacking = (id: string): UseQueryResult<Packing, Error> =>
  useQuery({
    queryKey: keyOf(shipment, 'packing', id),
    queryFn: ({ signal }) => fetchRoute(packingRoute, { params: { id }, signal }),
    staleTime: 0,
    refetchInterval: ({ state: { data } }) =>
      data?.status === 'labelling' || data?.noticeStatus === 'pending' ? REFETCH_MS : false,
  });
