import { auditResource } from '#kit/server/audit.ts';
import type { Tx } from '#kit/server/database.ts';
import { requireVisible } from '#kit/server/query/own-visibility.ts';
import { deduction } from '../../model/deduction.ts';
import { deductionDiffers } from '../../model/deduction-errors.ts';
import { storeDeductions, type NewDeduction } from './new-deductions.ts';

/** A deduction as a file announces it. */
export interface IncomingDeduction extends NewDeduction {
  /** Of the file, from 1. */
  row: number;
}

interface Known {
  id: string;
  deductionNo: string;
  channelDeductionNo: string | null;
  accountId: string;
  amount: bigint;
}

/**
 * Takes deductions in as they were read: each once, by its number at the channel, else by PO, type, amount and day;
 * one that a remittance has kept already gets the number that it lacks.
 * @returns `same` where all of them are there
 * @throws Refusal 422 where one is there with another amount
 */
export async function takeDeductions(
  tx: Tx,
  incoming: readonly IncomingDeduction[],
): Promise<{ ids: string[]; outcome: 'added' | 'edited' | 'same' }> {
  // Two who read the same file at once come one after the other, by the shop.
  await tx.run`
    select 1 from channel_account where tenant_id = ${tx.tenant}
      and id = any(${[...new Set(incoming.map(({ accountId }) => accountId))]}::uuid[])
    order by id for no key update`;
  const fresh: IncomingDeduction[] = [];
  const ids: string[] = [];
  let named = 0;
  for (const one of incoming) {
    const known = (await numbered(tx, one)) ?? (await keptAlready(tx, one));
    if (!known) {
      fresh.push(one);
      continue;
    }
    if (known.amount !== one.amount)
      throw deductionDiffers({
        channelDeductionNo: one.channelDeductionNo ?? '',
        deductionNo: known.deductionNo,
        row: one.row,
      });
    ids.push(known.id);
    if (known.channelDeductionNo === null && one.channelDeductionNo !== null) {
      await tx.run`
        update deduction set channel_deduction_no = ${one.channelDeductionNo}, version = version + 1,
          update_by = ${tx.actor.username}, update_time = ${tx.now}
        where tenant_id = ${tx.tenant} and id = ${known.id}::uuid`;
      named += 1;
    }
  }
  const added = await storeDeductions(
    tx,
    fresh.map(({ row: _row, ...one }) => one),
    'import',
  );
  for (const id of added) await requireVisible(tx, deduction, id);
  auditResource(
    tx,
    deduction,
    added.map((rowId) => ({ rowId, action: 'import' })),
  );
  return { ids: [...ids, ...added], outcome: added.length > 0 ? 'added' : named > 0 ? 'edited' : 'same' };
}

async function numbered(tx: Tx, { accountId, channelDeductionNo }: IncomingDeduction): Promise<Known | undefined> {
  if (channelDeductionNo === null) return undefined;
  return tx.maybe<Known>`
    select id, deduction_no, channel_deduction_no, account_id, amount from deduction
    where tenant_id = ${tx.tenant} and account_id = ${accountId}::uuid and status <> 'withdrawn'
      and upper(channel_deduction_no) = upper(${channelDeductionNo})`;
}

/** The same PO, type and amount: what a remittance kept, or a row without a number on the same day. */
async function keptAlready(
  tx: Tx,
  { accountId, channelDeductionNo, poNo, type, amount, currency, postedAt, channelSku }: IncomingDeduction,
): Promise<Known | undefined> {
  if (poNo === null && channelDeductionNo !== null) return undefined;
  return tx.maybe<Known>`
    select id, deduction_no, channel_deduction_no, account_id, amount from deduction
    where tenant_id = ${tx.tenant} and account_id = ${accountId}::uuid and status <> 'withdrawn'
      and channel_deduction_no is null and po_no_key is not distinct from lower(${poNo}) and type = ${type}
      and amount = ${amount} and currency = ${currency}
      and (origin = 'remittance' or (${channelDeductionNo}::text is null and posted_at = ${postedAt}
        and channel_sku is not distinct from ${channelSku}))
    order by origin = 'remittance' desc, id limit 1`;
}
