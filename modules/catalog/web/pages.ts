import type { PageSpecs } from '#kit/web/index.ts';

/** Pages of the catalogue: its lists, and a product as a whole. */
export const pages: PageSpecs = {
  'list/catalog/product': {
    load: () => import('./pictured-lists.tsx').then(({ ProductList }) => ProductList),
  },
  'list/catalog/sku': {
    load: () => import('./pictured-lists.tsx').then(({ SkuList }) => SkuList),
  },
  'catalog/PictureList': {
    load: () => import('./picture-list.tsx').then(({ PictureList }) => PictureList),
  },
  'list/catalog/pictureRule': {
    load: () => import('./picture-rule-list.tsx').then(({ PictureRuleList }) => PictureRuleList),
  },
  'list/catalog/productCategory': {
    load: () => import('./category-list.tsx').then(({ CategoryList }) => CategoryList),
  },
  'detail/catalog/product': {
    load: () => import('./product-detail.tsx').then(({ ProductDetail }) => ProductDetail),
  },
};
