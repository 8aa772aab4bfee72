import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { get, keyOf } from '#kit/web/index.ts';
import { NOTICE_PATH } from '../../model/notice-wire.ts';
import { noticeView, type Notice } from './notice-views.ts';

/** One notice with what it says, for those who administer them; requested again each time. */
export const useNotice = (id: string | undefined): UseQueryResult<Notice> =>
  useQuery({
    queryKey: keyOf(noticeView, 'one', id),
    queryFn: ({ signal }) => get<Notice>(`${NOTICE_PATH}/queryById`, { id }, { signal }),
    enabled: id !== undefined,
    gcTime: 0,
    staleTime: Infinity,
  });
