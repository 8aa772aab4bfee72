import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { useEffect } from 'react';
import { get, keepUser, queryClient, useSession } from '#kit/web/index.ts';

/** What GET /sys/user/profile answers. */
export interface OwnProfile {
  id: string;
  username: string;
  realname: string;
  avatar: string | null;
  sex: number | null;
  sex_dictText: string | null;
  birthday: string | null;
  phone: string | null;
  email: string | null;
  telephone: string | null;
  workNo: string | null;
  roleNames: string | null;
  version: number;
  /** When the password was last changed. */
  passwordTime: string;
  departs: { departName: string; orgCode: string; isCurrent: boolean }[];
  posts: string[];
  tenants: { id: number; name: string; isCurrent: boolean }[];
  signIns: SignIn[];
}

export interface SignIn {
  id: string;
  isFailure: boolean;
  content: string;
  ip: string | null;
  browser: string;
  system: string;
  createTime: string;
}

const KEY = ['sys:profile'];

/** The own profile; name and picture in the header follow it. */
export function useProfile(): UseQueryResult<OwnProfile> {
  const { user } = useSession();
  const profile = useQuery({
    queryKey: KEY,
    queryFn: ({ signal }) => get<OwnProfile>('/sys/user/profile', {}, { signal }),
  });
  const { data } = profile;
  useEffect(() => {
    if (data && (data.realname !== user.realname || data.avatar !== (user.avatar ?? null)))
      keepUser({ realname: data.realname, avatar: data.avatar });
  }, [data, user.realname, user.avatar]);
  return profile;
}

export const refreshProfile = (): Promise<void> => queryClient.invalidateQueries({ queryKey: KEY });
