export * from './events.ts';
export * from './numbers.ts';
export * from './shipment-lifecycle.ts';
export * from './shipment.ts';
