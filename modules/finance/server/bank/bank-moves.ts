import { moneyText } from '#kit/model/currency.ts';
import { command, moveInTransaction, type Command } from '#kit/server/command.ts';
import type { Tx } from '#kit/server/database.ts';
import { setColumns, setEach } from '#kit/server/stored-rows.ts';
import { bankFaults, oneAtATime } from '../../model/bank-errors.ts';
import { bankLine, bankLineLifecycle, MATCH_DAYS, type BankLineRow } from '../../model/bank-line.ts';
import { matchMovements } from '../../model/match/match-bank.ts';
import { readTargets } from '../../model/match/read-targets.ts';
import { candidatesFor, holdPayments, paymentsNumbered, storeMatches, type HeldPayment } from './bank-matches.ts';

/** 自动核对: by reference and amount, then by amount and day; what is in doubt stays open. */
export const autoMatchBankLines: Command = command(bankLineLifecycle, 'autoMatch', {
  async run(tx, rows, { days = null }) {
    const within = days ?? MATCH_DAYS;
    const found = matchMovements(rows, await candidatesFor(tx, rows, within), within);
    // What somebody else has taken meanwhile is not there any more.
    const held = await holdPayments(
      tx,
      found.map(({ paymentId }) => paymentId),
    );
    const lines = new Map(rows.map((row) => [row.id, row]));
    const picked = found.flatMap(({ lineId, paymentId, method, score }) => {
      const [line, paid] = [lines.get(lineId), held.get(paymentId)];
      if (!line || paid?.left !== sizeOf(line)) return [];
      return [{ line, method, score, parts: [{ paid, amount: paid.left }] }];
    });
    await storeMatches(tx, picked);
    const matched = new Set(picked.map(({ line }) => line.id));
    return new Map(rows.map(({ id }) => [id, matched.has(id) ? ('matched' as const) : ('open' as const)]));
  },
});

const sizeOf = ({ amount }: Pick<BankLineRow, 'amount'>): bigint => (amount > 0n ? amount : -amount);

/** 核对: somebody says which 收付款 a movement is, one or several; what is left between them is shown. */
export const matchBankLine: Command = command(bankLineLifecycle, 'match', {
  async run(tx, rows, { payments }) {
    const [line, ...others] = rows;
    if (others.length > 0) throw oneAtATime();
    if (!line) return;
    const parts = await namedParts(tx, line, payments);
    await storeMatches(tx, [{ line, method: 'hand', score: 100, parts }]);
  },
});

async function namedParts(tx: Tx, line: BankLineRow, text: string): Promise<{ paid: HeldPayment; amount: bigint }[]> {
  const read = readTargets(text, line.currency);
  if ('fault' in read) throw bankFaults.malformed({ text: read.fault });
  if (read.targets.length === 0) throw bankFaults.nothing();
  const found = await paymentsNumbered(
    tx,
    read.targets.map(({ no }) => no),
  );
  const held = await holdPayments(tx, [...found.values()]);
  const seen = new Set<string>();
  return read.targets.map(({ no, amount }) => {
    const paid = held.get(found.get(no.toUpperCase()) ?? '');
    if (!paid) throw bankFaults.unknown({ no });
    if (seen.has(paid.id)) throw bankFaults.twice({ no });
    seen.add(paid.id);
    refuseOther(line, paid);
    const part = amount ?? paid.left;
    if (part > paid.left || part === 0n) throw bankFaults.beyond({ no, left: moneyText(paid.left, line.currency) });
    return { paid, amount: part };
  });
}

function refuseOther(line: BankLineRow, { paymentNo: no, direction, currency, accountId }: HeldPayment): void {
  if (direction !== line.direction) throw bankFaults.side({ no, side: direction === 'in' ? '收款' : '付款' });
  if (currency !== line.currency) throw bankFaults.currency({ no, currency });
  if (accountId !== null && accountId !== line.accountId) throw bankFaults.account({ no });
}

async function letGo(tx: Tx, rows: readonly Pick<BankLineRow, 'id'>[]): Promise<void> {
  await tx.run`
    delete from bank_match
    where tenant_id = ${tx.tenant} and line_id = any(${rows.map(({ id }) => id)}::uuid[])`;
  await setEach(
    tx,
    bankLine,
    rows.map(({ id }) => ({
      id,
      matched: 0n,
      matchedWith: null,
      method: null,
      score: null,
      matchedBy: null,
      matchedAt: null,
    })),
  );
}

/** 取消核对 */
export const unmatchBankLine: Command = command(bankLineLifecycle, 'unmatch', { run: letGo });

/** 收付款冲销: what a movement was is not there any more. */
export const releaseBankLine: Command = command(bankLineLifecycle, 'release', { run: letGo });

/** 忽略: it is no 收付款, such as what goes from one of our accounts to another. */
export const ignoreBankLine: Command = command(bankLineLifecycle, 'ignore', {
  run: (tx, rows, { reason }) => setColumns(tx, bankLine, rows, { ignoreReason: reason }),
});

/** 恢复 */
export const restoreBankLine: Command = command(bankLineLifecycle, 'restore', {
  run: (tx, rows) => setColumns(tx, bankLine, rows, { ignoreReason: null }),
});

/** Movements of payments that are taken back are open again. */
export async function releasePayments(tx: Tx, paymentIds: readonly string[]): Promise<void> {
  const lines = await tx.rows<{ lineId: string }>`
    select distinct line_id from bank_match
    where tenant_id = ${tx.tenant} and payment_id = any(${[...paymentIds]}::uuid[]) order by line_id`;
  if (lines.length > 0)
    await moveInTransaction(
      tx,
      releaseBankLine,
      lines.map(({ lineId }) => lineId),
    );
}
