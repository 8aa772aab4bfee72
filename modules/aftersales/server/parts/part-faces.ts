import { may } from '#kit/server/actor.ts';
import type { BesideRows } from '#kit/server/query/list.ts';
import { skuFaces } from '#modules/catalog/server/index.ts';
import type { PartOrderFace } from '../../model/part-face.ts';

/** The picture of the first part for the rows of a page, else of the product that it belongs to. */
export const partFaces: BesideRows = async (tx, rows) => {
  const ids = rows.map((row) => String(row['id']));
  const lines = await tx.rows<{ id: string; partSkuId: string | null; parentSkuId: string }>`
    select distinct on (part_order_id) part_order_id as id, part_sku_id, parent_sku_id
    from part_line where tenant_id = ${tx.tenant} and part_order_id = any(${ids}::uuid[])
    order by part_order_id, create_time, id`;
  const skuIds = lines.flatMap(({ partSkuId, parentSkuId }) => (partSkuId ? [partSkuId, parentSkuId] : [parentSkuId]));
  const seesProducts = may(tx.actor, 'catalog:sku:list');
  const faces = seesProducts ? await skuFaces(tx, [...new Set(skuIds)]) : [];
  const pictures = new Map(faces.map(({ id, images }) => [id, images[0]]));
  const firsts = new Map(lines.map((line) => [line.id, line]));
  return new Map(
    ids.map((id) => {
      const line = firsts.get(id);
      const own = line?.partSkuId ? pictures.get(line.partSkuId) : undefined;
      const face: PartOrderFace = { picture: own ?? pictures.get(line?.parentSkuId ?? '') ?? null };
      return [id, { ...face }];
    }),
  );
};
