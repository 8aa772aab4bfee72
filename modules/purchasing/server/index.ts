/** Front door of purchasing for the modules above it. */
export { draftOrders } from './restock-orders.ts';
export { forbiddenAt } from './supply/forbidden.ts';
export { issueCredit, takeBackCredit } from './supplier-credits.ts';
export { termsOf, unannounced } from './supply-terms.ts';
