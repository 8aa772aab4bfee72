export * from './events.ts';
export * from './stock.ts';
