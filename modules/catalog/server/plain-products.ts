import { plainCode } from '#kit/model/code-text.ts';
import { requirePermission } from '#kit/server/actor.ts';
import type { Tx } from '#kit/server/database.ts';
import { codeKey } from '#kit/server/same-code.ts';
import type { Registry } from '#kit/server/registry.ts';
import { addRow } from '#kit/server/write.ts';
import { product, sku, skuCarton } from '../model/product.ts';
import { productGuards } from './guards.ts';

/** Goods that are known by a code and a name, and perhaps by the carton that one of them comes in. */
export interface PlainGoods {
  code: string;
  name: string;
  carton?: { lengthMm: number; widthMm: number; heightMm: number; grossWeightG: number };
}

const NO_CODE_SIGN = /[^A-Za-z0-9._\-/]+/g;
const MOST_CODE = 64;
const MOST_NAME = 128;

/** A code as SKUs may have it: what is neither letter nor digit becomes a hyphen. */
export const skuCodeOf = (code: string): string =>
  plainCode(code)
    .replaceAll(NO_CODE_SIGN, '-')
    .replace(/^[^A-Za-z0-9]+/, '')
    .slice(0, MOST_CODE);

/**
 * A product with one SKU for each of the goods, as a draft: pictures, costs and cartons that are not given are filled in later. Where
 * there is a SKU of that code already, in whichever letters, it is the one that is meant.
 * @returns ids of the SKUs by the code that was given; without an entry where a code has no sign a SKU may have
 */
export async function makePlainProducts(
  tx: Tx,
  registry: Registry,
  goods: readonly PlainGoods[],
): Promise<{ skuIds: Map<string, string>; made: number }> {
  for (const right of ['catalog:product:add', 'catalog:sku:add']) requirePermission(tx.actor, right);
  const keys = [...new Set(goods.map(({ code }) => codeKey(skuCodeOf(code))).filter(Boolean))];
  const known = await tx.rows<{ id: string; skuCode: string }>`
    select id, sku_code from sku
    where tenant_id = ${tx.tenant} and deleted_at is null and sku_code_key = any(${keys}::text[])`;
  const found = new Map(known.map(({ id, skuCode }) => [codeKey(skuCode), id]));
  const skuIds = new Map<string, string>();
  let made = 0;
  for (const { code, name, carton } of goods) {
    const skuCode = skuCodeOf(code);
    if (skuCode === '') continue;
    let id = found.get(codeKey(skuCode));
    if (!id) {
      const called = name.trim().slice(0, MOST_NAME) || skuCode;
      const productId = await addRow(
        tx,
        { registry, resource: product, guards: productGuards as object },
        { spuCode: skuCode, name: called },
      );
      id = await addRow(tx, { registry, resource: sku }, { skuCode, productId, name: called });
      if (carton)
        await addRow(tx, { registry, resource: skuCarton }, { skuId: id, cartonNo: 1, label: '整箱', ...carton });
      found.set(codeKey(skuCode), id);
      made += 1;
    }
    skuIds.set(code, id);
  }
  return { skuIds, made };
}
