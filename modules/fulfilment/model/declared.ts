export * from './events.ts';
export * from './shipment.ts';
