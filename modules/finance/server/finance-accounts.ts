import type { Tx } from '#kit/server/database.ts';
import type { AccountName } from '#modules/ledger/model/journal.ts';
import { deductionType, type DeductionType } from '../model/deduction.ts';
import { remittanceLineKind, type RemittanceLineKind } from '../model/remittance.ts';

type Part = Pick<AccountName, 'part' | 'partName'>;

/** The part of an account that is of one shop. */
export async function shopPart(tx: Tx, accountId: string): Promise<Part> {
  const { name } = await tx.one<{ name: string }>`
    select name from channel_account where tenant_id = ${tx.tenant} and id = ${accountId}::uuid`;
  return { part: accountId, partName: name };
}

/** 待核销回款 of a shop: what it paid and nobody knows what for. */
export const parkedAccount = async (tx: Tx, accountId: string): Promise<AccountName> => ({
  code: 'suspense:remit',
  ...(await shopPart(tx, accountId)),
});

/** 平台扣款 of one type. */
export const deductionAccount = (type: DeductionType): AccountName => ({
  code: 'expense:deduction',
  part: type,
  partName: deductionType.items[type],
});

/** What a line of a remittance that charges something costs. */
export const costAccount = (kind: RemittanceLineKind): AccountName =>
  kind === 'earlyPayDiscount'
    ? { code: 'expense:cashDiscount' }
    : { code: 'expense:channelFee', part: kind, partName: remittanceLineKind.items[kind] };
