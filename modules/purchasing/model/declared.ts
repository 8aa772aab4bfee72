export * from './purchase-order.ts';
export * from './supplier-price.ts';
