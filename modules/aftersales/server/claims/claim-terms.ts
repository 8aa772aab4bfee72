import { invalid } from '#kit/model/refusal.ts';
import type { Tx } from '#kit/server/database.ts';
import type { Guards } from '#kit/server/write.ts';
import type { ClaimParty } from '../../model/claim.ts';
import { termOfParty, termTaken } from '../../model/claim-errors.ts';
import { CLAIM_DAYS, type ClaimDays, type claimTerm } from '../../model/claim-term.ts';

/** Days of a carrier or supplier: its own, else those of all of its kind. */
export async function claimDaysOf(
  tx: Tx,
  party: ClaimParty,
  { carrierCode, supplierId }: { carrierCode: string | null; supplierId: string | null },
): Promise<ClaimDays> {
  const found = await tx.maybe<ClaimDays>`
    select file_days, answer_days, remind_days from claim_term
    where tenant_id = ${tx.tenant} and deleted_at is null and party = ${party}
      and (carrier_code is null or upper(carrier_code) = upper(${carrierCode}))
      and (supplier_id is null or supplier_id = ${supplierId}::uuid)
    order by carrier_code nulls last, supplier_id nulls last limit 1`;
  return found ?? CLAIM_DAYS[party];
}

interface Term {
  id?: string;
  party?: string | null;
  carrierCode?: string | null;
  supplierId?: string | null;
}

/** One set of days for a party. */
export const claimTermGuards: Guards<typeof claimTerm> = {
  add: (tx, values) => judgeTerm(tx, values),
  edit: (tx, before, values) => judgeTerm(tx, { ...before, ...values, id: before.id }),
};

async function judgeTerm(
  tx: Tx,
  { id = '', party = null, carrierCode = null, supplierId = null }: Term,
): Promise<void> {
  if (party === 'carrier' && supplierId) throw invalid([termOfParty('supplierId')]);
  if (party === 'supplier' && carrierCode) throw invalid([termOfParty('carrierCode')]);
  const other = await tx.maybe`
    select 1 as one from claim_term where tenant_id = ${tx.tenant} and deleted_at is null
      and party = ${party} and id::text <> ${id}
      and upper(carrier_code) is not distinct from upper(${carrierCode})
      and supplier_id is not distinct from ${supplierId}::uuid`;
  if (other) throw termTaken();
}
