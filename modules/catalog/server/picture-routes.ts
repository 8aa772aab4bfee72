import { Refusal } from '#kit/model/refusal.ts';
import type { Tx } from '#kit/server/database.ts';
import type { Registry } from '#kit/server/registry.ts';
import { answer, implement, type Route } from '#kit/server/route.ts';
import { sql } from '#kit/server/sql.ts';
import { countFaults } from '../model/judge-pictures.ts';
import {
  attachPicturesRoute,
  detachPicturesRoute,
  editPictureRoute,
  productPicturesRoute,
  removePicturesRoute,
  replacePictureRoute,
  type ProductPictures,
} from '../model/picture.ts';
import { editPicture } from './edit-picture.ts';
import { rulesInForce } from './judge-products.ts';
import { attachPictures, detachPictures, pictureIds, removePictures, replacePicture } from './picture-changes.ts';
import { pictureRows } from './picture-rows.ts';
import { seenProduct } from './seen-product.ts';

/** What is done with pictures beside reading their list. */
export const pictureRoutes = (registry: Registry): Route[] => [
  implement(editPictureRoute, async (call) => {
    await call.tx((tx) => editPicture(tx, registry, call.params.id, call.body));
    return answer('图片已保存');
  }),
  implement(attachPicturesRoute, async (call) => {
    const ids = pictureIds(call.body.ids);
    const { productId, skuId } = call.body;
    if ((productId === undefined) === (skuId === undefined))
      throw new Refusal('catalog.pictureOwner', '请选择产品或SKU，二者选一', { status: 422 });
    const to = skuId
      ? ({ owner: 'sku', id: String(skuId) } as const)
      : ({ owner: 'product', id: String(productId) } as const);
    await call.tx((tx) => attachPictures(tx, registry, ids, to));
    return answer(`已归属 ${ids.length} 张图片`);
  }),
  implement(detachPicturesRoute, async (call) => {
    const ids = pictureIds(call.body.ids);
    await call.tx((tx) => detachPictures(tx, registry, ids));
    return answer(`已解绑 ${ids.length} 张图片`);
  }),
  implement(replacePictureRoute, async (call) => {
    await call.tx((tx) => replacePicture(tx, registry, call.params.id, call.body.image));
    return answer('图片已替换');
  }),
  implement(removePicturesRoute, async (call) => {
    const ids = pictureIds(call.body.ids);
    await call.tx((tx) => removePictures(tx, ids));
    return answer(`已删除 ${ids.length} 张图片`);
  }),
  implement(productPicturesRoute, (call) => call.tx((tx) => productPictures(tx, call.params.id))),
];

/** Of the product first, then SKU by SKU, each in its order. */
async function productPictures(tx: Tx, id: string): Promise<ProductPictures> {
  await seenProduct(tx, id);
  const pictures = await tx.query<ProductPictures['pictures'][number]>(sql`
    select t.id, t.image[1] as image, t.file_name, t.alt_text, t.width, t.height, t.bytes, t.role,
      s.sku_code, t.verdict, coalesce(string_to_array(t.faults, E'\\n'), '{}') as faults
    from (${pictureRows(tx, { productId: id })}) t
      left join sku s on s.tenant_id = ${tx.tenant} and s.id = t.sku_id
    where t.product_id = ${id}::uuid
    order by s.sku_code nulls first, t.ordinal`);
  const own = pictures.filter(({ skuCode }) => skuCode === null);
  const { verdict } = await tx.one<{ verdict: ProductPictures['verdict'] | null }>`
    select picture_verdict as verdict from product where tenant_id = ${tx.tenant} and id = ${id}::uuid`;
  const faults = countFaults(await rulesInForce(tx), own.length);
  return { verdict: verdict ?? 'waiting', faults, pictures };
}
