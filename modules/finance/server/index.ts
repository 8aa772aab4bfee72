/** Front door of finance for the modules above it. */
export {
  settleInvoices,
  unsettleInvoices,
  type NewSettlement,
  type Settled,
  type SettlementSource,
} from './invoices/settle.ts';
