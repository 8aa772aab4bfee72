import { dayIn } from '#kit/model/time.ts';
import { notFound } from '#kit/model/refusal.ts';
import { moveInTransaction } from '#kit/server/command.ts';
import type { Tx } from '#kit/server/database.ts';
import { draftPlace } from '#kit/server/draft/draft-place.ts';
import { addDraft } from '#kit/server/draft/write-draft.ts';
import { baseConditions } from '#kit/server/query/row-conditions.ts';
import type { Registry } from '#kit/server/registry.ts';
import { answer, implement, type Route } from '#kit/server/route.ts';
import { join, sql } from '#kit/server/sql.ts';
import { shipment } from '#modules/fulfilment/model/shipment.ts';
import { claimLost } from '#modules/fulfilment/server/index.ts';
import { claim, type ClaimParty } from '../../model/claim.ts';
import { claimSource } from '../../model/claim-errors.ts';
import { claimReturnRoute, claimShipmentRoute } from '../../model/claim-routes.ts';
import { returnOrder } from '../../model/return-order.ts';
import { claimDraft } from './claim-draft.ts';

/** What a claim is written from: its head and lines as a person would type them. */
export interface ClaimSource {
  party: ClaimParty;
  cause: string;
  shipmentId?: string | null;
  returnId?: string | null;
  carrierCode?: string | null;
  supplierId?: string | null;
  warehouseId: string;
  incidentOn: string;
  currency: string;
  note?: string;
  lines: { skuId: string; qty: number; unitPrice: string }[];
}

/** Writes the draft of a claim. @returns its id and number */
export async function addClaim(
  tx: Tx,
  registry: Registry,
  source: ClaimSource,
): Promise<{ id: string; claimNo: string }> {
  const place = draftPlace({ resource: claim, draft: claimDraft }, registry);
  const stored = await addDraft(tx, place, { ...source });
  return { id: stored.id, claimNo: String((stored as Record<string, unknown>)['claimNo']) };
}

/** 登记索赔 of a shipment: once while one of it is open; a lost one notes the claim and waits no more. */
export const claimRoutes = (registry: Registry): Route[] => [
  implement(claimShipmentRoute, async (call) => {
    const { shipmentId } = call.body;
    const made = await call.tx((tx) => claimOfShipment(tx, registry, shipmentId));
    return answer(`已登记索赔 ${made.claimNo}，补上举证材料后提交`, made);
  }),
  implement(claimReturnRoute, async (call) => {
    const request = call.body;
    const { returnId, party, supplierId = null } = request;
    const made = await call.tx((tx) => claimOfReturn(tx, registry, returnId, { party, supplierId }));
    return answer(`已登记索赔 ${made.claimNo}，核对后提交`, made);
  }),
];

interface Returned {
  id: string;
  status: string;
  warehouseId: string;
  currency: string;
  carrier: string | null;
  carrierCode: string | null;
  shipmentId: string | null;
  inspectedAt: Date | null;
}

/** The units of a return that are damaged, wrong or missing; the photos of the inspection stay with the return. */
async function claimOfReturn(
  tx: Tx,
  registry: Registry,
  returnId: string,
  { party, supplierId }: { party: ClaimParty; supplierId: string | null },
): Promise<{ id: string; claimNo: string }> {
  const [row] = await tx.query<Returned>(sql`
    select t.id, t.status, t.warehouse_id, t.currency, t.carrier, t.inspected_at,
      s.id as shipment_id, s.carrier_code
    from return_order t left join lateral (
      select id, carrier_code from shipment s where s.tenant_id = t.tenant_id and s.order_id = t.order_id
        and s.warehouse_id = t.warehouse_id and s.shipped_at is not null
      order by s.shipped_at desc, s.id desc limit 1) s on true
    where ${join(baseConditions(returnOrder, tx.actor), ' and ')} and t.id = ${returnId}::uuid
    for update of t`);
  if (!row) throw notFound();
  const open = await tx.maybe<{ claimNo: string }>`
    select claim_no from claim where tenant_id = ${tx.tenant} and return_id = ${row.id}::uuid
      and party = ${party} and status in ('draft', 'submitted', 'part_paid') limit 1`;
  if (open) throw claimSource.taken(open);
  if (!row.inspectedAt) throw claimSource.notInspected();
  const lines = await tx.rows<{
    skuId: string;
    qty: number;
    unitPrice: string;
    isShort: boolean;
  }>`
    select l.sku_id, l.qty_damaged + l.qty_wrong + l.qty_missing as qty,
      coalesce(l.unit_credit, o.unit_price, 0)::text as unit_price,
      l.qty_damaged + l.qty_wrong = 0 as is_short
    from return_line l left join order_line o on o.tenant_id = l.tenant_id and o.id = l.order_line_id
    where l.tenant_id = ${tx.tenant} and l.return_id = ${row.id}::uuid
      and l.qty_damaged + l.qty_wrong + l.qty_missing > 0 order by l.id`;
  if (lines.length === 0) throw claimSource.nothingBad();
  const isCarrier = party === 'carrier';
  const cause = lines.every(({ isShort }) => isShort) ? 'short' : isCarrier ? 'damaged' : 'defect';
  return addClaim(tx, registry, {
    party,
    cause,
    returnId: row.id,
    warehouseId: row.warehouseId,
    currency: row.currency,
    ...(isCarrier ? { shipmentId: row.shipmentId, carrierCode: row.carrierCode ?? row.carrier } : { supplierId }),
    incidentOn: dayIn(row.inspectedAt, tx.actor.zone),
    lines: lines.map(({ skuId, qty, unitPrice }) => ({ skuId, qty, unitPrice })),
  });
}

interface Shipped {
  id: string;
  status: string;
  warehouseId: string;
  carrierCode: string | null;
  claimNote: string | null;
  at: Date | null;
  currency: string;
  exceptionReason: string | null;
}

async function claimOfShipment(
  tx: Tx,
  registry: Registry,
  shipmentId: string,
): Promise<{ id: string; claimNo: string }> {
  // Locked: of two who register at once the second finds the first.
  const [row] = await tx.query<Shipped>(sql`
    select t.id, t.status, t.warehouse_id, t.carrier_code, t.claim_note,
      coalesce(t.delivered_at, t.shipped_at) as at, o.currency, t.exception_reason
    from shipment t join sales_order o on o.tenant_id = t.tenant_id and o.id = t.order_id
    where ${join(baseConditions(shipment, tx.actor), ' and ')} and t.id = ${shipmentId}::uuid
    for update of t`);
  if (!row) throw notFound();
  const open = await tx.maybe<{ claimNo: string }>`
    select claim_no from claim where tenant_id = ${tx.tenant} and shipment_id = ${row.id}::uuid
      and status in ('draft', 'submitted', 'part_paid') limit 1`;
  if (open) throw claimSource.taken(open);
  const lines = await tx.rows<{ skuId: string; qty: number; unitPrice: string }>`
    select l.sku_id, sum(l.qty)::integer as qty, round(avg(o.unit_price), 4)::text as unit_price
    from shipment_line l join order_line o on o.tenant_id = l.tenant_id and o.id = l.order_line_id
    where l.tenant_id = ${tx.tenant} and l.shipment_id = ${row.id}::uuid and l.sku_id is not null
    group by l.sku_id order by l.sku_id`;
  const made = await addClaim(tx, registry, {
    party: 'carrier',
    cause: row.status === 'lost' ? 'lost' : 'damaged',
    shipmentId: row.id,
    carrierCode: row.carrierCode,
    warehouseId: row.warehouseId,
    incidentOn: dayIn(row.status === 'lost' ? tx.now : (row.at ?? tx.now), tx.actor.zone),
    currency: row.currency,
    ...(row.exceptionReason ? { note: row.exceptionReason } : {}),
    lines,
  });
  if (row.status === 'lost' && !row.claimNote)
    await moveInTransaction(tx, claimLost, [row.id], { note: `索赔单 ${made.claimNo}` });
  return made;
}
