import { invalid } from '#kit/model/refusal.ts';
import { requirePermission } from '#kit/server/actor.ts';
import { moveInTransaction, recordBirth } from '#kit/server/command.ts';
import { newId, type Tx } from '#kit/server/database.ts';
import { insertInto, pick } from '#kit/server/stored-rows.ts';
import { currencyFaults } from '#modules/base/server/index.ts';
import { payingAccount } from '#modules/purchasing/model/paying-account.ts';
import { bankLine, bankLineLifecycle } from '../../model/bank-line.ts';
import { reportRefusals } from '../../model/report-errors.ts';
import { nothingTaken, type TakeContext, type Taken } from '../inbox/taken-rows.ts';
import type { ReadBankLine, ReadStatement } from '../readers/bank/bank-reading.ts';
import { autoMatchBankLines } from './bank-moves.ts';

/**
 * Takes statements in: movements that are there already, by account, day, amount, reference and their place among
 * equals, are the same; the others are new and look for their 收付款.
 * @param formatAccount the account that a format of sheets names
 * @throws Refusal 422 where nobody knows which account it is
 */
export async function takeBank(
  tx: Tx,
  statements: readonly ReadStatement[],
  context: TakeContext,
  formatAccount?: string | null,
): Promise<Taken> {
  requirePermission(tx.actor, autoMatchBankLines.permission);
  const taken = nothingTaken();
  for (const statement of statements) {
    const accountId = await accountFor(tx, statement, context.bankAccountId ?? formatAccount ?? null);
    const errors = await currencyFaults(tx, { currency: statement.currency }, ['currency'], {});
    if (errors.length > 0) throw invalid(errors);
    await storeStatement(tx, statement, accountId, context.fileId);
    await takeLines(tx, statement, accountId, { context, taken });
  }
  return taken;
}

const plain = (text: string | null): string => (text ?? '').toUpperCase().replace(/[^0-9A-Z]/g, '');

/** A number of a bank may have its country and branch before it. */
const LEAST_ALIKE = 6;
function isSameAccount(one: string | null, other: string | null): boolean {
  const [a, b] = [plain(one), plain(other)];
  if (a === '' || b === '') return false;
  return a === b || (Math.min(a.length, b.length) >= LEAST_ALIKE && (a.endsWith(b) || b.endsWith(a)));
}

/** The account that a file names by its number, else the one that was said, else the only one. It is held. */
async function accountFor(tx: Tx, { accountNo }: ReadStatement, named: string | null): Promise<string> {
  const all = await pick(tx, payingAccount, ['id', 'name', 'accountNo', 'status'])`
    deleted_at is null order by code`;
  const said = all.find(({ id }) => id === named);
  if (said && accountNo !== null && said.accountNo && !isSameAccount(said.accountNo, accountNo))
    throw reportRefusals.otherBank({ theirs: accountNo, account: said.name });
  const numbered = all.filter((one) => isSameAccount(one.accountNo, accountNo));
  const enabled = all.filter(({ status }) => status === 'enabled');
  const only = accountNo === null && enabled.length === 1 ? enabled[0] : undefined;
  const found = said ?? (numbered.length === 1 ? numbered[0] : only);
  if (!found) throw reportRefusals.noBankAccount({ accountNo });
  await tx.run`
    select 1 from paying_account where tenant_id = ${tx.tenant} and id = ${found.id}::uuid for no key update`;
  return found.id;
}

const storeStatement = async (
  tx: Tx,
  { no, currency, opening, closing, lines }: ReadStatement,
  accountId: string,
  fileId: string,
): Promise<void> => {
  if (closing === null) return;
  await tx.run`
    insert into bank_statement (tenant_id, id, statement_no, account_id, currency, opening_on, opening, closing_on,
      closing, line_count, report_file_id, create_by, create_time)
    values (${tx.tenant}, ${newId()}, ${no}, ${accountId}::uuid, ${currency}, ${opening?.on ?? null}::date,
      ${opening?.amount ?? closing.amount - lines.reduce((sum, { amount }) => sum + amount, 0n)}, ${closing.on}::date,
      ${closing.amount}, ${lines.length}, ${fileId}::uuid, ${tx.actor.username}, ${tx.now})
    on conflict (tenant_id, account_id, currency, statement_no, closing_on) do nothing`;
};

type Keyed = ReadBankLine & { ordinal: number; key: string };

const keyOf = (bookedOn: string, amount: bigint, bankRef: string | null): string =>
  `${bookedOn} ${amount} ${(bankRef ?? '').toUpperCase()}`;

async function takeLines(
  tx: Tx,
  { currency, lines }: ReadStatement,
  accountId: string,
  { context: { fileId }, taken }: { context: TakeContext; taken: Taken },
): Promise<void> {
  if (lines.length === 0) return;
  const counts = new Map<string, number>();
  const keyed = lines.map((line): Keyed => {
    const alike = keyOf(line.bookedOn, line.amount, line.bankRef);
    const ordinal = (counts.get(alike) ?? 0) + 1;
    counts.set(alike, ordinal);
    return { ...line, ordinal, key: `${alike} ${ordinal}` };
  });
  const days = lines.map(({ bookedOn }) => bookedOn).toSorted();
  const there = await tx.rows<{
    id: string;
    bookedOn: string;
    amount: bigint;
    bankRef: string | null;
    ordinal: number;
  }>`
    select id, booked_on::text as booked_on, amount, bank_ref, ordinal from bank_line
    where tenant_id = ${tx.tenant} and account_id = ${accountId}::uuid and currency = ${currency}
      and booked_on between ${days[0] ?? ''}::date and ${days.at(-1) ?? ''}::date`;
  const known = new Map(there.map((one) => [`${keyOf(one.bookedOn, one.amount, one.bankRef)} ${one.ordinal}`, one.id]));
  const fresh = keyed.filter(({ key }) => !known.has(key));
  const ids = await storeLines(tx, fresh, { accountId, currency, fileId });
  const added = new Map(fresh.map(({ key }, at) => [key, ids[at] ?? '']));
  for (const { key, row, bankRef, ourRef, amount, memo } of keyed)
    taken.rows.push({
      rowNo: row,
      no: bankRef ?? ourRef,
      currency,
      amount,
      note: memo?.slice(0, 200) ?? null,
      outcome: added.has(key) ? 'added' : 'same',
      bankLineId: added.get(key) ?? known.get(key) ?? null,
    });
  taken.days.push(...days);
  taken.documents.bankLine += ids.length;
  if (ids.length === 0) return;
  await moveInTransaction(tx, autoMatchBankLines, ids);
  const { n } = await tx.one<{ n: number }>`
    select count(*)::integer as n from bank_line
    where tenant_id = ${tx.tenant} and id = any(${ids}::uuid[]) and matched > 0`;
  taken.matched += n;
}

async function storeLines(
  tx: Tx,
  lines: readonly Keyed[],
  { accountId, currency, fileId }: { accountId: string; currency: string; fileId: string },
): Promise<string[]> {
  if (lines.length === 0) return [];
  const numbers = await tx.numbering.take(tx.actor, 'BK', lines.length);
  const ids = await insertInto(
    tx,
    bankLine,
    lines.map(({ row: _row, key: _key, ...line }, at) => ({
      ...line,
      lineNo: numbers[at] ?? '',
      accountId,
      currency,
      reportFileId: fileId,
      status: 'open' as const,
    })),
  );
  recordBirth(
    tx,
    bankLineLifecycle,
    'import',
    ids.map((id) => ({ id, status: 'open', scope: null })),
  );
  return ids;
}
