import { createHash } from 'node:crypto';
import { recordBirth, moveInTransaction } from '#kit/server/command.ts';
import type { Tx } from '#kit/server/database.ts';
import { auditResource } from '#kit/server/audit.ts';
import { noteMakers } from '#kit/server/makers.ts';
import { requireVisible } from '#kit/server/query/own-visibility.ts';
import { insertInto } from '#kit/server/stored-rows.ts';
import { formatDecimal } from '#kit/model/money.ts';
import { exponentOf } from '#kit/model/currency.ts';
import { remittance, remittanceLine, type RemittanceLineKind } from '../../model/remittance.ts';
import { remittanceDiffers } from '../../model/remittance-errors.ts';
import { remittanceLifecycle } from '../../model/remittance-lifecycle.ts';
import { noteTypists } from './charge-limit.ts';
import { matchRemittance } from './match-remittance.ts';

/** A remittance as a file tells it, whatever kind of file it is. */
export interface IncomingRemittance {
  accountId: string;
  channelRemitNo: string;
  payDate: string;
  currency: string;
  /** Minor units. */
  netAmount: bigint;
  bankRef: string | null;
  source: 'sheet' | 'edi';
  sourceFile: string | null;
  /** The file of the inbox that it comes from. */
  reportFileId?: string;
  lines: readonly IncomingLine[];
}

export interface IncomingLine {
  kind: RemittanceLineKind;
  poNo: string | null;
  invoiceNo: string | null;
  /** Minor units, signed, never zero. */
  amount: bigint;
  code: string | null;
  description: string | null;
  /** Of the file, from 1. */
  row: number;
}

/**
 * Takes a remittance in as it was read, and matches it: once, by its number at the channel, however often and by
 * however many it is read.
 * @returns `same` where it is there with the same lines
 * @throws Refusal 422 where it is there and says something else
 */
export async function takeRemittance(
  tx: Tx,
  incoming: IncomingRemittance,
): Promise<{ id: string; outcome: 'added' | 'same' }> {
  const { accountId, channelRemitNo, lines, currency, ...head } = incoming;
  // Two who read the same file at once come one after the other, by the shop.
  await tx.run`
    select 1 from channel_account where tenant_id = ${tx.tenant} and id = ${accountId}::uuid for no key update`;
  const digest = digestOf(incoming);
  const known = await tx.maybe<{ id: string; remitNo: string; digest: string | null }>`
    select id, remit_no, digest from remittance
    where tenant_id = ${tx.tenant} and account_id = ${accountId}::uuid and status <> 'reversed'
      and upper(channel_remit_no) = upper(${channelRemitNo})`;
  if (known) {
    if (known.digest === digest) return { id: known.id, outcome: 'same' };
    throw remittanceDiffers({ channelRemitNo, remitNo: known.remitNo, row: lines[0]?.row ?? 1 });
  }
  const [remitNo = ''] = await tx.numbering.take(tx.actor, 'RM', 1);
  const [id = ''] = await insertInto(tx, remittance, [
    {
      ...head,
      accountId,
      channelRemitNo,
      currency,
      remitNo,
      lineCount: lines.length,
      openCount: lines.length,
      lineTotal: lines.reduce((sum, { amount }) => sum + amount, 0n),
      status: 'imported' as const,
    },
  ]);
  await tx.run`update remittance set digest = ${digest} where tenant_id = ${tx.tenant} and id = ${id}::uuid`;
  await insertInto(
    tx,
    remittanceLine,
    lines.map(({ row, ...line }, at) => ({
      ...line,
      remittanceId: id,
      lineNo: at + 1,
      currency,
      stated: formatDecimal(line.amount, exponentOf(currency)),
      sourceRow: row,
    })),
  );
  await requireVisible(tx, remittance, id);
  await noteMakers(tx, remittance, id);
  // A file that nobody keeps may have been anything.
  if (incoming.reportFileId === undefined) await noteTypists(tx, id);
  recordBirth(tx, remittanceLifecycle, 'import', [{ id, status: 'imported', scope: null }]);
  auditResource(tx, remittance, [{ rowId: id, action: 'import' }]);
  await moveInTransaction(tx, matchRemittance, [id]);
  return { id, outcome: 'added' };
}

/** What a remittance says that a file said. */
type Said = Pick<IncomingRemittance, 'payDate' | 'currency' | 'netAmount'> & {
  lines: readonly Pick<IncomingLine, 'poNo' | 'invoiceNo' | 'amount' | 'code'>[];
};

/** What a remittance says, whatever the order of its lines. */
export function digestOf({ payDate, currency, netAmount, lines }: Said): string {
  const said = lines.map(({ poNo, invoiceNo, amount, code }) => `${poNo} ${invoiceNo} ${amount} ${code}`).sort();
  return createHash('sha256')
    .update([payDate, currency, netAmount, ...said].join('\n'))
    .digest('hex');
}
