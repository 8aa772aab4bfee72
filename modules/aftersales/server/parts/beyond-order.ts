import type { Tx } from '#kit/server/database.ts';
import { partsOf, vouchedBundles, vouchedParts, wholeGoods, type PartOfSku } from '#modules/catalog/server/index.ts';
import { isOnlyPerson } from '#modules/system/server/index.ts';
import type { StoredPartLine } from './part-lines.ts';

/** A line of an order that parts are asked for, with what was sent of it. */
interface SentLine {
  id: string;
  skuId: string | null;
  qtyShipped: number;
}

/**
 * How many units of lines no order is behind, by line: all where none is known, or where what is sent is no part
 * but whole goods; else what goes beyond the parts of the units that the order was sent with, whatever part
 * orders sent before. What the actor, or whom they act for, wrote in the list of parts, the bundle or the type of
 * a SKU vouches for nothing: what somebody else left there counts. Lines without any are left out. Of a seller of
 * one nothing is: nobody could be deceived. Callers hold the order.
 */
export async function beyondOrder(tx: Tx, lines: readonly StoredPartLine[]): Promise<ReadonlyMap<string, number>> {
  if (await isOnlyPerson(tx)) return new Map();
  const orderLineIds = lines.flatMap(({ orderLineId }) => orderLineId ?? []);
  const sold = await tx.rows<SentLine>`
    select id, sku_id, qty_shipped from order_line
    where tenant_id = ${tx.tenant} and id = any(${orderLineIds}::uuid[])`;
  const bundles = await vouchedBundles(
    tx,
    sold.flatMap(({ skuId }) => skuId ?? []),
  );
  const listed = await partsOf(
    tx,
    lines.map(({ parentSkuId }) => parentSkuId),
  );
  const vouched = await vouchedParts(tx, listed);
  const whole = await wholeGoods(
    tx,
    lines.flatMap(({ partSkuId }) => partSkuId ?? []),
  );
  const sent = await sentBefore(tx, orderLineIds);
  const beyond = new Map<string, number>();
  for (const line of lines) {
    const own = sold.find(({ id }) => id === line.orderLineId);
    const units = own ? unitsOf(own, line, bundles) : 0;
    const owed = whole.has(line.partSkuId ?? '') ? 0 : units * perUnit(line, listed, vouched);
    const key = keyOf(line);
    const before = sent.get(key) ?? 0;
    sent.set(key, before + line.qty);
    const more = line.qty - Math.max(0, owed - before);
    if (more > 0) beyond.set(line.id, Math.min(more, line.qty));
  }
  return beyond;
}

type PartRequest = Pick<StoredPartLine, 'orderLineId' | 'partSkuId' | 'cartonNo'>;

/** What a line asks for of a line of an order: a part, or a carton of which nobody said what is inside. */
const keyOf = ({ orderLineId, partSkuId, cartonNo }: PartRequest): string =>
  `${orderLineId ?? ''} ${partSkuId ?? `carton ${cartonNo ?? ''}`}`;

const unitsOf = (
  { skuId, qtyShipped }: SentLine,
  { parentSkuId }: StoredPartLine,
  bundles: Awaited<ReturnType<typeof vouchedBundles>>,
): number => {
  const inBundle = bundles.get(skuId ?? '')?.find((part) => part.skuId === parentSkuId);
  return skuId === parentSkuId ? qtyShipped : qtyShipped * (inBundle?.qty ?? 0);
};

/** Of a unit: as often as its list has the part, once a carton; of a part that is in no list, none. */
const perUnit = (
  { parentSkuId, partSkuId }: StoredPartLine,
  listed: readonly PartOfSku[],
  vouched: (part: PartOfSku) => number,
): number =>
  partSkuId === null
    ? 1
    : listed
        .filter((part) => part.parentSkuId === parentSkuId && part.partSkuId === partSkuId)
        .reduce((sum, part) => sum + vouched(part), 0);

async function sentBefore(tx: Tx, orderLineIds: readonly string[]): Promise<Map<string, number>> {
  const rows = await tx.rows<PartRequest & { qty: number }>`
    select order_line_id, part_sku_id, case when part_sku_id is null then carton_no end as carton_no,
      sum(shipped_qty)::integer as qty
    from part_line where tenant_id = ${tx.tenant} and order_line_id = any(${orderLineIds}::uuid[])
    group by 1, 2, 3`;
  return new Map(rows.map((row) => [keyOf(row), row.qty]));
}
