export { bundleParts, bundlesOf, withTheirBundles, type BundlePart } from './bundles.ts';
export { noteDrawn } from './note-measures.ts';
export { seenSkusOf } from './seen-product.ts';
export {
  cartonsOf,
  saleStates,
  skuFaces,
  skuIdsOf,
  skusLike,
  skusNamedLike,
  type Carton,
  type SaleState,
  type SkuName,
} from './sku-queries.ts';
