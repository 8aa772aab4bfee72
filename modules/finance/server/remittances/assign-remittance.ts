import { moneyText } from '#kit/model/currency.ts';
import { command, type Command } from '#kit/server/command.ts';
import type { Tx } from '#kit/server/database.ts';
import { noteMakers } from '#kit/server/makers.ts';
import { setColumns } from '#kit/server/stored-rows.ts';
import { matchKey } from '../../model/match/line-words.ts';
import type { OpenInvoice } from '../../model/match/match-lines.ts';
import { readTargets } from '../../model/match/read-targets.ts';
import { remittance, remittanceLine, type RemittanceLineKind, type RemittanceRow } from '../../model/remittance.ts';
import { assignFaults } from '../../model/remittance-errors.ts';
import { remittanceLifecycle } from '../../model/remittance-lifecycle.ts';
import { destinationOf, dropShares, insertShares, sumUp, type MatchState } from './match-remittance.ts';
import { linesOfRemittance, openInvoices, sharesOf, type HeldLine } from './remittance-rows.ts';

/** 手工核销: what one line pays, as somebody says it; the ladder leaves it alone from now on. */
export const assignRemittance: Command = command(remittanceLifecycle, 'assign', {
  async run(tx, rows, { lineNo, lineKind = null, invoices = null }) {
    const states = new Map<string, MatchState>();
    for (const row of rows) {
      await noteMakers(tx, remittance, row.id);
      const stored = await lineNumbered(tx, row, lineNo);
      const line = { ...stored, kind: (lineKind ?? stored.kind) as RemittanceLineKind };
      await dropShares(tx, row.id, [line.id]);
      const shares = invoices ? await namedShares(tx, row, line, invoices, line.amount) : [];
      await insertShares(tx, row, shares);
      await setColumns(tx, remittanceLine, [line.id], {
        kind: line.kind,
        ...(await asAssigned(tx, line, shares)),
      });
      states.set(row.id, await sumUp(tx, row.id));
    }
    return states;
  },
});

/** What a line that somebody decided on says of itself. */
async function asAssigned(tx: Tx, line: HeldLine, shares: readonly { invoiceId: string; amount: bigint }[]) {
  const matched = shares.reduce((sum, { amount }) => sum + amount, 0n);
  const rest = line.amount - matched;
  const isPlaced = shares.length > 0 || destinationOf(line) !== 'parked';
  const said = [
    shares.length > 0 ? `手工核销 ${shares.length} 张发票` : '',
    rest !== 0n && shares.length > 0 ? `余 ${moneyText(rest, line.currency)} 转入待核销` : '',
    shares.length === 0 && isPlaced ? '手工改类型' : '',
  ].filter(Boolean);
  return {
    matchStatus: isPlaced ? ('matched' as const) : ('open' as const),
    method: isPlaced ? ('hand' as const) : null,
    score: isPlaced ? 100 : 0,
    diff: shares.length > 0 ? rest : null,
    deductionId: null,
    explanation: `${said.join('，') || '转入待核销'}（${tx.actor.username}）`,
    matched,
  };
}

export async function lineNumbered(tx: Tx, row: Pick<RemittanceRow, 'id'>, lineNo: number): Promise<HeldLine> {
  const line = (await linesOfRemittance(tx, row.id)).find((one) => one.lineNo === lineNo);
  if (!line) throw assignFaults.noLine({ lineNo });
  return line;
}

/**
 * Invoices that somebody named for a line, with what of the line pays each.
 * @param most minor units that the line has left
 * @throws Refusal 422 at the question
 */
export async function namedShares(
  tx: Tx,
  row: Pick<RemittanceRow, 'id' | 'accountId' | 'currency'>,
  line: HeldLine,
  text: string,
  most: bigint,
): Promise<{ lineId: string; invoiceId: string; amount: bigint }[]> {
  const read = readTargets(text, row.currency);
  if ('fault' in read) throw assignFaults.malformed({ text: read.fault });
  if (read.targets.length === 0) return [];
  if (line.amount < 0n) throw assignFaults.negative();
  const found = await openInvoices(
    tx,
    row,
    read.targets.map(({ no }) => ({ poNo: no, invoiceNo: no })),
  );
  const owed = await leftOf(tx, row.id, line.id, found);
  const shares = new Map<string, bigint>();
  let left = most;
  for (const { no, amount } of read.targets) {
    const invoice = invoiceNamed(found, no);
    const balance = (owed.get(invoice.id) ?? 0n) - (shares.get(invoice.id) ?? 0n);
    const share = amount ?? (balance < left ? balance : left);
    if (share > balance || share <= 0n)
      throw assignFaults.beyondInvoice({ invoiceNo: invoice.invoiceNo, balance: moneyText(balance, row.currency) });
    if (share > left) throw assignFaults.beyondLine({ left: moneyText(left, row.currency) });
    left -= share;
    shares.set(invoice.id, (shares.get(invoice.id) ?? 0n) + share);
  }
  return [...shares].map(([invoiceId, amount]) => ({ lineId: line.id, invoiceId, amount }));
}

/** What is owed of invoices beyond what other lines of the remittance are to pay. */
async function leftOf(
  tx: Tx,
  remittanceId: string,
  lineId: string,
  found: readonly OpenInvoice[],
): Promise<Map<string, bigint>> {
  const owed = new Map(found.map(({ id, balance }) => [id, balance]));
  const { status } = await tx.one<{ status: string }>`
    select status from remittance where tenant_id = ${tx.tenant} and id = ${remittanceId}::uuid`;
  // What is posted has left the balance by itself.
  if (status === 'posted') return owed;
  for (const share of await sharesOf(tx, remittanceId))
    if (share.lineId !== lineId && owed.has(share.invoiceId))
      owed.set(share.invoiceId, (owed.get(share.invoiceId) ?? 0n) - share.amount);
  return owed;
}

function invoiceNamed(found: readonly OpenInvoice[], no: string): OpenInvoice {
  const key = matchKey(no);
  const numbered = found.find(
    ({ invoiceNo, channelInvoiceNo }) => matchKey(invoiceNo) === key || matchKey(channelInvoiceNo) === key,
  );
  const ofPo = numbered ? [numbered] : found.filter(({ poNo }) => matchKey(poNo) === key);
  const [one] = ofPo;
  if (!one) throw assignFaults.unknown({ no });
  if (ofPo.length > 1) throw assignFaults.several({ no });
  return one;
}
