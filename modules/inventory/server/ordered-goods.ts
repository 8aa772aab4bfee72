import { moveInTransaction } from '#kit/server/command.ts';
import type { Tx } from '#kit/server/database.ts';
import { draftPlace } from '#kit/server/draft/draft-place.ts';
import { addDraft } from '#kit/server/draft/write-draft.ts';
import type { Registry } from '#kit/server/registry.ts';
import { inboundReceipt } from '../model/inbound-receipt.ts';
import { announceInbound, cancelInbound, completeInbound, inboundDraft } from './inbound-receipts.ts';

/** Goods that another document asked for. */
export interface OrderedGoods {
  warehouseId: string;
  supplierName?: string;
  eta?: string;
  /** Share of what was ordered that may come beyond it, as `0.01`. */
  tolerance?: string;
  /** Who alone stands behind what they cost; nobody where somebody else approved that. */
  aloneIds?: readonly string[];
  /** The document that asked for them: kind, id, and the number that people know it by. */
  ref: { type: string; id: string; no: string };
  /** `refLineId`: the line of that document which each of them answers. */
  lines: readonly { skuId: string; qty: number; unitCost?: string; refLineId: string }[];
}

/**
 * Announces goods that another document asked for, as if somebody had typed them. That document hears
 * what becomes of them as changes of the receipt.
 * @returns the id of the receipt
 */
export async function announceGoods(
  tx: Tx,
  registry: Registry,
  { ref, lines, tolerance = '0', aloneIds = [], ...head }: OrderedGoods,
): Promise<string> {
  const place = draftPlace({ resource: inboundReceipt, draft: inboundDraft }, registry);
  const body = { ...head, lines: lines.map(({ refLineId: _ref, ...line }) => line) };
  const { id } = await addDraft(tx, place, body);
  await tx.run`update inbound_receipt set ref_type = ${ref.type}, ref_id = ${ref.id}::uuid, ref_no = ${ref.no},
      tolerance = ${tolerance}::numeric, alone_ids = ${aloneIds}::uuid[]
    where tenant_id = ${tx.tenant} and id = ${id}::uuid`;
  await tx.run`
    update inbound_receipt_line l set ref_line_id = r.ref_line_id
    from (select id, row_number() over (order by id) as at from inbound_receipt_line
      where tenant_id = ${tx.tenant} and receipt_id = ${id}::uuid) o
    join unnest(${lines.map(({ refLineId }) => refLineId)}::uuid[]) with ordinality
      as r (ref_line_id, at) on r.at = o.at
    where l.tenant_id = ${tx.tenant} and l.id = o.id`;
  await moveInTransaction(tx, announceInbound, [id]);
  return id;
}

/** A receipt that another document led to. */
export interface LedReceipt {
  id: string;
  receiptNo: string;
  status: string;
  eta: string | null;
  plannedQty: number;
  receivedQty: number;
}

/** The receipts that a document led to, the first one first. */
export const receiptsOf = (tx: Tx, refId: string): Promise<LedReceipt[]> =>
  tx.rows`
    select id, receipt_no, status, eta::text as eta, planned_qty, received_qty from inbound_receipt
    where tenant_id = ${tx.tenant} and ref_id = ${refId}::uuid order by id`;

/** What became of one line of the document that asked for goods. */
export interface AnsweredLine {
  /** Units that have come, in any condition, on all receipts together. */
  received: number;
  /** Units that are announced and not here yet. */
  coming: number;
}

/** What has come, and what is announced still, by the line of the document that asked for it. */
export async function answeredLines(tx: Tx, refIds: readonly string[]): Promise<ReadonlyMap<string, AnsweredLine>> {
  const rows = await tx.rows<AnsweredLine & { refLineId: string }>`
    select l.ref_line_id, sum(l.good_qty + l.quarantine_qty + l.damaged_qty)::integer as received,
      sum(l.transit_qty)::integer as coming
    from inbound_receipt r
    join inbound_receipt_line l on l.tenant_id = r.tenant_id and l.receipt_id = r.id
    where r.tenant_id = ${tx.tenant} and r.ref_id = any(${refIds}::uuid[])
      and l.ref_line_id is not null
    group by l.ref_line_id`;
  return new Map(rows.map(({ refLineId, ...answered }) => [refLineId, answered]));
}

/** The document that asked for the goods of a receipt: its kind, its id, and its number. */
export async function originOf(tx: Tx, receiptId: string): Promise<{ type: string; id: string; no: string } | null> {
  const row = await tx.maybe<{ refType: string; refId: string; refNo: string }>`
    select ref_type, ref_id, ref_no from inbound_receipt
    where tenant_id = ${tx.tenant} and id = ${receiptId}::uuid and ref_id is not null`;
  return row ? { type: row.refType, id: row.refId, no: row.refNo } : null;
}

/**
 * Nobody waits any more for what a document asked for: receipts of which nothing has come are
 * cancelled, those that are being received are completed.
 */
export async function endAnnounced(tx: Tx, refId: string): Promise<void> {
  const receipts = await receiptsOf(tx, refId);
  const idsIn = (...states: string[]): string[] =>
    receipts.filter(({ status }) => states.includes(status)).map(({ id }) => id);
  await moveInTransaction(tx, cancelInbound, idsIn('draft', 'submitted', 'announced', 'arrived'));
  await moveInTransaction(tx, completeInbound, idsIn('receiving'), { rest: 'giveUp' });
}
