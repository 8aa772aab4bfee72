import { formatDecimal, parseDecimal, PRICE_SCALE } from '#kit/model/money.ts';
import { invalid, Refusal } from '#kit/model/refusal.ts';
import { requirePermission } from '#kit/server/actor.ts';
import type { Tx } from '#kit/server/database.ts';
import type { DeductionSheetRow } from '../../model/deduction-sheet.ts';
import { reportRefusals } from '../../model/report-errors.ts';
import type { RemittanceSheetRow } from '../../model/remittance-sheet.ts';
import { readDeduction } from '../deductions/deduction-sheet.ts';
import { takeDeductions, type IncomingDeduction } from '../deductions/take-deductions.ts';
import { matchRemittance } from '../remittances/match-remittance.ts';
import { readRemittance, remittanceSheet } from '../remittances/remittance-sheet.ts';
import { takeRemittance } from '../remittances/take-remittance.ts';
import { accountsOfNumbers, shopOf, type Shop } from '../shop-of-numbers.ts';
import { statementsOfRows } from '../bank/statement-rows.ts';
import { takeBank } from '../bank/take-bank.ts';
import { atRow, type ReadPlan, type ReadRow } from './read-rows.ts';
import { nothingTaken, type TakeContext, type Taken } from './taken-rows.ts';

interface Numbers {
  accountId?: string | null;
  poNo?: string | null;
  invoiceNo?: string | null;
}

/**
 * Takes the rows of a sheet in, all or none, by the ways that sheets of remittances and deductions go everywhere else.
 * @throws Refusal naming the row that is at fault
 */
export async function takeSheet(
  tx: Tx,
  rows: readonly ReadRow[],
  plan: ReadPlan,
  context: TakeContext,
): Promise<Taken> {
  if (plan.kind === 'bankLine')
    return takeBank(tx, await statementsOfRows(tx, rows, plan), context, plan.format?.bankAccountId);
  requirePermission(tx.actor, `finance:${plan.kind}:import`);
  const shopped = await withShops(tx, rows, context.accountId ?? plan.format?.accountId ?? null);
  return plan.kind === 'remittance'
    ? takeRemittances(tx, shopped, plan, context)
    : takeAllDeductions(tx, shopped, context);
}

/** Rows that name no shop are of the one that was said, else of the only one that has their POs and invoices. */
async function withShops(tx: Tx, rows: readonly ReadRow[], named: string | null): Promise<ReadRow[]> {
  const open = rows.filter(({ values }) => !values['accountId']);
  if (open.length === 0) return [...rows];
  const numbers = open.map(({ values }) => values as Numbers);
  const shop = await shopOf(tx, named, numbers);
  if (!shop) throw reportRefusals.noShop();
  const owners = await accountsOfNumbers(tx, numbers);
  if (owners.length > 0 && !owners.includes(shop.id)) throw await otherShop(tx, shop.id, numbers);
  return rows.map(({ row, values }) => ({
    row,
    values: values['accountId'] ? values : { ...values, accountId: shop.id },
  }));
}

/** Names the two shops as far as the reader knows them. */
async function otherShop(tx: Tx, id: string, numbers: readonly Numbers[]): Promise<Refusal> {
  const theirs = await shopOf(tx, null, numbers);
  const names = await tx.rows<{ id: string; name: string }>`
    select id, name from channel_account
    where tenant_id = ${tx.tenant} and id = any(${[id, ...(theirs ? [theirs.id] : [])]}::uuid[])`;
  const nameOf = (of: string | undefined): string | null => names.find((one) => one.id === of)?.name ?? null;
  return reportRefusals.otherShop({ shop: nameOf(id) ?? '', theirs: nameOf(theirs?.id) });
}

async function takeRemittances(
  tx: Tx,
  rows: readonly ReadRow[],
  { format }: ReadPlan,
  { fileId, fileName }: TakeContext,
): Promise<Taken> {
  requirePermission(tx.actor, matchRemittance.permission);
  const taken = nothingTaken();
  const groups = Map.groupBy(rows, ({ values }) => remittanceSheet.sheet.documentOf(values).key);
  for (const group of groups.values()) {
    const lines = format && !format.netColumn ? withSum(group) : group;
    const incoming = await namingRows(group, () =>
      readRemittance(tx, lines as { row: number; values: RemittanceSheetRow }[]),
    );
    const { id, outcome } = await namingRows(group, () =>
      takeRemittance(tx, { ...incoming, sourceFile: fileName.slice(0, 255), reportFileId: fileId }),
    );
    taken.shops.add(incoming.accountId);
    taken.days.push(incoming.payDate);
    if (outcome === 'added') taken.documents.remittance += 1;
    for (const { row, amount, poNo } of incoming.lines)
      taken.rows.push({
        rowNo: row,
        no: incoming.channelRemitNo,
        poNo,
        currency: incoming.currency,
        amount,
        outcome,
        remittanceId: id,
      });
  }
  return taken;
}

/** A file that says no net is taken to pay the sum of its lines. */
function withSum(rows: readonly ReadRow[]): ReadRow[] {
  const sum = rows.reduce((all, { values }) => all + (parseDecimal(String(values['amount']), PRICE_SCALE) ?? 0n), 0n);
  const netAmount = formatDecimal(sum, PRICE_SCALE);
  return rows.map(({ row, values }, at) => ({ row, values: at === 0 ? { ...values, netAmount } : values }));
}

async function takeAllDeductions(tx: Tx, rows: readonly ReadRow[], { fileId }: TakeContext): Promise<Taken> {
  const taken = nothingTaken();
  const seen = new Map<string, number>();
  const shops = new Map<string, Shop | null>();
  const incoming: IncomingDeduction[] = [];
  for (const one of rows) {
    const { row } = one;
    const values = one.values as DeductionSheetRow & { accountId: string };
    const { accountId, channelDeductionNo: no = null } = values;
    const first = no === null ? undefined : seen.get(`${accountId} ${no.toUpperCase()}`);
    if (first !== undefined) throw reportRefusals.twice({ no: no ?? '', row, first });
    if (no !== null) seen.set(`${accountId} ${no.toUpperCase()}`, row);
    if (!shops.has(accountId)) shops.set(accountId, await shopOf(tx, accountId, []));
    const shop = shops.get(accountId) ?? undefined;
    const read = await namingRows([one], () => readDeduction(tx, { row, values }, shop));
    incoming.push({ ...read, row, reportFileId: fileId });
    taken.shops.add(read.accountId);
    taken.days.push(String(values.postedOn));
  }
  const { each } = await namingRows(rows, () => takeDeductions(tx, incoming));
  taken.documents.deduction = each.filter(({ outcome }) => outcome === 'added').length;
  taken.rows = incoming.map(({ row, channelDeductionNo, poNo, currency, amount }, at) => ({
    rowNo: row,
    no: channelDeductionNo,
    poNo,
    currency,
    amount,
    outcome: each[at]?.outcome ?? 'same',
    deductionId: each[at]?.id ?? null,
  }));
  return taken;
}

/** What is refused of some rows names the row, whoever refuses it. */
async function namingRows<T>(rows: readonly ReadRow[], work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof Refusal) || error.status >= 500) throw error;
    const at = rows[0]?.row ?? 1;
    const { errors, code, message } = error;
    if (errors.length === 0) throw invalid([atRow({ field: '', code, message }, at)]);
    throw invalid(errors.map((one) => atRow(one, one.row ?? at)));
  }
}
