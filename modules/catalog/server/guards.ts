import type { Tx } from '#kit/server/database.ts';
import { pick } from '#kit/server/stored-rows.ts';
import type { Guards } from '#kit/server/write.ts';
import type { pictureRule } from '../model/picture-rule.ts';
import {
  cartonNoTaken,
  cartonOfBundle,
  cartonsMixed,
  pictureRatios,
  productHasSkus,
} from '../model/errors.ts';
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

async function checkCarton(
  tx: Tx,
  before: Record<string, unknown> | null,
  values: Record<string, unknown>,
): Promise<void> {
  const skuId = values.skuId ?? before?.skuId;
  const [owner] = await pick(tx, sku, ['type'])`id = ${skuId}::uuid`;
  if (owner?.type === 'bundle') throw cartonOfBundle();
  const cartonNo = Number(values.cartonNo ?? before?.cartonNo);
  const units = Number(values.unitsPerCarton ?? before?.unitsPerCarton);
  const others = await pick(tx, skuCarton, ['cartonNo', 'unitsPerCarton'])`
    deleted_at is null and sku_id = ${skuId}::uuid
      and id is distinct from ${before?.id ?? null}::uuid`;
  if (others.some((other) => other.cartonNo === cartonNo)) throw cartonNoTaken({ cartonNo });
  if (others.length > 0 && (units > 1 || others.some((other) => other.unitsPerCarton > 1)))
    throw cartonsMixed();
}

export const cartonGuards: Guards = {
  add: (tx, values) => checkCarton(tx, null, values),
  edit: checkCarton,
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
