import type { Tx } from '#kit/server/database.ts';
import { pick } from '#kit/server/stored-rows.ts';
import type { Guards } from '#kit/server/write.ts';
import { aliasIsCode, partNotPart, partTaken } from '../model/errors.ts';
import { sku } from '../model/product.ts';
import type { skuAlias } from '../model/sku-alias.ts';
import { skuPart } from '../model/sku-part.ts';

/** An alias is nobody's own code: else one text would mean two SKUs. */
export const aliasGuards: Guards<typeof skuAlias> = {
  add: (tx, values) => judgeAlias(tx, values),
  edit: (tx, before, values) => judgeAlias(tx, { ...before, ...values }),
};

async function judgeAlias(tx: Tx, { code, skuId }: { code?: string | null; skuId?: string | null }): Promise<void> {
  const [own] = await pick(tx, sku, ['skuCode'])`
    deleted_at is null and id is distinct from ${skuId ?? null}::uuid
      and (sku_code = ${code ?? ''} or upc = ${code ?? ''})`;
  if (own) throw aliasIsCode({ sku: own.skuCode });
}

/** Parts are SKUs of that kind, each once in the list of a SKU. */
export const partGuards: Guards<typeof skuPart> = {
  add: (tx, values) => judgePart(tx, null, values),
  edit: (tx, before, values) => judgePart(tx, before.id, { ...before, ...values }),
};

async function judgePart(
  tx: Tx,
  id: string | null,
  part: { parentSkuId?: string | null; partSkuId?: string | null },
): Promise<void> {
  const { parentSkuId = null, partSkuId = null } = part;
  const [own] = await pick(tx, sku, ['skuCode', 'type'])`id = ${partSkuId}::uuid`;
  if (own && own.type !== 'part') throw partNotPart({ sku: own.skuCode });
  const [twin] = await pick(tx, skuPart, ['id'])`
    deleted_at is null and parent_sku_id = ${parentSkuId}::uuid
      and part_sku_id = ${partSkuId}::uuid and id is distinct from ${id}::uuid`;
  if (twin) throw partTaken();
}
