export * from './numbers.ts';
export * from './product.ts';
