export * from './invoice.ts';
