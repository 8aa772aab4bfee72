import { requireSeen } from '#kit/server/query/seen-rows.ts';
import { warehouse } from '#modules/base/model/warehouse.ts';
import { sku } from '#modules/catalog/model/product.ts';
import { exponentOf } from '#kit/model/currency.ts';
import { formatDecimal } from '#kit/model/money.ts';
import type { Tx } from '#kit/server/database.ts';
import { isUuid } from '#kit/server/kinds.ts';
import { baseConditions } from '#kit/server/query/row-conditions.ts';
import type { Registry } from '#kit/server/registry.ts';
import { join, nothing, sql } from '#kit/server/sql.ts';
import { baseCurrency } from '#modules/base/server/index.ts';
import { skuFaces } from '#modules/catalog/server/index.ts';
import { daysAgo, goodStockSeen, placeKey } from '#modules/inventory/server/index.ts';
import { draftOrders, termsOf, unannounced } from '#modules/purchasing/server/index.ts';
import { nobodySells, partsToBuy } from '../../model/part-errors.ts';
import { partOrder } from '../../model/part-order.ts';
import { MOST_BOUGHT, PLAN_DAYS, type PartPlan } from '../../model/part-routes.ts';
import { suggestedParts } from '../../model/plan-parts.ts';

interface RequestedParts {
  partSkuId: string;
  warehouseId: string;
  warehouse: string;
  parentSkuId: string;
  cause: string;
  asked: number;
  shipped: number;
  harvested: number;
  residueLoss: bigint;
  waiting: number;
}

/** Parts that were asked for, by warehouse, product and cause. */
const requestedParts = (tx: Tx, warehouseId: string | undefined): Promise<RequestedParts[]> =>
  tx.query<RequestedParts>(sql`
    select l.part_sku_id, t.warehouse_id, w.name as warehouse, l.parent_sku_id, l.cause,
      sum(l.qty)::integer as asked, sum(l.shipped_qty)::integer as shipped,
      coalesce(sum(l.harvest_units) filter (where t.stage = 'shipped'), 0)::integer as harvested,
      coalesce(sum(l.residue_loss), 0)::bigint as residue_loss,
      coalesce(sum(l.qty) filter (where t.stage in ('open', 'shipping') and l.qty_reserved = 0), 0)::integer as waiting
    from part_order t join part_line l on l.tenant_id = t.tenant_id and l.part_order_id = t.id
      join warehouse w on w.tenant_id = t.tenant_id and w.id = t.warehouse_id
    where ${join(baseConditions(partOrder, tx.actor), ' and ')} and t.environment = 'live'
      and t.status not in ('draft', 'cancelled') and l.part_sku_id is not null
      and t.received_at >= ${daysAgo(tx, PLAN_DAYS)}
      ${isUuid(warehouseId) ? sql`and t.warehouse_id = ${warehouseId}::uuid` : nothing}
    group by 1, 2, 3, 4, 5 order by 1, 2, 4, 5`);

/**
 * What to keep of the parts that were asked for again in the last 90 days, by warehouse: as many as will be
 * asked for until the next delivery and a month beyond.
 */
export async function partPlan(tx: Tx, warehouseId: string | undefined): Promise<PartPlan[]> {
  const rows = await requestedParts(tx, warehouseId);
  const groups = [
    ...Map.groupBy(rows, (row) => placeKey({ warehouseId: row.warehouseId, skuId: row.partSkuId })).values(),
  ];
  const partIds = [...new Set(rows.map(({ partSkuId }) => partSkuId))];
  const faceIds = [...new Set([...partIds, ...rows.map(({ parentSkuId }) => parentSkuId)])];
  const faces = new Map((await skuFaces(tx, faceIds)).map((face) => [face.id, face]));
  const stock = new Map((await goodStockSeen(tx, partIds)).map((place) => [placeKey(place), place]));
  const coming = await comingOf(tx, partIds);
  const terms = await termsOf(tx, partIds, 'stated');
  const exponent = exponentOf(await baseCurrency(tx));
  const seesCost = !tx.actor.masks.has('cost');
  const plans = groups.map((own): PartPlan => {
    const [first] = own as [RequestedParts, ...RequestedParts[]];
    const key = placeKey({ warehouseId: first.warehouseId, skuId: first.partSkuId });
    const sum = (of: (row: RequestedParts) => number): number => own.reduce((total, row) => total + of(row), 0);
    const face = faces.get(first.partSkuId);
    const facts = {
      asked: sum(({ asked }) => asked),
      waiting: sum(({ waiting }) => waiting),
      available: stock.get(key)?.available ?? 0,
      coming: coming.get(key) ?? 0,
      leadDays: terms.get(first.partSkuId)?.leadDays ?? 0,
    };
    const loss = own.reduce((total, row) => total + row.residueLoss, 0n);
    return {
      partSkuId: first.partSkuId,
      skuCode: face?.skuCode ?? '',
      name: face?.name ?? '',
      images: face?.images ?? [],
      parents: [...new Set(own.map(({ parentSkuId }) => parentSkuId))].map((skuId) => ({
        skuId,
        skuCode: faces.get(skuId)?.skuCode ?? '',
      })),
      warehouseId: first.warehouseId,
      warehouse: first.warehouse,
      shipped: sum(({ shipped }) => shipped),
      causes: causesOf(own),
      harvested: sum(({ harvested }) => harvested),
      residueLoss: seesCost ? formatDecimal(loss, exponent) : null,
      ...facts,
      ...suggestedParts(facts, terms.get(first.partSkuId)),
    };
  });
  return plans.sort((a, b) => b.suggested - a.suggested || b.asked - a.asked);
}

function causesOf(rows: readonly RequestedParts[]): PartPlan['causes'] {
  const sums = new Map<string, number>();
  for (const { cause, asked } of rows) sums.set(cause, (sums.get(cause) ?? 0) + asked);
  return [...sums].map(([cause, qty]) => ({ cause, qty })).sort((a, b) => b.qty - a.qty);
}

/** Units ordered of suppliers or on their way, by place. */
async function comingOf(tx: Tx, skuIds: readonly string[]): Promise<Map<string, number>> {
  const ordered = await unannounced(tx);
  const levels = await tx.rows<{ warehouseId: string; skuId: string; inTransit: number }>`
    select warehouse_id, sku_id, in_transit from stock_level
    where tenant_id = ${tx.tenant} and condition = 'good' and sku_id = any(${[...skuIds]}::uuid[])`;
  const sums = new Map(ordered);
  for (const level of levels) sums.set(placeKey(level), (sums.get(placeKey(level)) ?? 0) + level.inTransit);
  return sums;
}

/** 采购配件: draft purchase orders of what somebody chose to buy. @throws Refusal 422 */
export async function buyParts(
  tx: Tx,
  registry: Registry,
  raw: unknown,
): Promise<{ orders: { id: string; poNo: string }[]; withoutSupplier: string[] }> {
  const requested = readPlannedParts(raw);
  for (const { skuId, warehouseId } of requested) {
    await requireSeen(tx, sku, skuId);
    await requireSeen(tx, warehouse, warehouseId);
  }
  const terms = await termsOf(
    tx,
    requested.map(({ skuId }) => skuId),
    'stated',
  );
  const made = await draftOrders(
    tx,
    registry,
    requested.map((one) => ({ ...one, supplierId: terms.get(one.skuId)?.supplierId ?? null })),
  );
  if (made.orders.length === 0) throw nobodySells({ skus: made.withoutSupplier });
  return made;
}

interface PlannedPart {
  skuId: string;
  warehouseId: string;
  qty: number;
}

function readPlannedParts(raw: unknown): PlannedPart[] {
  const rows = Array.isArray(raw) ? (raw as unknown[]) : [];
  const requested = rows.flatMap((one): PlannedPart[] => {
    const { skuId, warehouseId, qty } = (one ?? {}) as Record<string, unknown>;
    const isQty = typeof qty === 'number' && Number.isInteger(qty) && qty > 0 && qty <= MOST_QTY;
    return isUuid(skuId) && isUuid(warehouseId) && isQty ? [{ skuId, warehouseId, qty }] : [];
  });
  if (requested.length === 0 || requested.length > MOST_BOUGHT || requested.length < rows.length)
    throw partsToBuy({ most: MOST_BOUGHT });
  return requested;
}

const MOST_QTY = 1_000_000;
