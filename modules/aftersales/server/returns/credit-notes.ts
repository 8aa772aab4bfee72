import type { Tx } from '#kit/server/database.ts';
import { recordBirth } from '#kit/server/command.ts';
import { insertInto, pick } from '#kit/server/stored-rows.ts';
import { channelAccount } from '#modules/base/model/channel-account.ts';
import { customerOfChannel } from '#modules/base/server/index.ts';
import type { AccountName } from '#modules/ledger/model/journal.ts';
import { postEntries } from '#modules/ledger/server/index.ts';
import { creditNote, creditNoteLifecycle, creditNoteLine } from '../../model/credit-note.ts';
import type { ReturnRow } from '../../model/return-order.ts';

/** What a line of a return is credited with. */
export interface CreditedLine {
  returnLineId: string;
  orderLineId: string | null;
  skuId: string;
  qty: number;
  /** Minor units, above zero. */
  amount: bigint;
}

interface NewNote {
  lines: readonly CreditedLine[];
  total: bigint;
  fxRate: string;
  baseCurrency: string;
  baseTotal: bigint;
  reason: string | null;
}

/** Issues a credit note for a return and posts it. @returns its id */
export async function issueNote(
  tx: Tx,
  row: ReturnRow,
  { lines, ...amounts }: NewNote,
): Promise<string> {
  const [creditNo = ''] = await tx.numbering.take(tx.actor, 'CN', 1);
  const owing = await whoOwes(tx, row.accountId);
  const [id = ''] = await insertInto(tx, creditNote, [
    {
      ...{ creditNo, returnId: row.id, orderId: row.orderId, accountId: row.accountId },
      warehouseId: row.warehouseId,
      ...{ customerId: owing.customerId, currency: row.currency, lineCount: lines.length },
      ...amounts,
      ...{ issuedBy: tx.actor.username, status: 'issued' as const },
    },
  ]);
  await insertInto(
    tx,
    creditNoteLine,
    lines.map((line) => ({ ...line, creditNoteId: id, currency: row.currency })),
  );
  recordBirth(tx, creditNoteLifecycle, 'credit', [{ id, status: 'issued', scope: null }]);
  // What a sandbox order was sold for never stood in the books.
  if (row.environment === 'live' && amounts.baseTotal > 0n)
    await post(tx, { id, creditNo }, amounts, owing.account);
  return id;
}

async function post(
  tx: Tx,
  { id, creditNo }: { id: string; creditNo: string },
  { baseTotal, baseCurrency }: Pick<NewNote, 'baseTotal' | 'baseCurrency'>,
  owing: AccountName,
): Promise<void> {
  const [entryId = ''] = await postEntries(tx, [
    {
      ...{ refType: 'creditNote', refId: id, refNo: creditNo, event: 'issued', memo: '退货退款' },
      postings: [
        {
          ...{ debit: { code: 'revenue:returns' }, credit: owing },
          ...{ amount: baseTotal, currency: baseCurrency },
        },
      ],
    },
  ]);
  await tx.run`update credit_note set entry_id = ${entryId}::uuid
    where tenant_id = ${tx.tenant} and id = ${id}::uuid`;
}

/** Whose 应收账款 falls: that of the marketplace among our customers, else that of the shop itself. */
async function whoOwes(
  tx: Tx,
  accountId: string | null,
): Promise<{ customerId: string | null; account: AccountName }> {
  const [shop] = accountId
    ? await pick(tx, channelAccount, ['name', 'channelCode'])`id = ${accountId}::uuid`
    : [];
  const customer = shop ? await customerOfChannel(tx, shop.channelCode) : undefined;
  const partName = customer?.name ?? shop?.name;
  return {
    customerId: customer?.id ?? null,
    account: {
      ...{ code: 'ar', part: customer?.id ?? accountId ?? '' },
      ...(partName ? { partName } : {}),
    },
  };
}
