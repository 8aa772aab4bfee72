import type { Tx } from '#kit/server/database.ts';
import { nothing, sql, type Sql } from '#kit/server/sql.ts';

/**
 * Every account with the sums of its postings; balances read as their type reads them. Who is limited to
 * warehouses sees what their stock is worth, and no sums of the others.
 */
export const accountBalanceRows = (tx: Tx): Sql => sql`
  select a.id, a.book, a.code, a.type, a.part_name, a.currency, d.total as debit, c.total as credit,
    case when a.type in ('asset', 'expense') then d.total - c.total else c.total - d.total end as balance,
    a.create_time
  from account a,
    lateral (select coalesce(sum(p.amount), 0)::bigint as total from posting p
      where p.tenant_id = a.tenant_id and p.debit_account_id = a.id) d,
    lateral (select coalesce(sum(p.amount), 0)::bigint as total from posting p
      where p.tenant_id = a.tenant_id and p.credit_account_id = a.id) c
  where a.tenant_id = ${tx.tenant} ${ofWarehouses(tx)}`;

function ofWarehouses({ actor }: Tx): Sql {
  const { warehouses } = actor.limits;
  return warehouses ? sql`and a.code = 'inventory' and a.part = any(${[...warehouses]}::text[])` : nothing;
}
