import { moneyText } from '#kit/model/currency.ts';
import { partakers } from '#kit/server/actor.ts';
import type { Tx } from '#kit/server/database.ts';
import { convertAmount } from '#modules/base/model/convert.ts';
import { baseCurrency, isOwnRate, rateAt } from '#modules/base/server/index.ts';
import { bindingSettings, holdPeople } from '#modules/system/server/index.ts';
import { remittanceSettings } from '../../model/remittance-settings.ts';
import { postRefusals } from '../../model/remittance-errors.ts';
import { isAsSent, type RemittanceRow } from '../../model/remittance.ts';
import { TOGETHER_MS } from '../payments/post-limits.ts';
import type { HeldLine } from './remittance-rows.ts';

/** The actor, and whom they act for, wrote lines of a remittance. */
export async function noteTypists(tx: Tx, id: string): Promise<void> {
  for (const typist of partakers(tx.actor))
    await tx.run`
      update remittance set typist_ids = array_append(typist_ids, ${typist}::uuid)
      where tenant_id = ${tx.tenant} and id = ${id}::uuid and not ${typist}::uuid = any(typist_ids)`;
}

/**
 * What a remittance charges clears invoices as money does, and money leaves a trace at the bank while a fee that
 * somebody typed leaves none: with a net of nothing it would be a write-off without its second person. Who typed
 * such lines posts no more of them alone, within a day together, than they may accept of deductions alone; what
 * came by a file that is kept counts for nobody. All that takes away counts, whatever it is called.
 * @returns what is charged on the word of the actor, minor units of the books
 * @throws Refusal 409
 */
export async function refuseChargesAlone(tx: Tx, row: RemittanceRow, lines: readonly HeldLine[]): Promise<bigint> {
  const charged = lines.reduce((sum, { amount }) => (amount < 0n ? sum - amount : sum), 0n);
  if (charged === 0n || isAsSent(row) || !(await isTypedByActor(tx, row.id))) return 0n;
  await holdPeople(tx, partakers(tx.actor));
  const { aloneLimit } = (await bindingSettings(tx, remittanceSettings)).values;
  const base = await baseCurrency(tx);
  const value = convertAmount(charged, await rateAt(tx, row.currency, base, row.payDate), row.currency, base);
  const { sum } = await tx.one<{ sum: bigint }>`
    select coalesce(sum(charged_base), 0)::bigint as sum from remittance
    where tenant_id = ${tx.tenant} and status = 'posted' and charged_base > 0 and posted_by = ${tx.actor.username}
      and posted_at > ${new Date(tx.now.getTime() - TOGETHER_MS)}`;
  // By their own word of the rate any amount would be a small one.
  const isUnvouched = await isOwnRate(tx, row.currency, base, row.payDate);
  if (isUnvouched || sum + value > aloneLimit)
    throw postRefusals.chargedAlone({ limit: moneyText(aloneLimit, base), charged: moneyText(sum + value, base) });
  return value;
}

/** Whether the actor wrote lines of it and there is somebody who did not. */
async function isTypedByActor(tx: Tx, id: string): Promise<boolean> {
  if (tx.actor.isSystem) return false;
  const { isTyped, isByAll } = await tx.one<{ isTyped: boolean; isByAll: boolean }>`
    select r.typist_ids && ${partakers(tx.actor)}::uuid[] as is_typed,
      not exists (select 1 from membership m
        where m.tenant_id = r.tenant_id and m.user_id <> all(r.typist_ids)) as is_by_all
    from remittance r where r.tenant_id = ${tx.tenant} and r.id = ${id}::uuid`;
  return isTyped && (tx.actor.behind !== undefined || !isByAll);
}
