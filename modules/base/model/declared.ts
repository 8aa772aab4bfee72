export * from './channel-account.ts';
export { currency, exchangeRate } from './currency.ts';
export { customer, customerContact } from './customer.ts';
export * from './events.ts';
export { paymentTerm } from './payment-term.ts';
export * from './ship-method.ts';
export { tag } from './tag.ts';
export { supplier, supplierContact } from './supplier.ts';
export * from './warehouse.ts';
