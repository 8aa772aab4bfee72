import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { fetchRoute, keyOf } from '#kit/web/index.ts';
import { returnOrder } from '../../model/return-order.ts';
import { returnJudgingRoute, type ReturnJudging } from '../../model/return-judging.ts';

/** Everything that is judged about a return: units, questions, values and what may be credited. */
export const useJudging = (id: string): UseQueryResult<ReturnJudging, Error> =>
  useQuery({
    queryKey: keyOf(returnOrder, 'judging', id),
    queryFn: ({ signal }) => fetchRoute(returnJudgingRoute, { params: { id }, signal }),
    staleTime: 0,
  });
