import { dayIn } from '#kit/model/time.ts';
import type { Tx } from '#kit/server/database.ts';
import { baseConditions } from '#kit/server/query/row-conditions.ts';
import { join, sql, type Sql } from '#kit/server/sql.ts';
import { invoice } from '../../model/invoice.ts';
import { payment } from '../../model/payment.ts';

/** What each customer owes, by the days since it was invoiced; of invoices and payments that the caller may see. */
export function ageingRows(tx: Tx): Sql {
  const today = sql`${dayIn(tx.now, tx.actor.zone)}::date`;
  const older = (least: number): Sql => sql`o.issue_date < ${today} - ${least}::integer`;
  return sql`
    select c.id, ${tx.tenant}::integer as tenant_id, ${tx.now}::timestamptz as create_time, c.customer_id, c.currency,
      c.invoice_count, c.balance, c.overdue, c.days30, c.days60, c.days90, c.older, c.advance, c.oldest_due
    from (
      select (array_agg(o.id order by o.id))[1] as id, o.customer_id, o.currency,
        (count(*) filter (where o.balance > 0))::integer as invoice_count, sum(o.balance)::bigint as balance,
        coalesce(sum(o.balance) filter (where o.due_date < ${today}), 0)::bigint as overdue,
        coalesce(sum(o.balance) filter (where not ${older(30)}), 0)::bigint as days30,
        coalesce(sum(o.balance) filter (where ${older(30)} and not ${older(60)}), 0)::bigint as days60,
        coalesce(sum(o.balance) filter (where ${older(60)} and not ${older(90)}), 0)::bigint as days90,
        coalesce(sum(o.balance) filter (where ${older(90)}), 0)::bigint as older,
        sum(o.advance)::bigint as advance, min(o.due_date) as oldest_due
      from (
        select t.id, t.customer_id, t.currency, t.balance, 0::bigint as advance, t.issue_date, t.due_date
        from invoice t where ${join(baseConditions(invoice, tx.actor), ' and ')}
          and t.balance > 0 and t.status <> 'voided'
        union all
        select t.id, t.customer_id, t.currency, 0::bigint, t.unallocated, null::date, null::date
        from payment t where ${join(baseConditions(payment, tx.actor), ' and ')}
          and t.status = 'posted' and t.direction = 'in' and t.unallocated > 0) o
      group by o.customer_id, o.currency) c`;
}

/** What made customers owe more or less, in the order of days; the balance counts everything before, whatever is asked for. */
export const statementRows = (tx: Tx): Sql => sql`
  select s.id, ${tx.tenant}::integer as tenant_id, s.create_time, s.day, s.customer_id, s.kind, s.doc_no, s.invoice_id,
    s.po_no, s.currency, s.charged, s.settled,
    (sum(s.charged - s.settled) over (
      partition by s.customer_id, s.currency order by s.day, s.create_time, s.id))::bigint as balance
  from (
    select t.id, t.create_time, t.issue_date as day, t.customer_id, 'invoice' as kind, t.invoice_no as doc_no,
      t.id as invoice_id, t.po_no, t.currency, t.total as charged, 0::bigint as settled
    from invoice t where ${join(baseConditions(invoice, tx.actor), ' and ')} and t.status <> 'voided'
    union all
    select x.id, x.create_time, x.settled_on, t.customer_id, x.kind, x.source_no, t.id, t.po_no, t.currency, 0::bigint,
      x.amount
    from invoice t join invoice_settlement x on x.tenant_id = t.tenant_id and x.invoice_id = t.id
    where ${join(baseConditions(invoice, tx.actor), ' and ')} and t.status <> 'voided' and x.status = 'effective') s`;
