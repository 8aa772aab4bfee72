export * from './events.ts';
export * from './jobs.ts';
export * from './numbers.ts';
export * from './order-lifecycle.ts';
export * from './order-remark.ts';
export * from './order.ts';
export * from './price-dispute-lifecycle.ts';
export * from './price-dispute.ts';
