import { invalid, type FieldError } from '#kit/model/refusal.ts';
import type { Tx } from '#kit/server/database.ts';
import { sql } from '#kit/server/sql.ts';
import { cartonsOf, partsOf, type PartOfSku } from '#modules/catalog/server/index.ts';
import { placeKey, reserve, warehousesSeen, type Demand, type Shortage } from '#modules/inventory/server/index.ts';
import { sharedUnits } from '../../model/harvest-value.ts';
import { sourceShort, sourcesUnreadable, unitsPromised } from '../../model/part-errors.ts';
import type { PartOrderRow } from '../../model/part-order.ts';
import { holdersSeen } from './holders-seen.ts';
import type { Choice } from './read-choices.ts';

/** A choice with what is held for it. */
interface HeldChoice extends Choice {
  /** Whole units that it takes apart. */
  units: number;
}

/**
 * Holds what was chosen for the lines of a part order, all of it or nothing: stock of the parts, or whole
 * units to be taken apart, that are there and that nobody else is promised.
 * @throws Refusal 422 naming every line that cannot have what was chosen
 */
export async function holdSources(tx: Tx, row: PartOrderRow, choices: readonly Choice[]): Promise<void> {
  const held = await withUnits(tx, choices);
  await refuseUnseen(tx, choices);
  const short = await reserve(
    tx,
    held.flatMap((choice) => demandOf(row, choice)),
  );
  if (short.length > 0) throw invalid(await shortWords(tx, held, short));
  await tx.run`
    update part_line l set source = c.source, warehouse_id = c.warehouse_id,
      carton_no = coalesce(c.carton_no, l.carton_no), harvest_units = c.units,
      qty_reserved = case when c.source = 'purchase' then 0 else l.qty end,
      update_time = ${tx.now}, update_by = ${tx.actor.username}, version = l.version + 1
    from unnest(${held.map(({ line }) => line.id)}::uuid[], ${held.map(({ source }) => source)}::text[],
      ${held.map(({ warehouseId }) => warehouseId)}::uuid[],
      ${held.map(({ source, cartonNo }) => (source === 'fullCarton' ? cartonNo : null))}::integer[],
      ${held.map(({ units }) => units)}::integer[]) as c (id, source, warehouse_id, carton_no, units)
    where l.tenant_id = ${tx.tenant} and l.id = c.id`;
}

/** What a choice takes out of stock; goods that are still to be bought take nothing. */
function demandOf(row: PartOrderRow, choice: HeldChoice): Demand[] {
  const { line, source, warehouseId, units } = choice;
  const of = {
    kind: 'part' as const,
    orderId: row.id,
    orderNo: row.partOrderNo,
    orderLineId: line.id,
    warehouseId,
    environment: row.environment,
    isPhysical: true,
  };
  if (source === 'partStock' && line.partSkuId) return [{ ...of, skuId: line.partSkuId, qty: line.qty }];
  return units > 0 ? [{ ...of, skuId: line.parentSkuId, qty: units }] : [];
}

/** How many whole units each line takes apart; lines of one product share what they can. @throws Refusal 422 */
async function withUnits(tx: Tx, choices: readonly Choice[]): Promise<HeldChoice[]> {
  const parents = choices.map(({ line }) => line.parentSkuId);
  const parts = await partsOf(tx, parents);
  const cartons = await cartonsOf(tx, parents);
  const errors = choices.flatMap(({ line, source, cartonNo }): FieldError[] => {
    const wrong = (message: string): FieldError[] => [sourcesUnreadable(line.row, message)];
    if (source === 'fullCarton') {
      const numbers = (cartons.get(line.parentSkuId) ?? []).map((carton) => carton.cartonNo);
      if (numbers.length < 2) return wrong(`${line.parentSku} 只有一箱，整箱补发就是补发整件`);
      return cartonNo !== null && numbers.includes(cartonNo)
        ? []
        : wrong(`请选择第几箱：${line.parentSku} 有 ${numbers.join('、')}`);
    }
    if (!line.partSkuId) return wrong('没有配件SKU，只能整箱补发；先在“编辑”里选配件SKU');
    if (source !== 'harvest') return [];
    const own = partOf(parts, line.parentSkuId, line.partSkuId);
    return own?.isHarvestable ? [] : wrong(`${line.part} 不能从 ${line.parentSku} 整件拆取`);
  });
  if (errors.length > 0) throw invalid(errors);
  const units = new Map<string, number>();
  const groups = Map.groupBy(
    choices.filter(({ source }) => source === 'harvest'),
    ({ line, warehouseId }) => `${warehouseId} ${line.parentSkuId}`,
  );
  for (const group of groups.values()) {
    const shares = sharedUnits(
      group.map(({ line }) => ({
        partSkuId: line.partSkuId ?? '',
        qty: line.qty,
        qtyPerUnit: partOf(parts, line.parentSkuId, line.partSkuId)?.qtyPerUnit ?? 1,
      })),
    );
    group.forEach(({ line }, at) => units.set(line.id, shares[at] ?? 0));
  }
  return choices.map((choice) => ({
    ...choice,
    units: choice.source === 'fullCarton' ? choice.line.qty : (units.get(choice.line.id) ?? 0),
  }));
}

/** The row of a product's list of parts that a line is about. */
export const partOf = (
  parts: readonly PartOfSku[],
  parentSkuId: string,
  partSkuId: string | null,
): PartOfSku | undefined => parts.find((part) => part.parentSkuId === parentSkuId && part.partSkuId === partSkuId);

/** Warehouses that whoever chooses does not see are no source. */
async function refuseUnseen(tx: Tx, choices: readonly Choice[]): Promise<void> {
  const seen = new Set(
    (
      await tx.query<{ id: string }>(sql`
        select w.id from warehouse w where w.tenant_id = ${tx.tenant} and w.status = 'enabled'
          and w.deleted_at is null and w.id in (${warehousesSeen(tx)})`)
    ).map(({ id }) => id),
  );
  const errors = choices
    .filter(({ warehouseId }) => !seen.has(warehouseId))
    .map(({ line }) => sourcesUnreadable(line.row, '出货仓不存在、已停用或不在您的权限内'));
  if (errors.length > 0) throw invalid(errors);
}

/** What is missing, line by line; of whole units also who holds them. */
async function shortWords(tx: Tx, held: readonly HeldChoice[], short: readonly Shortage[]): Promise<FieldError[]> {
  const holders = await holdersSeen(
    tx,
    short.map(({ skuId }) => skuId),
  );
  const names = await tx.rows<{ id: string; name: string }>`
    select id, name from warehouse where tenant_id = ${tx.tenant}
      and id = any(${short.map(({ warehouseId }) => warehouseId)}::uuid[])`;
  return short.flatMap((one) => {
    const key = placeKey(one);
    const by = holders.filter((holder) => placeKey(holder) === key).map(({ orderNo }) => orderNo);
    const warehouse = names.find(({ id }) => id === one.warehouseId)?.name ?? '';
    const able = Math.max(0, one.available);
    const takes = held.filter(({ line, warehouseId, units }) => {
      const skuId = units > 0 ? line.parentSkuId : (line.partSkuId ?? '');
      return placeKey({ warehouseId, skuId }) === key;
    });
    return takes.map(({ line, units }) =>
      units > 0 && by.length > 0
        ? unitsPromised(line.row, { sku: line.parentSku, warehouse, by })
        : sourceShort(line.row, {
            what: `${units > 0 ? line.parentSku : line.part} 在 ${warehouse}`,
            wanted: one.wanted,
            able,
          }),
    );
  });
}
