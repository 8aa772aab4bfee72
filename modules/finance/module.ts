import { carriedOut } from '#kit/server/deliveries.ts';
import type { Database } from '#kit/server/database.ts';
import { defineModule, type Parts } from '#kit/server/module.ts';
import { after } from '#kit/server/outbox.ts';
import type { Registry } from '#kit/server/registry.ts';
import { shipmentShipped, shipmentTakenBack } from '#modules/fulfilment/model/events.ts';
import * as declared from './model/declared.ts';
import { financeGrants } from './model/grants.ts';
import { invoice } from './model/invoice.ts';
import { invoiceShipmentJob, shortInvoicesWork } from './model/invoice-jobs.ts';
import { financeMenus } from './model/menus.ts';
import { payment } from './model/payment.ts';
import { customerStatement, receivableAgeing } from './model/receivable-reports.ts';
import { uninvoicedShipment } from './model/uninvoiced.ts';
import { booksOf, paymentBooks } from './server/document-entries.ts';
import { financeSettingsRoutes } from './server/finance-settings.ts';
import { receivableInvariants } from './server/invariants.ts';
import { invoiceHandler } from './server/invoices/invoice-job.ts';
import * as invoiceMoves from './server/invoices/invoice-moves.ts';
import { invoiceRoutes } from './server/invoices/invoice-routes.ts';
import * as settleMoves from './server/invoices/settle.ts';
import { shortDueInvoices } from './server/invoices/short-invoices.ts';
import { uninvoicedRows } from './server/invoices/uninvoiced.ts';
import { paymentDraft } from './server/payments/payment-draft.ts';
import * as paymentMoves from './server/payments/payment-moves.ts';
import { poMoneyRoutes } from './server/po-money/po-money-routes.ts';
import { receivablesInTransaction } from './server/reactions.ts';
import { registersInUse } from './server/registers-in-use.ts';
import { buildRemittances, remittanceParts } from './server/remittance-parts.ts';
import { ageingRows, statementRows } from './server/reports/receivable-reports.ts';
import { receivableTodos } from './server/todos.ts';

/** What the wiring gives to this module. */
export interface FinanceServices {
  db: Database;
  registry: Registry;
}

const HOUR_MS = 3_600_000;

/** 发票 收付款 回款单 扣款: what customers owe, and how it becomes money. */
export const finance = defineModule<FinanceServices>({
  name: 'finance',
  declared,
  menus: financeMenus,
  grants: financeGrants,
  serves: [
    { resource: invoice, detail: booksOf },
    { resource: payment, draft: paymentDraft, detail: paymentBooks },
    { resource: uninvoicedShipment, rows: uninvoicedRows },
    ...remittanceParts.serves,
    { resource: receivableAgeing, rows: ageingRows },
    { resource: customerStatement, rows: statementRows },
  ],
  moves: [invoiceMoves, settleMoves, paymentMoves, ...remittanceParts.moves],
  routes: [...invoiceRoutes, ...poMoneyRoutes, ...financeSettingsRoutes, ...remittanceParts.routes],
  after: [after(shipmentShipped, invoiceShipmentJob), after(shipmentTakenBack, invoiceShipmentJob)],
  inTransaction: [...receivablesInTransaction, ...registersInUse],
  jobs: [carriedOut(invoiceShipmentJob, invoiceHandler)],
  invariants: [...receivableInvariants, ...remittanceParts.invariants],
  todos: [...receivableTodos, ...remittanceParts.todos],
  build,
});

function build(services: FinanceServices): Parts {
  const { scheduled = [], ...remittances } = buildRemittances(services);
  const short = { kind: shortInvoicesWork, everyMs: HOUR_MS, run: (now: Date) => shortDueInvoices(services.db, now) };
  return { ...remittances, scheduled: [short, ...scheduled] };
}
