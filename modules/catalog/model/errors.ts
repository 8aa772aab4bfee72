import { Refusal } from '#kit/model/refusal.ts';

export const productWithoutSku = () =>
  new Refusal('catalog.productWithoutSku', '产品没有SKU，不能上架销售');

export const skuWithoutCarton = (p: { skus: string }) =>
  new Refusal('catalog.skuWithoutCarton', `缺少箱规（尺寸与毛重）：${p.skus}`);

export const productWithoutCategory = () =>
  new Refusal('catalog.productWithoutCategory', '产品没有分类，不能上架销售');

export const productWithoutPicture = () =>
  new Refusal('catalog.productWithoutPicture', '产品没有图片，不能上架销售');

export const productHasSkus = (p: { product: string }) =>
  new Refusal('catalog.productHasSkus', `${p.product} 下仍有SKU，不能删除`);

export const cartonNoTaken = (p: { cartonNo: number }) => {
  const [code, message] = ['catalog.cartonNoTaken', `该SKU已有第 ${p.cartonNo} 箱`];
  return new Refusal(code, message, {
    status: 422,
    errors: [{ field: 'cartonNo', code, message }],
  });
};

/** Several cartons of one unit, or one carton of several units; never both (domain.md §2.2). */
export const cartonsMixed = () =>
  new Refusal('catalog.cartonsMixed', '多箱SKU的每箱件数必须为 1', { status: 422 });
