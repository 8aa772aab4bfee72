import { moneyText } from '#kit/model/currency.ts';
import { dayIn } from '#kit/model/time.ts';
import { command, moveInTransaction, type Command } from '#kit/server/command.ts';
import { newId, type Tx } from '#kit/server/database.ts';
import { pick, setColumns, setEach } from '#kit/server/stored-rows.ts';
import { baseCurrency } from '#modules/base/server/index.ts';
import type { AccountName } from '#modules/ledger/model/journal.ts';
import {
  invoice,
  invoiceLifecycle,
  invoiceSettlement,
  type InvoiceRow,
  type SettlementKind,
} from '../../model/invoice.ts';
import { settledBeyond, settledNotOpen } from '../../model/invoice-errors.ts';
import { shareOfReceivable } from '../../model/settle-invoice.ts';
import { showPayStatus } from './pay-status.ts';

/** Something that takes a part of an invoice away. */
export interface NewSettlement {
  invoiceId: string;
  kind: SettlementKind;
  /** Minor units of the invoice, above zero. */
  amount: bigint;
}

/** The document that settles: what it posts it takes back by its own reversal. */
export interface SettlementSource {
  /** As the `refType` of its journal entries. */
  type: string;
  id: string;
  /** What people call it. */
  no: string;
  /** The day on which it counts; today where it is left out. */
  day?: string;
}

/** What a settlement takes off 应收账款, for the entry of its source. */
export interface Settled extends NewSettlement {
  currency: string;
  receivable: AccountName;
  /** Minor units of the books. */
  baseAmount: bigint;
}

const OPEN: ReadonlySet<string> = new Set(invoiceLifecycle.moves.settle.from);

/**
 * Takes parts off invoices, in the order given; the invoices are held meanwhile, in one order for everybody. Nothing
 * is posted: the source posts what it put in the place of the receivable, against `receivable` and `baseAmount`.
 * @throws Refusal where an invoice is not open, or less is owed of it
 */
export async function settleInvoices(
  tx: Tx,
  source: SettlementSource,
  settlements: readonly NewSettlement[],
): Promise<Settled[]> {
  const { settled, rows } = await takeOff(tx, source, settlements);
  await moveInTransaction(tx, settleInvoice, [...rows.keys()]);
  await showPayStatus(tx, ordersOf(rows));
  return settled;
}

/** As {@link settleInvoices}, for a move of the invoices themselves: it writes their states. */
export async function takeOff(
  tx: Tx,
  source: SettlementSource,
  settlements: readonly NewSettlement[],
): Promise<{ settled: Settled[]; rows: ReadonlyMap<string, HeldInvoice> }> {
  const rows = await holdInvoices(
    tx,
    settlements.map(({ invoiceId }) => invoiceId),
  );
  const names = await customerNames(tx, [...rows.values()]);
  const base = await baseCurrency(tx);
  const settled = settlements.map((one): Settled => {
    const row = rows.get(one.invoiceId);
    if (!row || !OPEN.has(row.status)) throw settledNotOpen({ invoiceNo: row?.invoiceNo ?? '' });
    const { currency, balance } = row;
    if (one.amount > balance) throw settledBeyond({ invoiceNo: row.invoiceNo, balance: moneyText(balance, currency) });
    const baseAmount = shareOfReceivable(row, one.amount);
    row[one.kind] += one.amount;
    row.balance -= one.amount;
    row.settledBase += baseAmount;
    return { ...one, currency, baseAmount, receivable: receivableOf(row, names) };
  });
  await storeSettlements(tx, source, settled, base);
  await storeBalances(tx, rows);
  return { settled, rows };
}

/**
 * Gives back what a source took off invoices. Its entry is reversed by whoever posted it.
 * @returns whether it had taken anything
 */
export async function unsettleInvoices(tx: Tx, source: Pick<SettlementSource, 'type' | 'id'>): Promise<boolean> {
  const taken = await pick(tx, invoiceSettlement, ['id', 'invoiceId', 'kind', 'amount', 'baseAmount'])`
    source_type = ${source.type} and source_id = ${source.id}::uuid and status = 'effective' order by id`;
  if (taken.length === 0) return false;
  const rows = await holdInvoices(
    tx,
    taken.map(({ invoiceId }) => invoiceId),
  );
  for (const { invoiceId, kind, amount, baseAmount } of taken) {
    const row = rows.get(invoiceId);
    if (!row) continue;
    row[kind] -= amount;
    row.settledBase -= baseAmount;
  }
  await setColumns(tx, invoiceSettlement, taken, {
    status: 'reversed',
    updateBy: tx.actor.username,
    updateTime: tx.now,
  });
  await storeBalances(tx, rows);
  // Who asked for it to be given up asked for what was owed then.
  await setColumns(tx, invoice, [...rows.keys()], { writeOffAskedBy: null, writeOffAskedAt: null });
  await moveInTransaction(tx, unsettleInvoice, [...rows.keys()]);
  await showPayStatus(tx, ordersOf(rows));
  return true;
}

const ordersOf = (rows: ReadonlyMap<string, HeldInvoice>): (string | null)[] =>
  [...rows.values()].map(({ orderId }) => orderId);

const storeSettlements = (
  tx: Tx,
  { type, id, no, day }: SettlementSource,
  settled: readonly Settled[],
  base: string,
): Promise<unknown> =>
  tx.rows`
    insert into invoice_settlement (tenant_id, id, invoice_id, kind, currency, amount, base_currency, base_amount,
      source_type, source_id, source_no, settled_on, create_by, create_time)
    select ${tx.tenant}, s.id, s.invoice_id, s.kind, s.currency, s.amount, ${base}, s.base_amount,
      ${type}, ${id}::uuid, ${no}, ${day ?? dayIn(tx.now, tx.actor.zone)}::date, ${tx.actor.username}, ${tx.now}
    from unnest(${settled.map(() => newId())}::uuid[], ${settled.map((s) => s.invoiceId)}::uuid[],
      ${settled.map((s) => s.kind)}::text[], ${settled.map((s) => s.currency)}::text[],
      ${settled.map((s) => s.amount)}::bigint[], ${settled.map((s) => s.baseAmount)}::bigint[])
      as s (id, invoice_id, kind, currency, amount, base_amount)
    returning id`;

export type HeldInvoice = Pick<
  InvoiceRow,
  | 'id'
  | 'invoiceNo'
  | 'customerId'
  | 'orderId'
  | 'currency'
  | 'total'
  | 'balance'
  | 'baseTotal'
  | 'settledBase'
  | 'status'
  | SettlementKind
>;

/** The invoices, locked in the order of their ids: who settles two of them waits for nobody who holds the other. */
async function holdInvoices(tx: Tx, ids: readonly string[]): Promise<Map<string, HeldInvoice>> {
  const rows = await pick(tx, invoice, [
    'id',
    'invoiceNo',
    'customerId',
    'orderId',
    'currency',
    'total',
    'balance',
    'baseTotal',
    'settledBase',
    'status',
    'paid',
    'deducted',
    'credited',
    'discounted',
    'writtenOff',
  ])`id = any(${[...new Set(ids)]}::uuid[]) order by id for update`;
  return new Map(rows.map((row) => [row.id, row]));
}

const storeBalances = (tx: Tx, rows: ReadonlyMap<string, HeldInvoice>): Promise<void> =>
  setEach(
    tx,
    invoice,
    [...rows.values()].map(({ id, paid, deducted, credited, discounted, writtenOff, settledBase }) => ({
      id,
      paid,
      deducted,
      credited,
      discounted,
      writtenOff,
      settledBase,
    })),
  );

async function customerNames(tx: Tx, rows: readonly HeldInvoice[]): Promise<Map<string, string>> {
  const found = await tx.rows<{ id: string; name: string }>`
    select id, name from customer where tenant_id = ${tx.tenant}
      and id = any(${[...new Set(rows.map(({ customerId }) => customerId))]}::uuid[])`;
  return new Map(found.map(({ id, name }) => [id, name]));
}

/** 应收账款 of whoever owes the invoice. */
function receivableOf({ customerId }: HeldInvoice, names: ReadonlyMap<string, string>): AccountName {
  const partName = names.get(customerId);
  return { code: 'ar', part: customerId, ...(partName === undefined ? {} : { partName }) };
}

/** What an invoice is once something was taken off it, or given back. */
export function stateOf(row: InvoiceRow): 'closed' | 'paid' | 'short_paid' | 'disputed' | OpenState {
  const { status, balance, writtenOff } = row;
  if (balance === 0n) return writtenOff > 0n ? 'closed' : 'paid';
  return status === 'short_paid' || status === 'disputed' ? status : openState(row);
}

type OpenState = 'issued' | 'sent' | 'part_paid';

/** What an invoice is by its figures alone, while something is owed of it. */
export function openState({ balance, total, sentAt }: InvoiceRow): OpenState {
  if (balance < total) return 'part_paid';
  return sentAt ? 'sent' : 'issued';
}

/** 冲减: the figures are stored before, the state follows from them. */
export const settleInvoice: Command = command(invoiceLifecycle, 'settle', {
  run: async (_tx, rows) => new Map(rows.map((row) => [row.id, stateOf(row)])),
});

/** 冲减退回: likewise. */
export const unsettleInvoice: Command = command(invoiceLifecycle, 'unsettle', {
  run: async (_tx, rows) => new Map(rows.map((row) => [row.id, stateOf(row)])),
});
