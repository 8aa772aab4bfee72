import { partakers } from '#kit/server/actor.ts';
import type { Tx } from '#kit/server/database.ts';
import type { CheckReason, AdjustmentRow } from '../model/stock.ts';
import type { ValuedLine } from './adjustment-value.ts';

/** Up to this value (minor units) one person posts alone: a document, and a SKU in a day. */
const ALONE_UP_TO = 100_000n;

/**
 * Why a second person must look at an adjustment before it is posted, or null: its goods are of
 * unknown cost, are worth more than the limit together, or reach it with what the same person
 * posted alone of one SKU today. A day is a day of the tenant. What the installation itself enters
 * is nobody's to check. Callers hold the SKUs (`lockSkus`).
 */
export async function checkReason(
  tx: Tx,
  lines: readonly ValuedLine[],
): Promise<CheckReason | null> {
  if (tx.actor.isSystem) return null;
  const sums = new Map<string, bigint>();
  for (const { skuId, value } of lines) {
    if (value === null) return 'unknownCost';
    sums.set(skuId, (sums.get(skuId) ?? 0n) + value);
  }
  const total = [...sums.values()].reduce((sum, value) => sum + value, 0n);
  if (total > ALONE_UP_TO) return 'aboveLimit';
  for (const { skuId, value } of await postedAloneToday(tx, [...sums.keys()]))
    if (value + (sums.get(skuId) ?? 0n) > ALONE_UP_TO) return 'dayAboveLimit';
  return null;
}

/** What the actor posted alone today, whatever the document or the warehouse, by SKU. */
const postedAloneToday = (
  tx: Tx,
  skuIds: readonly string[],
): Promise<{ skuId: string; value: bigint }[]> =>
  tx.rows`
    select l.sku_id, sum(l.value)::bigint as value
    from stock_adjustment a
    join stock_adjustment_line l on l.tenant_id = a.tenant_id and l.adjustment_id = a.id
    where a.tenant_id = ${tx.tenant} and a.posted_alone and a.submitted_by_id = any(${partakers(tx.actor)}::uuid[])
      and a.submitted_at >= date_trunc('day', ${tx.now}::timestamptz at time zone ${tx.actor.zone}::text)
        at time zone ${tx.actor.zone}::text
      and l.sku_id = any(${skuIds}::uuid[])
    group by l.sku_id`;

/** Documents split over two windows wait for each other here, so that each counts the other. */
export async function lockSkus(tx: Tx, adjustmentIds: readonly string[]): Promise<void> {
  await tx.run`
    select s.id from sku s where s.tenant_id = ${tx.tenant} and s.id in (
      select l.sku_id from stock_adjustment_line l
      where l.tenant_id = ${tx.tenant} and l.adjustment_id = any(${adjustmentIds}::uuid[]))
    order by s.id for no key update of s`;
}

/** Which of the documents the actor, or whom they act for, drafted, edited or submitted. */
export const madeByActor = (
  tx: Tx,
  adjustmentIds: readonly string[],
): Promise<Pick<AdjustmentRow, 'id'>[]> =>
  tx.rows`
    select id from stock_adjustment where tenant_id = ${tx.tenant}
      and id = any(${adjustmentIds}::uuid[])
      and (submitted_by_id = any(${partakers(tx.actor)}::uuid[]) or maker_ids && ${partakers(tx.actor)}::uuid[])`;
