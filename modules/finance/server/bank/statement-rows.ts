import { exponentOf } from '#kit/model/currency.ts';
import { invalid } from '#kit/model/refusal.ts';
import type { Tx } from '#kit/server/database.ts';
import { baseCurrency } from '#modules/base/server/index.ts';
import type { BankSheetRow } from '../../model/bank-sheet.ts';
import { remittanceFaults } from '../../model/remittance-errors.ts';
import { reportRefusals } from '../../model/report-errors.ts';
import { kept, type ReadBankLine, type ReadStatement } from '../readers/bank/bank-reading.ts';
import { minorAmount } from '../remittances/remittance-draft.ts';
import type { ReadPlan, ReadRow } from '../inbox/read-rows.ts';

interface Movement {
  line: ReadBankLine;
  /** After it; null where the sheet has none. */
  balance: bigint | null;
}

/**
 * Rows of a sheet of a bank as statements: one for each account and currency. Where the sheet has balances they are
 * held against the movements, from above or from below, and say what stood there before and after.
 * @throws Refusal naming the row that is at fault
 */
export async function statementsOfRows(
  tx: Tx,
  rows: readonly ReadRow[],
  { format }: Pick<ReadPlan, 'format'>,
): Promise<ReadStatement[]> {
  const base = await baseCurrency(tx);
  const own = rows.map(({ row, values }) => {
    const said = values as BankSheetRow;
    return { row, said, currency: (said.currency ?? format?.currency ?? base).toUpperCase() };
  });
  const groups = Map.groupBy(own, ({ said, currency }) => `${(said.accountNo ?? '').replace(/\s/g, '')} ${currency}`);
  return [...groups.values()].flatMap((group): ReadStatement[] => {
    const [first] = group;
    const moves = group.flatMap(({ row, said, currency }) => movementOf(row, said, currency));
    if (!first || moves.length === 0) return [];
    const days = moves.map(({ line }) => line.bookedOn).toSorted();
    const statement = {
      no: `${days[0]} 至 ${days.at(-1)}`,
      accountNo: kept(first.said.accountNo, 64)?.replace(/\s/g, '') ?? null,
      currency: first.currency,
      lines: moves.map(({ line }) => line),
    };
    return [{ ...statement, ...balancesOf(moves) }];
  });
}

function movementOf(row: number, said: BankSheetRow, currency: string): Movement[] {
  const minor = (text: string | null | undefined, field: string): bigint | null => {
    if (text === null || text === undefined) return null;
    const amount = minorAmount(text, currency);
    if (amount === null)
      throw invalid([remittanceFaults.places({ currency, places: exponentOf(currency), field, row })]);
    return amount;
  };
  const [income, expense, amount] = [
    minor(said.income, 'income'),
    minor(said.expense, 'expense'),
    minor(said.amount, 'amount'),
  ];
  if ((income ?? 0n) !== 0n && (expense ?? 0n) !== 0n) throw reportRefusals.bothSides({ row });
  if (income === null && expense === null && amount === null) throw reportRefusals.noMovement({ row });
  // Some banks write what went out with a sign in its own column, too.
  const spent = expense ?? 0n;
  const value = amount ?? (income ?? 0n) - (spent < 0n ? -spent : spent);
  if (value === 0n) return [];
  const line: ReadBankLine = {
    row,
    bookedOn: said.bookedOn,
    valueOn: null,
    amount: value,
    counterparty: kept(said.counterparty, 128),
    memo: kept(said.memo, 500),
    bankRef: kept(said.bankRef, 64),
    ourRef: kept(said.ourRef, 64),
  };
  return [{ line, balance: minor(said.balance, 'balance') }];
}

/** What stood there before the first movement and after the last, as the balances beside them say. */
function balancesOf(moves: readonly Movement[]): Pick<ReadStatement, 'opening' | 'closing'> {
  const none = { opening: null, closing: null };
  if (moves.some(({ balance }) => balance === null)) return none;
  const [down, up] = [moves, moves.toReversed()];
  const brokenDown = breakOf(down);
  const brokenUp = breakOf(up);
  if (brokenDown && brokenUp) throw reportRefusals.brokenBalance({ row: brokenDown.line.row });
  const ordered = brokenDown ? up : down;
  const [first, last] = [ordered[0], ordered.at(-1)];
  if (!first || !last) return none;
  return {
    opening: { on: first.line.bookedOn, amount: (first.balance ?? 0n) - first.line.amount },
    closing: { on: last.line.bookedOn, amount: last.balance ?? 0n },
  };
}

/** The first movement whose balance does not follow from the one before. */
const breakOf = (moves: readonly Movement[]): Movement | undefined =>
  moves.find(({ line, balance }, at) => {
    const before = moves[at - 1];
    return before !== undefined && (before.balance ?? 0n) + line.amount !== balance;
  });
