export * from './bundle-stock.ts';
export * from './events.ts';
export * from './inbound-receipt.ts';
export * from './numbers.ts';
export * from './state-change.ts';
export * from './stock-count.ts';
export * from './stock-transfer.ts';
export * from './stock.ts';
