import { recordBirth } from '#kit/server/command.ts';
import type { Tx } from '#kit/server/database.ts';
import { noteMakers } from '#kit/server/makers.ts';
import { settingsOf } from '#kit/server/settings.ts';
import { insertInto } from '#kit/server/stored-rows.ts';
import { deduction, type DeductionType } from '../../model/deduction.ts';
import { deductionLifecycle } from '../../model/deduction-lifecycle.ts';
import { remittanceSettings } from '../../model/remittance-settings.ts';

/** A deduction as it is announced, or as a remittance takes it. */
export interface NewDeduction {
  accountId: string;
  channelDeductionNo: string | null;
  type: DeductionType;
  poNo: string | null;
  channelSku: string | null;
  currency: string;
  /** Minor units, above zero. */
  amount: bigint;
  postedAt: Date;
  reason: string | null;
  /** The remittance that kept it, where that is how it became known. */
  remittanceId?: string;
  /** The file of the inbox that announced it. */
  reportFileId?: string;
}

const DAY_MS = 86_400_000;

const ORIGINS = { add: 'typed', import: 'file', remittance: 'remittance' } as const;

/**
 * Stores deductions, each with the order, shipment and invoice of its PO and the moment at which it is taken as
 * accepted.
 * @returns ids, in their order
 */
export async function storeDeductions(
  tx: Tx,
  rows: readonly NewDeduction[],
  birth: keyof typeof ORIGINS,
): Promise<string[]> {
  if (rows.length === 0) return [];
  const { autoSettleDays } = await settingsOf(tx, remittanceSettings);
  const numbers = await tx.numbering.take(tx.actor, 'DD', rows.length);
  const origins = await originsOf(tx, rows);
  const ids = await insertInto(
    tx,
    deduction,
    rows.map(({ remittanceId, ...row }, at) => ({
      ...row,
      ...origins.get(originKey(row)),
      deductionNo: numbers[at] ?? '',
      autoSettleAt: new Date(row.postedAt.getTime() + autoSettleDays * DAY_MS),
      remittanceId: remittanceId ?? null,
      booking: remittanceId ? ('remittance' as const) : ('none' as const),
      origin: ORIGINS[birth],
      status: 'posted' as const,
    })),
  );
  await noteMakers(tx, deduction, ids);
  recordBirth(
    tx,
    deductionLifecycle,
    birth,
    ids.map((id) => ({ id, status: 'posted', scope: null })),
  );
  return ids;
}

interface Origin {
  orderId: string | null;
  shipmentId: string | null;
  warehouseId: string | null;
  invoiceId: string | null;
}

const originKey = ({ accountId, poNo }: Pick<NewDeduction, 'accountId' | 'poNo'>): string =>
  `${accountId} ${(poNo ?? '').toLowerCase()}`;

const NOTHING: Origin = { orderId: null, shipmentId: null, warehouseId: null, invoiceId: null };

/** What was sold, sent and billed under one PO. */
export const originOf = async (tx: Tx, row: Pick<NewDeduction, 'accountId' | 'poNo'>): Promise<Origin> =>
  (await originsOf(tx, [row])).get(originKey(row)) ?? NOTHING;

/** What was sold, sent and billed under the POs, by shop and PO; a PO of another shop is none of these. */
export async function originsOf(
  tx: Tx,
  rows: readonly Pick<NewDeduction, 'accountId' | 'poNo'>[],
): Promise<Map<string, Origin>> {
  const orders = [...new Set(rows.flatMap(({ poNo }) => (poNo ? [poNo.toLowerCase()] : [])))];
  const shops = [...new Set(rows.map(({ accountId }) => accountId))];
  if (orders.length === 0) return new Map();
  const found = await tx.rows<Origin & { accountId: string; poNo: string }>`
    select distinct on (o.account_id, o.channel_order_no_key) o.account_id, o.channel_order_no_key as po_no,
      o.id as order_id, s.id as shipment_id, s.warehouse_id, i.id as invoice_id
    from sales_order o
    left join shipment s on s.tenant_id = o.tenant_id and s.order_id = o.id and s.status <> 'voided'
    left join invoice i on i.tenant_id = o.tenant_id and i.order_id = o.id and i.status <> 'voided'
    where o.tenant_id = ${tx.tenant} and o.account_id = any(${shops}::uuid[])
      and o.channel_order_no_key = any(${orders}::text[]) and o.status <> 'draft'
    order by o.account_id, o.channel_order_no_key, o.split_seq, s.shipped_at desc nulls last, i.id`;
  const invoices = await tx.rows<{ accountId: string; poNo: string; invoiceId: string }>`
    select distinct on (account_id, lower(po_no)) account_id, lower(po_no) as po_no, id as invoice_id
    from invoice where tenant_id = ${tx.tenant} and account_id = any(${shops}::uuid[])
      and lower(po_no) = any(${orders}::text[]) and status <> 'voided'
    order by account_id, lower(po_no), issue_date, id`;
  const origins = new Map<string, Origin>();
  for (const { accountId, poNo, invoiceId } of invoices)
    origins.set(originKey({ accountId, poNo }), { orderId: null, shipmentId: null, warehouseId: null, invoiceId });
  for (const { accountId, poNo, ...origin } of found) {
    const key = originKey({ accountId, poNo });
    origins.set(key, { ...origin, invoiceId: origin.invoiceId ?? origins.get(key)?.invoiceId ?? null });
  }
  return origins;
}
