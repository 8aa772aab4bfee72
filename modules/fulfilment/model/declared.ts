export * from './events.ts';
export * from './handover.ts';
export * from './numbers.ts';
export * from './shipment-lifecycle.ts';
export * from './shipment.ts';
export * from './shipping-label.ts';
export * from './carrier-jobs.ts';
export * from './wave.ts';
