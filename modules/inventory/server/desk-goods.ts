import { may } from '#kit/server/actor.ts';
import type { Tx } from '#kit/server/database.ts';
import { skuFaces } from '#modules/catalog/server/index.ts';
import type { DeskGoods } from '../model/desk-goods.ts';
import { placesOf } from './sku-bins.ts';
import { placeKey } from './stock-place.ts';

/**
 * Goods of a document as whoever handles them knows them. Name and code are for everybody who may
 * read the document: they stand on the carton. Pictures are for those who see products.
 * @param warehouseId where they are handled: with the bins in which they stand there
 */
export async function deskGoods(
  tx: Tx,
  skuIds: readonly string[],
  warehouseId?: string,
): Promise<(skuId: string) => DeskGoods> {
  const places = warehouseId ? await placesOf(tx, [warehouseId], skuIds) : null;
  const seesProducts = may(tx.actor, 'catalog:sku:list');
  const faces = new Map((await skuFaces(tx, skuIds)).map((face) => [face.id, face]));
  return (skuId) => {
    const face = faces.get(skuId);
    return {
      code: face?.skuCode ?? '',
      name: face?.name ?? '',
      codes: [face?.skuCode, face?.upc].filter((code): code is string => Boolean(code)),
      picture: (seesProducts ? face?.images[0] : null) ?? null,
      ...(places && warehouseId ? { bins: places.get(placeKey({ warehouseId, skuId }))?.bins ?? [] } : {}),
    };
  };
}
