import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { useEffect } from 'react';
import { fetchRoute, storeUser, queryClient, useSession } from '#kit/web/index.ts';
import { accountCalls, type OwnProfile } from '../../model/routes/account.ts';

const KEY = ['sys:profile'];

/** The own profile; name and picture in the header follow it. */
export function useProfile(): UseQueryResult<OwnProfile> {
  const { user } = useSession();
  const profile = useQuery({
    queryKey: KEY,
    queryFn: ({ signal }) => fetchRoute(accountCalls.profile, { signal }),
  });
  const { data } = profile;
  useEffect(() => {
    if (data && (data.realname !== user.realname || data.avatar !== (user.avatar ?? null)))
      storeUser({ realname: data.realname, avatar: data.avatar });
  }, [data, user.realname, user.avatar]);
  return profile;
}

export const refreshProfile = (): Promise<void> => queryClient.invalidateQueries({ queryKey: KEY });
