import type { PageSpecs } from '#kit/web/index.ts';

/** Pages of the catalogue: products and SKUs, which are given their pictures many at a time. */
export const pages: PageSpecs = {
  'list/catalog/product': {
    load: () => import('./pictured-lists.tsx').then(({ ProductList }) => ProductList),
  },
  'list/catalog/sku': {
    load: () => import('./pictured-lists.tsx').then(({ SkuList }) => SkuList),
  },
};
