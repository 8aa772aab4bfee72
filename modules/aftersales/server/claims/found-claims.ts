import type { Tx } from '#kit/server/database.ts';
import type { BesideRows } from '#kit/server/query/list.ts';
import { claimNotFound } from '../../model/claim-errors.ts';

/** Which of these claims for a lost parcel are still to be settled with a carrier that has found it since. */
export async function foundClaims(tx: Tx, rows: readonly { id: string }[]): Promise<Set<string>> {
  const found = await tx.rows<{ id: string }>`
    select c.id from claim c join shipment s on s.tenant_id = c.tenant_id and s.id = c.shipment_id
    where c.tenant_id = ${tx.tenant} and c.id = any(${rows.map(({ id }) => id)}::uuid[])
      and c.cause = 'lost' and not c.is_found_settled and s.status in ('inTransit', 'delivered')`;
  return new Set(found.map(({ id }) => id));
}

/** 找回已结清 says why it is not to be made of claims whose parcel nobody has found. */
export const claimsBarred: BesideRows = async (tx, rows) => {
  const paid = rows.filter(({ status }) => status === 'paid').map(({ id }) => ({ id: String(id) }));
  if (paid.length === 0) return new Map();
  const found = await foundClaims(tx, paid);
  const barred = { barred: { settleFound: claimNotFound().message } };
  return new Map(paid.filter(({ id }) => !found.has(id)).map(({ id }) => [id, barred]));
};
