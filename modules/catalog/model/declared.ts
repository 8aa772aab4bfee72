export * from './numbers.ts';
export * from './product.ts';
export * from './product-category.ts';
