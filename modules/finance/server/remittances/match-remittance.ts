import { command, type Command } from '#kit/server/command.ts';
import type { Tx } from '#kit/server/database.ts';
import { noteMakers } from '#kit/server/makers.ts';
import { insertInto, setColumns, setEach } from '#kit/server/stored-rows.ts';
import { convertAmount } from '#modules/base/model/convert.ts';
import { baseCurrency, rateKnown } from '#modules/base/server/index.ts';
import { bindingSettings } from '#modules/system/server/index.ts';
import { remittanceImported } from '../../model/events.ts';
import {
  isCostLine,
  isDeductionLine,
  matchLines,
  type LineMatch,
  type Tolerance,
} from '../../model/match/match-lines.ts';
import { remittance, remittanceLine, remittanceShare, type RemittanceRow } from '../../model/remittance.ts';
import { remittanceLifecycle } from '../../model/remittance-lifecycle.ts';
import { remittanceSettings } from '../../model/remittance-settings.ts';
import { linesOfRemittance, openDeductions, openInvoices, sharesOf, type HeldLine } from './remittance-rows.ts';

/** What matching needs to know of a remittance. */
export type MatchedRemittance = Pick<RemittanceRow, 'id' | 'accountId' | 'currency' | 'payDate'>;

export type MatchState = 'matched' | 'partial';

/** 匹配: every line is looked up as the ladder says, and the result is kept with each. */
export const matchRemittance: Command = command(remittanceLifecycle, 'submit', {
  async run(tx, rows) {
    const states = await matchAll(tx, rows);
    await noteArrivals(tx, rows);
    return states;
  },
});

/** Tells of those that are matched for the first time. */
async function noteArrivals(tx: Tx, rows: readonly MatchedRemittance[]): Promise<void> {
  const fresh = await tx.rows<{ id: string; accountId: string }>`
    update remittance set came_in_at = ${tx.now}
    where tenant_id = ${tx.tenant} and id = any(${rows.map(({ id }) => id)}::uuid[]) and came_in_at is null
    returning id, account_id`;
  for (const { id, accountId } of fresh) await tx.emit(remittanceImported, id, { remittanceId: id, accountId });
}

/** 重新匹配: what somebody matched by hand stays. */
export const rematchRemittance: Command = command(remittanceLifecycle, 'rematch', {
  run: (tx, rows) => matchAll(tx, rows),
});

/** 退回修改: nothing is matched any more. */
export const reopenRemittance: Command = command(remittanceLifecycle, 'reopen', {
  async run(tx, rows) {
    for (const { id, lineCount } of rows) {
      await dropShares(tx, id, null);
      await tx.run`
        update remittance_line set match_status = 'open', method = null, score = null, matched = 0, diff = null,
          explanation = null, deduction_id = null
        where tenant_id = ${tx.tenant} and remittance_id = ${id}::uuid`;
      await setColumns(tx, remittance, [id], { matchedCount: 0, openCount: lineCount, matchedTotal: 0n });
    }
  },
});

async function matchAll(tx: Tx, rows: readonly MatchedRemittance[]): Promise<Map<string, MatchState>> {
  const states = new Map<string, MatchState>();
  for (const row of rows) {
    await noteMakers(tx, remittance, row.id);
    states.set(row.id, await matchOne(tx, row));
  }
  return states;
}

/** Matches the lines of a remittance that nobody matched by hand. @returns what it is then */
export async function matchOne(tx: Tx, row: MatchedRemittance): Promise<MatchState> {
  const lines = await linesOfRemittance(tx, row.id);
  const open = lines.filter(({ method }) => method !== 'hand');
  const byHand = new Set(lines.filter(({ method }) => method === 'hand').map(({ id }) => id));
  await dropShares(
    tx,
    row.id,
    open.map(({ id }) => id),
  );
  const promised = new Map<string, bigint>();
  for (const { invoiceId, amount } of await sharesOf(tx, row.id))
    promised.set(invoiceId, (promised.get(invoiceId) ?? 0n) + amount);
  const invoices = (await openInvoices(tx, row, open)).map((one) => ({
    ...one,
    balance: one.balance - (promised.get(one.id) ?? 0n),
  }));
  const taken = new Set(lines.flatMap(({ id, deductionId }) => (byHand.has(id) ? (deductionId ?? []) : [])));
  const deductions = (await openDeductions(tx, row)).filter(({ id }) => !taken.has(id));
  const matches = matchLines(open, { invoices, deductions }, await toleranceOf(tx, row));
  await storeMatches(tx, row, matches);
  return sumUp(tx, row.id);
}

/** How much a line may differ unseen, in the currency of the remittance. */
async function toleranceOf(tx: Tx, { currency, payDate }: MatchedRemittance): Promise<Tolerance> {
  const { tolerance, toleranceShare } = (await bindingSettings(tx, remittanceSettings)).values;
  const base = await baseCurrency(tx);
  const rate = await rateKnown(tx, base, currency, payDate);
  // Where nobody says what that amount is worth, the share alone decides.
  const amount = rate === null ? 0n : convertAmount(tolerance, rate, base, currency);
  return { currency, amount, share: toleranceShare };
}

async function storeMatches(tx: Tx, row: MatchedRemittance, matches: readonly LineMatch[]): Promise<void> {
  await setEach(
    tx,
    remittanceLine,
    matches.map(({ lineId, method, score, diff, deductionId, explanation, shares }) => ({
      id: lineId,
      matchStatus: method === null ? ('open' as const) : ('matched' as const),
      method,
      score,
      diff,
      deductionId,
      explanation,
      matched: shares.reduce((sum, { amount }) => sum + amount, 0n),
    })),
  );
  await insertShares(
    tx,
    row,
    matches.flatMap(({ lineId, shares }) => shares.map((share) => ({ lineId, ...share }))),
  );
}

export interface NewShare {
  lineId: string;
  invoiceId: string;
  amount: bigint;
}

export const insertShares = async (
  tx: Tx,
  { id: remittanceId, currency }: Pick<MatchedRemittance, 'id' | 'currency'>,
  shares: readonly NewShare[],
  moment: 'posting' | 'later' = 'posting',
): Promise<void> => {
  if (shares.length === 0) return;
  await insertInto(
    tx,
    remittanceShare,
    shares.map((share) => ({ ...share, remittanceId, currency, moment })),
  );
};

/** @param lineIds null: of all lines */
export const dropShares = (tx: Tx, remittanceId: string, lineIds: readonly string[] | null): Promise<number> =>
  tx.run`
    delete from remittance_share
    where tenant_id = ${tx.tenant} and remittance_id = ${remittanceId}::uuid
      and (${lineIds}::uuid[] is null or line_id = any(${lineIds}::uuid[]))`;

/** What the lines of a remittance come to, on its head. @returns its state */
export async function sumUp(tx: Tx, id: string): Promise<MatchState> {
  const { openCount } = await tx.one<{ openCount: number }>`
    with sums as (
      select count(*) filter (where match_status = 'matched')::integer as matched_count,
        count(*) filter (where match_status <> 'matched')::integer as open_count,
        coalesce(sum(matched), 0)::bigint as matched_total,
        coalesce(sum(amount - matched) filter (where match_status = 'parked'), 0)::bigint as parked_total
      from remittance_line where tenant_id = ${tx.tenant} and remittance_id = ${id}::uuid)
    update remittance r set matched_count = s.matched_count, open_count = s.open_count,
      matched_total = s.matched_total, parked_total = s.parked_total
    from sums s where r.tenant_id = ${tx.tenant} and r.id = ${id}::uuid returning r.open_count`;
  return openCount === 0 ? 'matched' : 'partial';
}

/** Where the part of a line goes that pays no invoice. */
export type Destination = 'cost' | 'deduction' | 'parked';

export const destinationOf = (line: Pick<HeldLine, 'kind' | 'amount'>): Destination => {
  if (isDeductionLine(line)) return 'deduction';
  return isCostLine(line) ? 'cost' : 'parked';
};
