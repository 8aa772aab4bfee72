import { exponentOf, moneyText } from '#kit/model/currency.ts';
import { parseDecimal, PRICE_SCALE } from '#kit/model/money.ts';
import { invalid } from '#kit/model/refusal.ts';
import { dayIn } from '#kit/model/time.ts';
import { command, type Command } from '#kit/server/command.ts';
import type { Tx } from '#kit/server/database.ts';
import { holdRowUploads, uploadErrors } from '#kit/server/held-uploads.ts';
import { madeByActor, noteMakers } from '#kit/server/makers.ts';
import { requireVisible } from '#kit/server/query/own-visibility.ts';
import { setColumns } from '#kit/server/stored-rows.ts';
import { convertAmount } from '#modules/base/model/convert.ts';
import { baseCurrency, isOwnRate, rateAt } from '#modules/base/server/index.ts';
import { postEntries, reverseEntry } from '#modules/ledger/server/index.ts';
import { bindingSettings } from '#modules/system/server/index.ts';
import { deduction, type DeductionRow } from '../../model/deduction.ts';
import { deductionFaults } from '../../model/deduction-errors.ts';
import { deductionLifecycle } from '../../model/deduction-lifecycle.ts';
import { remittanceSettings } from '../../model/remittance-settings.ts';
import { deductionAccount, parkedAccount } from '../finance-accounts.ts';
import { originOf } from './new-deductions.ts';

/** What journal entries and settlements call a deduction. */
export const DEDUCTION = 'deduction';

/** Of a deduction that everybody had a hand in, nobody else could be asked. */
export const MAKERS = { orAlone: true } as const;

/** 确认: it is accepted; whoever brought it in accepts a great one only with somebody else. */
export const confirmDeduction: Command = command(deductionLifecycle, 'confirm', {
  async guard(tx, rows) {
    const { aloneLimit } = (await bindingSettings(tx, remittanceSettings)).values;
    const base = await baseCurrency(tx);
    const made = await madeByActor(
      tx,
      deduction,
      rows.map(({ id }) => id),
      MAKERS,
    );
    const refusals = new Map<string, ReturnType<typeof deductionFaults.alone>>();
    for (const row of rows.filter(({ id }) => made.has(id))) {
      const value = await vouchedValue(tx, row, row.amount, base);
      if (value === null || value > aloneLimit)
        refusals.set(row.id, deductionFaults.alone({ limit: moneyText(aloneLimit, base) }));
    }
    return refusals;
  },
  // What a remittance has kept already is settled with that.
  run: async (_tx, rows) => new Map(rows.map(({ id, booking }) => [id, booking === 'none' ? 'confirmed' : 'settled'])),
});

/**
 * What a part of a deduction is worth in the books, to be compared with what one person may; null: nobody but the
 * actor says what its currency is worth.
 */
export async function vouchedValue(
  tx: Tx,
  { currency, postedAt }: Pick<DeductionRow, 'currency' | 'postedAt'>,
  minor: bigint,
  base: string,
): Promise<bigint | null> {
  const day = dayIn(postedAt, tx.actor.zone);
  if (await isOwnRate(tx, currency, base, day)) return null;
  return convertAmount(minor, await rateAt(tx, currency, base, day), currency, base);
}

/** 申诉: with what proves it. */
export const disputeDeduction: Command = command(deductionLifecycle, 'dispute', {
  async run(tx, rows, { disputeNo = null, evidence = null }) {
    if (rows.length > 1 && (evidence ?? []).length > 0) throw deductionFaults.evidenceOfOne();
    for (const row of rows) {
      const proofs = await addProofs(tx, row, evidence ?? []);
      if (proofs.length === 0) throw deductionFaults.noEvidence();
      await setColumns(tx, deduction, [row], {
        evidence: proofs,
        disputedAt: tx.now,
        ...(disputeNo ? { disputeNo } : {}),
      });
    }
  },
});

/** 补充材料 */
export const addDeductionEvidence: Command = command(deductionLifecycle, 'addEvidence', {
  async run(tx, rows, { disputeNo = null, evidence = null }) {
    if (rows.length > 1) throw deductionFaults.evidenceOfOne();
    for (const row of rows) {
      const proofs = await addProofs(tx, row, evidence ?? []);
      await setColumns(tx, deduction, [row], { evidence: proofs, ...(disputeNo ? { disputeNo } : {}) });
    }
  },
});

/** Uploads of the actor that the deduction holds from now on, beside those it has. @returns all of them */
async function addProofs(tx: Tx, row: DeductionRow, added: readonly string[]): Promise<string[]> {
  const known = row.evidence ?? [];
  const all = [...new Set([...known, ...added])];
  if (added.length === 0) return all;
  const fresh = { values: { evidence: all }, before: row };
  const [errors = []] = await uploadErrors(tx, deduction, [fresh]);
  if (errors.length > 0) throw invalid(errors);
  await holdRowUploads(tx, deduction, row.id, fresh);
  return all;
}

/** 登记结果: what was won back is booked where it came, or is to come. */
export const resolveDeduction: Command = command(deductionLifecycle, 'resolve', {
  async run(tx, rows, { recovered: typed, way, receivedAt = null, reason = null }) {
    const states = new Map<string, 'won' | 'partial' | 'lost'>();
    for (const row of rows) {
      const recovered = minorOf(typed, row.currency);
      if (recovered > row.amount) throw deductionFaults.beyond({ amount: moneyText(row.amount, row.currency) });
      const at = (receivedAt as Date | null) ?? tx.now;
      if (at > tx.now) throw deductionFaults.receivedAhead();
      const result = recovered === row.amount ? 'won' : recovered === 0n ? 'lost' : 'partial';
      await bookRecovery(tx, row, { recovered, way, at });
      await setColumns(tx, deduction, [row], { recovered, result, outcome: reason });
      await noteMakers(tx, deduction, row.id);
      states.set(row.id, result);
    }
    return states;
  },
});

/**
 * Money that was won back lessens the cost. One that nobody has booked yet is only kept in a smaller amount: there
 * is nothing to give back.
 */
async function bookRecovery(
  tx: Tx,
  row: DeductionRow,
  { recovered, way, at }: { recovered: bigint; way: string; at: Date },
): Promise<void> {
  if (recovered === 0n || row.booking === 'none') return;
  const day = dayIn(at, tx.actor.zone);
  const base = await baseCurrency(tx);
  const amount = convertAmount(recovered, await rateAt(tx, row.currency, base, day), row.currency, base);
  if (amount === 0n) return;
  const parked = await parkedAccount(tx, row.accountId);
  const [entryId = null] = await postEntries(tx, [
    {
      refType: DEDUCTION,
      refId: row.id,
      refNo: row.deductionNo,
      event: `recovered ${row.version}`,
      day,
      memo: '扣款申诉追回',
      postings: [
        {
          debit: way === 'cash' ? { ...parked, code: 'cash' } : parked,
          credit: deductionAccount(row.type),
          amount,
          currency: base,
        },
      ],
    },
  ]);
  await tx.run`update deduction set recovery_entry_id = ${entryId}::uuid
    where tenant_id = ${tx.tenant} and id = ${row.id}::uuid`;
}

/** 撤销结果: what was booked as won back is taken back, and the answer is awaited again. */
export const reopenDeduction: Command = command(deductionLifecycle, 'reopen', {
  guard: async (tx, rows) => new Map((await keptLess(tx, rows)).map((id) => [id, deductionFaults.keptLess()])),
  async run(tx, rows) {
    for (const row of rows) {
      const { entryId } = await tx.one<{ entryId: string | null }>`
        select recovery_entry_id as entry_id from deduction where tenant_id = ${tx.tenant} and id = ${row.id}::uuid`;
      if (entryId) await reverseEntry(tx, entryId, { memo: `冲销扣款追回 ${row.deductionNo}` });
      await tx.run`update deduction set recovery_entry_id = null
        where tenant_id = ${tx.tenant} and id = ${row.id}::uuid`;
      await setColumns(tx, deduction, [row], { recovered: 0n, result: null, outcome: null });
    }
  },
});

/** Those that a remittance kept only what was left of: nothing was given back, so that nothing can be taken again. */
async function keptLess(tx: Tx, rows: readonly DeductionRow[]): Promise<string[]> {
  const found = await tx.rows<{ id: string }>`
    select id from deduction where tenant_id = ${tx.tenant} and id = any(${rows.map(({ id }) => id)}::uuid[])
      and booking <> 'none' and recovered > 0 and recovery_entry_id is null`;
  return found.map(({ id }) => id);
}

/** 改类型: as long as it stands in no books, whose accounts are by type. */
export const reclassifyDeduction: Command = command(deductionLifecycle, 'reclassify', {
  guard: async (_tx, rows) =>
    new Map(rows.filter(({ booking }) => booking !== 'none').map(({ id }) => [id, deductionFaults.booked()])),
  async run(tx, rows, { newType: type, poNo = null }) {
    for (const row of rows) {
      // It is about what was sold and billed under that PO from now on.
      const origin = await originOf(tx, { accountId: row.accountId, poNo });
      await setColumns(tx, deduction, [row], { type, poNo, ...origin });
      await requireVisible(tx, deduction, row.id);
    }
  },
});

/** 扣款结算: a remittance has kept what was accepted before. */
export const settleDeduction: Command = command(deductionLifecycle, 'settle', { run: async () => undefined });

/** 到期自动结算: nobody answered within the days. */
export const timeOutDeduction: Command = command(deductionLifecycle, 'timeout', { run: async () => undefined });

/** 随回款冲销: the remittance that made it is taken back. */
export const withdrawDeduction: Command = command(deductionLifecycle, 'withdraw', { run: async () => undefined });

function minorOf(text: string, currency: string): bigint {
  const places = exponentOf(currency);
  const scaled = parseDecimal(text, PRICE_SCALE) ?? 0n;
  const unit = 10n ** BigInt(PRICE_SCALE - places);
  if (scaled % unit !== 0n) throw deductionFaults.places({ currency, places });
  return scaled / unit;
}
