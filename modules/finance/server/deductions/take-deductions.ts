import { auditResource } from '#kit/server/audit.ts';
import type { Tx } from '#kit/server/database.ts';
import { invisibleRows } from '#kit/server/query/own-visibility.ts';
import { deduction } from '../../model/deduction.ts';
import { deductionDiffers, deductionTwice } from '../../model/deduction-errors.ts';
import { storeDeductions, type NewDeduction } from './new-deductions.ts';

/** A deduction as a file announces it. */
export interface IncomingDeduction extends NewDeduction {
  /** Of the file, from 1. */
  row: number;
}

/** What became of one of them. */
export interface TakenDeduction {
  id: string;
  outcome: 'added' | 'edited' | 'same';
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
 * @returns `same` where all of them are there; `each` in the order of the rows
 * @throws Refusal 422 where one is there with another amount
 */
export async function takeDeductions(
  tx: Tx,
  incoming: readonly IncomingDeduction[],
): Promise<{ each: TakenDeduction[]; outcome: 'added' | 'edited' | 'same' }> {
  // Two who read the same file at once come one after the other, by the shop.
  await tx.run`
    select 1 from channel_account where tenant_id = ${tx.tenant}
      and id = any(${[...new Set(incoming.map(({ accountId }) => accountId))]}::uuid[])
    order by id for no key update`;
  const fresh: IncomingDeduction[] = [];
  const found: (TakenDeduction | { fresh: number; outcome: 'added' | 'same' })[] = [];
  const byFresh = new Map<string, number>();
  const byNumber = await numbered(tx, incoming);
  const unnumbered = await unnumberedOrders(tx, incoming);
  for (const one of incoming) {
    const known =
      byNumber.get(numberKey(one)) ??
      (unnumbered.has(one.poNo?.toLowerCase() ?? null) ? await keptAlready(tx, one) : undefined);
    if (!known) {
      const at = one.channelDeductionNo === null ? -1 : (byFresh.get(numberKey(one)) ?? -1);
      const twin = fresh[at];
      if (twin && twin.amount !== one.amount)
        throw deductionTwice({ channelDeductionNo: one.channelDeductionNo ?? '', first: twin.row, row: one.row });
      // A file that says the same twice says it once.
      found.push({ fresh: twin ? at : fresh.length, outcome: twin ? 'same' : 'added' });
      if (twin) continue;
      byFresh.set(numberKey(one), fresh.length);
      fresh.push(one);
      continue;
    }
    if (known.amount !== one.amount)
      throw deductionDiffers({
        channelDeductionNo: one.channelDeductionNo ?? '',
        deductionNo: known.deductionNo,
        row: one.row,
      });
    const isNamed = known.channelDeductionNo === null && one.channelDeductionNo !== null;
    found.push({ id: known.id, outcome: isNamed ? 'edited' : 'same' });
    if (isNamed) {
      await tx.run`
        update deduction set channel_deduction_no = ${one.channelDeductionNo}, version = version + 1,
          update_by = ${tx.actor.username}, update_time = ${tx.now}
        where tenant_id = ${tx.tenant} and id = ${known.id}::uuid`;
    }
  }
  const added = await storeDeductions(
    tx,
    fresh.map(({ row: _row, ...one }) => one),
    'import',
  );
  for (const refusal of (await invisibleRows(tx, deduction, added)).values()) throw refusal;
  auditResource(
    tx,
    deduction,
    added.map((rowId) => ({ rowId, action: 'import' })),
  );
  const each = found.map((one): TakenDeduction =>
    'id' in one ? one : { id: added[one.fresh] ?? '', outcome: one.outcome },
  );
  const outcome = (['added', 'edited'] as const).find((what) => each.some((one) => one.outcome === what)) ?? 'same';
  return { each, outcome };
}

const numberKey = ({ accountId, channelDeductionNo }: Pick<Known, 'accountId' | 'channelDeductionNo'>): string =>
  `${accountId} ${channelDeductionNo?.toUpperCase() ?? ''}`;

/** Those that are there under the numbers of the rows, all at once: to look for each reads all of its shop again. */
async function numbered(tx: Tx, rows: readonly IncomingDeduction[]): Promise<Map<string, Known>> {
  const numbers = rows.flatMap(({ channelDeductionNo: no }) => (no === null ? [] : [no.toUpperCase()]));
  if (numbers.length === 0) return new Map();
  const known = await tx.rows<Known>`
    select id, deduction_no, channel_deduction_no, account_id, amount from deduction
    where tenant_id = ${tx.tenant} and account_id = any(${[...new Set(rows.map(({ accountId }) => accountId))]}::uuid[])
      and status <> 'withdrawn' and upper(channel_deduction_no) = any(${numbers}::text[])`;
  return new Map(known.map((one) => [numberKey(one), one]));
}

/** The POs of which the shops have deductions that no number names: only with those a row may be the same. */
async function unnumberedOrders(tx: Tx, rows: readonly IncomingDeduction[]): Promise<Set<string | null>> {
  const orders = await tx.rows<{ poNo: string | null }>`
    select distinct po_no_key as po_no from deduction
    where tenant_id = ${tx.tenant} and account_id = any(${[...new Set(rows.map(({ accountId }) => accountId))]}::uuid[])
      and status <> 'withdrawn' and channel_deduction_no is null`;
  return new Set(orders.map(({ poNo }) => poNo));
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
