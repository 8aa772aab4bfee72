import type { Tx } from '#kit/server/database.ts';
import type { Counted } from '#kit/server/module.ts';
import { user } from '../../model/user.ts';
import { uploadedMegabytes } from '../files/upload-store.ts';

/** People of the transaction's tenant; whoever is in the recycle bin is none of them. */
async function countPeople(tx: Tx): Promise<number> {
  const { n } = await tx.one<{ n: number }>`
    select count(*)::integer as n from membership
    where tenant_id = ${tx.tenant} and status <> 'deleted'`;
  return n;
}

/** What this module counts that may be bounded for a tenant. */
export const systemCounted: readonly Counted[] = [
  { bound: 'users', of: user, count: countPeople },
  { bound: 'storage', count: uploadedMegabytes },
];
