import type { Tx } from '#kit/server/database.ts';
import { sql, type Sql } from '#kit/server/sql.ts';
import { baseCurrency } from '#modules/base/server/index.ts';

/**
 * Statements with what our books say of the same account on the day they end. The ledger is kept in the currency of
 * the books: of an account in another one, what its documents say in that currency is counted.
 */
export async function bankStatementRows(tx: Tx): Promise<Sql> {
  const base = await baseCurrency(tx);
  return sql`
    select s.id, s.tenant_id, s.create_time, s.statement_no, s.account_id, s.currency, s.opening_on, s.opening,
      s.closing_on, s.closing, s.line_count, s.report_file_id, b.books, s.closing - b.books as difference,
      o.open_count, o.open_sum
    from bank_statement s
    join lateral (select (case when s.currency = ${base} then (
        select coalesce(sum(case when p.debit_account_id = a.id then p.amount else -p.amount end), 0)
        from account a
        join posting p on p.tenant_id = a.tenant_id and a.id in (p.debit_account_id, p.credit_account_id)
        join journal_entry e on e.tenant_id = p.tenant_id and e.id = p.entry_id
        where a.tenant_id = ${tx.tenant} and a.code = 'cash' and a.part = s.account_id::text
          and e.day <= s.closing_on)
      else (
        select coalesce(sum(case when f.direction = 'in' then f.amount else -f.amount end), 0) from payment f
        where f.tenant_id = ${tx.tenant} and f.account_id = s.account_id and f.currency = s.currency
          and f.status = 'posted' and f.paid_on <= s.closing_on)
      - (select coalesce(sum(q.amount), 0) from bill_payment q
        where q.tenant_id = ${tx.tenant} and q.account_id = s.account_id and q.currency = s.currency
          and q.status = 'paid' and q.paid_on <= s.closing_on)
      end)::bigint as books) b on true
    join lateral (select count(*)::integer as open_count, coalesce(sum(l.amount), 0)::bigint as open_sum
      from bank_line l
      where l.tenant_id = ${tx.tenant} and l.account_id = s.account_id and l.currency = s.currency
        and l.status = 'open' and l.booked_on <= s.closing_on) o on true
    where s.tenant_id = ${tx.tenant}`;
}
