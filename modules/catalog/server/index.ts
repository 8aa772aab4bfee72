export { bundleParts, bundlesOf, withTheirBundles, type BundlePart } from './bundles.ts';
export { makePlainProducts } from './plain-products.ts';
export { noteDrawn } from './note-measures.ts';
export { partsOf, standardCostsOf, type PartOfSku } from './parts.ts';
export { isOwnStandard, othersStandard, standardCost } from './standard-cost.ts';
export { ownBundles, vouchedBundles, vouchedParts, wholeGoods } from './vouched-goods.ts';
export { partDrawingsOf, type PartDrawings } from './sku-parts.ts';
export { seenSkusOf } from './seen-product.ts';
export {
  boxesOf,
  cartonsOf,
  hugeBundles,
  MOST_BUNDLE_CARTONS,
  saleStates,
  skuFaces,
  skuIdsOf,
  skusLike,
  skusNamedLike,
  type Carton,
  type SaleState,
  type SkuName,
} from './sku-queries.ts';
