import { may } from '#kit/server/actor.ts';
import type { Tx } from '#kit/server/database.ts';
import { sql } from '#kit/server/sql.ts';
import type { Todo, TodoItem } from '#kit/server/todo.ts';
import { invoice } from '../model/invoice.ts';
import { payment } from '../model/payment.ts';
import { uninvoicedRows } from './invoices/uninvoiced.ts';

export const receivableTodos: readonly Todo[] = [
  { sort: 83.1, items: async (tx) => uninvoicedCards(tx) },
  {
    sort: 83.2,
    key: 'invoicesShort',
    band: 'wrong',
    doneBy: ['finance:invoice:writeOff', 'finance:payment:post'],
    title: '短款发票',
    hint: '到期还没有收齐',
    resource: invoice,
    where: sql`t.status = 'short_paid'`,
    path: '/finance/invoice',
    query: { status: 'short_paid' },
  },
  {
    sort: 83.3,
    key: 'invoicesToWriteOff',
    band: 'today',
    doneBy: ['finance:invoice:writeOff'],
    title: '核销待审核',
    hint: '余额超过单人核销上限，等另一个人',
    resource: invoice,
    where: sql`t.write_off_asked_at is not null and t.balance > 0 and t.status <> 'voided'`,
    path: '/finance/invoice',
    query: { writeOffAskedAt_begin: '2000-01-01', status: 'issued,sent,part_paid,short_paid,disputed' },
  },
  {
    sort: 83.4,
    key: 'advancesToAllocate',
    band: 'today',
    doneBy: ['finance:payment:allocate'],
    title: '预收待核销',
    hint: '收到了钱，还没有核销发票',
    resource: payment,
    where: sql`t.status = 'posted' and t.direction = 'in' and t.unallocated > 0`,
    path: '/finance/payment',
    query: { status: 'posted', direction: 'in', unallocated_begin: '0.01' },
  },
];

/** Shipments, as the list behind it shows them: an order may have left in two, one of them invoiced. */
async function uninvoicedCards(tx: Tx): Promise<TodoItem[]> {
  if (!may(tx.actor, 'finance:uninvoicedShipment:list') || !may(tx.actor, 'finance:invoice:issue')) return [];
  const [found] = await tx.query<{ n: number }>(
    sql`select count(*)::integer as n from (${await uninvoicedRows(tx)}) waiting`,
  );
  return [
    {
      key: 'shipmentsToInvoice',
      band: 'today',
      title: '待开票',
      hint: '货已发出，还没有发票',
      count: found?.n ?? 0,
      deadline: null,
      path: '/finance/uninvoiced',
      query: {},
    },
  ];
}
