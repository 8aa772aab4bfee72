import { startOfDay } from '#kit/model/time.ts';
import { moveInTransaction } from '#kit/server/command.ts';
import type { Tx } from '#kit/server/database.ts';
import { pick, setColumns, setEach } from '#kit/server/stored-rows.ts';
import { deduction, type DeductionRow, type DeductionType } from '../../model/deduction.ts';
import { deductionTypeOf } from '../../model/match/line-words.ts';
import { isDeductionLine } from '../../model/match/match-lines.ts';
import { remittanceLine, type RemittanceRow } from '../../model/remittance.ts';
import { reverseRefusals } from '../../model/remittance-errors.ts';
import type { HeldLine } from '../remittances/remittance-rows.ts';
import { settleDeduction, withdrawDeduction } from './deduction-moves.ts';
import { storeDeductions, type NewDeduction } from './new-deductions.ts';

type Held = Pick<DeductionRow, 'id' | 'type' | 'status' | 'booking' | 'amount' | 'recovered'>;

const holdDeductions = (tx: Tx, ids: readonly string[]): Promise<Held[]> =>
  pick(tx, deduction, ['id', 'type', 'status', 'booking', 'amount', 'recovered'])`
    id = any(${[...ids]}::uuid[]) order by id for update`;

/**
 * What a remittance keeps, as deductions: those that were announced before are taken from now on, the others are
 * new. Nothing is posted.
 * @returns the type of each line that is one
 */
export async function bookDeductions(
  tx: Tx,
  row: RemittanceRow,
  lines: readonly HeldLine[],
): Promise<Map<string, DeductionType>> {
  const kept = lines.filter(isDeductionLine);
  const held = new Map(
    (
      await holdDeductions(
        tx,
        kept.flatMap(({ deductionId }) => deductionId ?? []),
      )
    ).map((one) => [one.id, one]),
  );
  // Somebody may have taken it off an invoice since it was matched: then this is another one.
  const knownOf = ({ deductionId, amount }: HeldLine): Held | undefined => {
    const known = held.get(deductionId ?? '');
    return known?.booking === 'none' && known.amount - known.recovered === -amount ? known : undefined;
  };
  const types = new Map<string, DeductionType>();
  const known = kept.flatMap((line) => {
    const one = knownOf(line);
    if (one) types.set(line.id, one.type);
    return one ? [one] : [];
  });
  await setColumns(tx, deduction, known, { booking: 'remittance', remittanceId: row.id });
  const accepted = known.filter(({ status }) => status === 'confirmed').map(({ id }) => id);
  if (accepted.length > 0) await moveInTransaction(tx, settleDeduction, accepted);
  const fresh = kept.filter((line) => !knownOf(line));
  const made = fresh.map((line) => asDeduction(tx, row, line));
  const ids = await storeDeductions(tx, made, 'remittance');
  fresh.forEach((line, at) => types.set(line.id, (made[at] as NewDeduction).type));
  await setEach(
    tx,
    remittanceLine,
    fresh.map(({ id }, at) => ({ id, deductionId: ids[at] ?? null })),
  );
  return types;
}

const asDeduction = (tx: Tx, row: RemittanceRow, line: HeldLine): NewDeduction => ({
  accountId: row.accountId,
  channelDeductionNo: null,
  type: deductionTypeOf(`${line.code ?? ''} ${line.description ?? ''}`),
  poNo: line.poNo,
  channelSku: null,
  currency: row.currency,
  amount: -line.amount,
  postedAt: startOfDay(row.payDate, tx.actor.zone),
  reason: [line.code, line.description].filter(Boolean).join(' ').slice(0, 500) || null,
  remittanceId: row.id,
});

/**
 * A remittance is taken back: what it made is withdrawn, also where it is argued about; what was announced before is
 * open again, with the answer that it has.
 * @throws Refusal where money came back for one of them: that is taken back first
 */
export async function unbookDeductions(tx: Tx, remittanceId: string): Promise<void> {
  const rows = await tx.rows<Pick<DeductionRow, 'id' | 'deductionNo' | 'origin'> & { isWon: boolean }>`
    select id, deduction_no, origin,
      recovery_entry_id is not null or (origin = 'remittance' and recovered > 0) as is_won
    from deduction where tenant_id = ${tx.tenant} and remittance_id = ${remittanceId}::uuid
      and booking = 'remittance' order by id for update`;
  const won = rows.find(({ isWon }) => isWon);
  if (won) throw reverseRefusals.answered(won);
  const made = rows.flatMap(({ id, origin }) => (origin === 'remittance' ? id : []));
  if (made.length > 0) await moveInTransaction(tx, withdrawDeduction, made);
  const announced = rows.flatMap(({ id, origin }) => (origin === 'remittance' ? [] : id));
  await setColumns(tx, deduction, announced, { booking: 'none', remittanceId: null });
  await setColumns(tx, deduction, made, { booking: 'none' });
}
