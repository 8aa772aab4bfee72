export {
  cartonsOf,
  saleStates,
  skuIdsOf,
  skusLike,
  skusNamedLike,
  type Carton,
  type SaleState,
  type SkuName,
} from './sku-queries.ts';
