export * from './channel-account.ts';
export * from './events.ts';
export * from './ship-method.ts';
export * from './warehouse.ts';
