import type { Invariant } from '#kit/server/invariant.ts';

/** Truths of money that channels pay and keep (domain.md §7). */
export const remittanceInvariants: readonly Invariant[] = [
  {
    id: 'M-09',
    title: '过账的回款单：明细合计等于净额，核销发票的金额等于核销记录',
    find: (tx) => tx.rows`
      with lines as (
        select remittance_id as id, sum(amount) as total, sum(matched) as matched, count(*) as n
        from remittance_line where tenant_id = ${tx.tenant} group by 1),
      shares as (
        select remittance_id as id, sum(amount) as amount from remittance_share
        where tenant_id = ${tx.tenant} group by 1),
      settled as (
        select source_id as id, sum(amount) as amount from invoice_settlement
        where tenant_id = ${tx.tenant} and source_type = 'remittance' and status = 'effective' group by 1)
      select r.remit_no, r.status, r.net_amount, l.total, l.matched, s.amount as of_shares, t.amount as of_settlements
      from remittance r left join lines l on l.id = r.id left join shares s on s.id = r.id
        left join settled t on t.id = r.id
      where r.tenant_id = ${tx.tenant}
        and (r.line_total <> coalesce(l.total, 0) or r.line_count <> coalesce(l.n, 0)
          or coalesce(l.matched, 0) <> coalesce(s.amount, 0) or r.matched_total <> coalesce(l.matched, 0)
          or (r.status = 'posted' and (r.net_amount <> l.total or coalesce(t.amount, 0) <> coalesce(s.amount, 0)))
          or (r.status <> 'posted' and coalesce(t.amount, 0) <> 0))
      limit 50`,
  },
  {
    id: 'M-09b',
    title: '待核销回款科目等于过账回款单里待核销的金额减申诉追回',
    find: (tx) => tx.rows`
      with parked as (
        select r.account_id, bool_or(r.base_currency <> r.currency) as is_foreign,
          sum(r.parked_total) as amount
        from remittance r where r.tenant_id = ${tx.tenant} and r.status = 'posted' group by 1),
      recovered as (
        select d.account_id, sum(p.amount) as amount
        from deduction d join posting p on p.tenant_id = d.tenant_id and p.entry_id = d.recovery_entry_id
          join account a on a.tenant_id = p.tenant_id and a.id = p.debit_account_id and a.code = 'suspense:remit'
        where d.tenant_id = ${tx.tenant} group by 1),
      books as (
        select a.part::uuid as account_id,
          sum(case when p.credit_account_id = a.id then p.amount else -p.amount end) as amount
        from account a join posting p on p.tenant_id = a.tenant_id
          and a.id in (p.debit_account_id, p.credit_account_id)
        where a.tenant_id = ${tx.tenant} and a.code = 'suspense:remit' group by 1)
      select b.account_id::text, b.amount, coalesce(p.amount, 0) as parked, coalesce(d.amount, 0) as recovered
      from books b left join parked p on p.account_id = b.account_id
        left join recovered d on d.account_id = b.account_id
      where not coalesce(p.is_foreign, false)
        and b.amount <> coalesce(p.amount, 0) - coalesce(d.amount, 0)
      limit 50`,
  },
  {
    id: 'M-09c',
    title: '扣款的入账方式与回款单、核销记录一致，追回不超过扣款',
    find: (tx) => tx.rows`
      select d.deduction_no, d.status, d.booking from deduction d
      left join remittance r on r.tenant_id = d.tenant_id and r.id = d.remittance_id
      left join lateral (select sum(s.amount) as amount from invoice_settlement s
        where s.tenant_id = d.tenant_id and s.source_type = 'deduction' and s.source_id = d.id
          and s.status = 'effective') s on true
      where d.tenant_id = ${tx.tenant}
        and ((d.booking = 'remittance' and r.status is distinct from 'posted')
          or (d.booking = 'invoice') <> (coalesce(s.amount, 0) > 0)
          or d.recovered > d.amount
          or (d.status = 'won') <> (d.result is not distinct from 'won')
          or (d.status in ('posted', 'confirmed', 'disputed', 'settled', 'withdrawn') and d.recovered <> 0))
      limit 50`,
  },
  {
    id: 'M-09d',
    title: '过账的回款单各有一张收付款，金额等于净额，核销合计不超过净额，自己没有凭证',
    find: (tx) => tx.rows`
      with shares as (
        select remittance_id as id, sum(amount) as amount from remittance_share
        where tenant_id = ${tx.tenant} group by 1),
      parts as (
        select payment_id as id, sum(amount) as amount from payment_allocation
        where tenant_id = ${tx.tenant} group by 1)
      select r.remit_no, r.status, r.net_amount, p.payment_no, p.direction, p.amount, p.allocated, a.amount as of_parts,
        s.amount as of_shares
      from remittance r
        left join payment p on p.tenant_id = r.tenant_id and p.remittance_id = r.id and p.status = 'posted'
        left join shares s on s.id = r.id left join parts a on a.id = p.id
      where r.tenant_id = ${tx.tenant}
        and ((r.status = 'posted' and r.net_amount <> 0) <> (p.id is not null)
          or p.amount <> abs(r.net_amount) or p.base_amount <> abs(r.base_net) or p.currency <> r.currency
          or p.direction <> case when r.net_amount > 0 then 'in' else 'out' end
          or p.allocated <> coalesce(a.amount, 0)
          or p.allocated <> case when r.net_amount > 0 then least(r.net_amount, coalesce(s.amount, 0)) else 0 end
          or exists (select 1 from journal_entry e
            where e.tenant_id = p.tenant_id and e.ref_type = 'payment' and e.ref_id = p.id::text))
      limit 50`,
  },
];
