import { useQuery } from '@tanstack/react-query';
import { fetchRoute } from '#ui/http/route-call.ts';
import { shellCalls } from '#modules/system/model/routes/shell.ts';
import type { TenantNotice } from '#modules/system/model/routes/tenants.ts';

const EVERY_MS = 60_000;

/**
 * What holds for the whole tenant: that nothing can be changed in it, that somebody of the platform looks
 * into it, that the month has more orders than the plan has. Null on most days: what says it stays
 * unfetched.
 */
export function useTenantNotice(): TenantNotice | null {
  const { data } = useQuery({
    queryKey: ['tenant-notice'],
    queryFn: ({ signal }) => fetchRoute(shellCalls.tenantNotice, { signal }),
    refetchInterval: EVERY_MS,
    retry: false,
  });
  if (!data) return null;
  const { state, visit, looks, orders } = data;
  return state !== 'active' || visit || looks.length > 0 || orders ? data : null;
}
