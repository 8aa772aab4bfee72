export * from './landed-cost.ts';
export * from './purchase-order.ts';
export * from './supplier-bill.ts';
export * from './restock-list.ts';
export * from './supplier-price.ts';
