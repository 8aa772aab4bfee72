export * from './finance-settings.ts';
export * from './invoice.ts';
export * from './invoice-jobs.ts';
export * from './invoice-routes.ts';
export * from './payment.ts';
export * from './uninvoiced.ts';
