import type { Refusal } from '#kit/model/refusal.ts';
import type { Tx } from '#kit/server/database.ts';
import { pick } from '#kit/server/stored-rows.ts';
import type { Guards } from '#kit/server/write.ts';
import type { pictureRule } from '../model/picture-rule.ts';
import { cartonNoTaken, cartonOfBundle, cartonsMixed, pictureRatios, productHasSkus } from '../model/errors.ts';
import { sku, skuCarton, type product } from '../model/product.ts';
import { attributesGuard } from './attributes.ts';

export const productGuards: Guards<typeof product> = {
  add: (tx, values) => attributesGuard(tx, null, values),
  edit: attributesGuard,
  async delete(tx, rows) {
    const used = await tx.maybe<{ name: string }>`
      select p.name from product p join sku s on s.tenant_id = p.tenant_id and s.product_id = p.id
      where p.tenant_id = ${tx.tenant} and s.deleted_at is null
        and p.id = any(${rows.map((row) => row.id)}::uuid[]) limit 1`;
    if (used) throw productHasSkus({ product: used.name });
  },
};

/** A carton as the rules about the cartons of one SKU see it. */
interface Carton {
  cartonNo: number;
  unitsPerCarton: number;
}

/** Both are required: what has none was refused before. */
const cartonOf = (row: { cartonNo?: number | null; unitsPerCarton?: number | null }): Carton => ({
  cartonNo: Number(row.cartonNo),
  unitsPerCarton: Number(row.unitsPerCarton),
});

/** Several cartons of one unit each, or one of several units; none of a bundle. */
function cartonFault(
  type: string | undefined,
  others: readonly Carton[],
  { cartonNo, unitsPerCarton }: Carton,
): Refusal | null {
  if (type === 'bundle') return cartonOfBundle();
  if (others.some((other) => other.cartonNo === cartonNo)) return cartonNoTaken({ cartonNo });
  const isMixed = unitsPerCarton > 1 || others.some((other) => other.unitsPerCarton > 1);
  return others.length > 0 && isMixed ? cartonsMixed() : null;
}

const typesOf = async (tx: Tx, skuIds: readonly unknown[]): Promise<Map<unknown, string>> =>
  new Map((await pick(tx, sku, ['id', 'type'])`id = any(${skuIds}::uuid[])`).map(({ id, type }) => [id, type]));

const cartonsOf = (tx: Tx, skuIds: readonly unknown[], but: string | null): Promise<(Carton & { skuId: string })[]> =>
  pick(tx, skuCarton, ['skuId', 'cartonNo', 'unitsPerCarton'])`
    deleted_at is null and sku_id = any(${skuIds}::uuid[]) and id is distinct from ${but}::uuid`;

export const cartonGuards: Guards<typeof skuCarton> = {
  async addAll(tx, rows) {
    const skuIds = [...new Set(rows.map(({ skuId }) => String(skuId)))];
    const types = await typesOf(tx, skuIds);
    const known = Map.groupBy(await cartonsOf(tx, skuIds, null), ({ skuId }) => skuId);
    return rows.map((row) => {
      const skuId = String(row.skuId);
      const others = known.get(skuId) ?? [];
      const own = { skuId, ...cartonOf(row) };
      const fault = cartonFault(types.get(skuId), others, own);
      if (!fault) known.set(skuId, [...others, own]);
      return fault;
    });
  },
  async edit(tx, before, values) {
    const row = { ...before, ...values };
    const skuId = String(row.skuId);
    const others = await cartonsOf(tx, [skuId], before.id);
    const types = await typesOf(tx, [skuId]);
    const fault = cartonFault(types.get(skuId), others, cartonOf(row));
    if (fault) throw fault;
  },
};

const judgeRatios = async (
  _tx: Tx,
  values: { leastRatio?: string | null; mostRatio?: string | null },
): Promise<void> => {
  const { leastRatio, mostRatio } = values;
  if (!mostRatio) return;
  if (Number(mostRatio) === 0 || Number(leastRatio ?? 0) > Number(mostRatio)) throw pictureRatios();
};

export const pictureRuleGuards: Guards<typeof pictureRule> = {
  add: judgeRatios,
  edit: (tx, before, values) => judgeRatios(tx, { ...before, ...values }),
};
