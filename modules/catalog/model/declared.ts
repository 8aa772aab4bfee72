export * from './numbers.ts';
export * from './product.ts';
export * from './product-category.ts';
export * from './bundle.ts';
export * from './sku-alias.ts';
export * from './sku-part.ts';
