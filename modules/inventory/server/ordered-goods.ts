import { moveWithin } from '#kit/server/command.ts';
import type { Tx } from '#kit/server/database.ts';
import { draftPlace } from '#kit/server/draft/draft-place.ts';
import { addDraft } from '#kit/server/draft/write-draft.ts';
import type { Registry } from '#kit/server/registry.ts';
import { inboundReceipt } from '../model/inbound-receipt.ts';
import { announceInbound, inboundDraft } from './inbound-receipts.ts';

/** Goods that another document asked for. */
export interface OrderedGoods {
  warehouseId: string;
  supplierName?: string;
  eta?: string;
  /** Share of what was ordered that may come beyond it, as `0.01`. */
  tolerance?: string;
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
  { ref, lines, ...head }: OrderedGoods,
): Promise<string> {
  const place = draftPlace({ resource: inboundReceipt, draft: inboundDraft }, registry);
  const body = { ...head, lines: lines.map(({ refLineId: _ref, ...line }) => line) };
  const { id } = await addDraft(tx, place, body);
  await tx.run`update inbound_receipt set ref_type = ${ref.type}, ref_id = ${ref.id}::uuid, ref_no = ${ref.no}
    where tenant_id = ${tx.tenant} and id = ${id}::uuid`;
  await tx.run`
    update inbound_receipt_line l set ref_line_id = r.ref_line_id
    from (select id, row_number() over (order by id) as at from inbound_receipt_line
      where tenant_id = ${tx.tenant} and receipt_id = ${id}::uuid) o
    join unnest(${lines.map(({ refLineId }) => refLineId)}::uuid[]) with ordinality
      as r (ref_line_id, at) on r.at = o.at
    where l.tenant_id = ${tx.tenant} and l.id = o.id`;
  await moveWithin(tx, announceInbound, [id]);
  return id;
}
