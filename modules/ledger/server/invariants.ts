import type { Invariant } from '#kit/server/invariant.ts';

/** Truths of the books (domain.md §7). That an entry balances follows from what a posting is. */
export const ledgerInvariants: readonly Invariant[] = [
  {
    id: 'M-01',
    title: '每张凭证的金额等于分录合计，分录两边同账簿同币种',
    find: (tx) => tx.rows`
      select e.entry_no, e.amount, coalesce(sum(p.amount), 0)::bigint as postings
      from journal_entry e left join posting p on p.tenant_id = e.tenant_id and p.entry_id = e.id
      left join account d on d.tenant_id = p.tenant_id and d.id = p.debit_account_id
      left join account c on c.tenant_id = p.tenant_id and c.id = p.credit_account_id
      where e.tenant_id = ${tx.tenant}
      group by e.id, e.entry_no, e.amount, e.book, e.currency
      having e.amount <> coalesce(sum(p.amount), 0)
        or not bool_and(d.book = e.book and c.book = e.book and d.currency = e.currency
          and c.currency = e.currency and p.currency = e.currency) limit 50`,
  },
  {
    id: 'M-02',
    title: '受控科目的余额等于分录合计，不为负',
    find: (tx) => tx.rows`
      select a.name, a.balance, s.sum as postings from account a, lateral (
        select coalesce(sum(case when (a.type in ('asset', 'expense')) = (p.debit_account_id = a.id)
          then p.amount else -p.amount end), 0)::bigint as sum
        from posting p where p.tenant_id = a.tenant_id and a.id in (p.debit_account_id, p.credit_account_id)) s
      where a.tenant_id = ${tx.tenant} and a.is_guarded and (a.balance <> s.sum or a.balance < 0) limit 50`,
  },
  {
    id: 'M-03',
    title: '扣款加释放等于冻结，未结束的冻结等于冻结科目余额',
    find: (tx) => tx.rows`
      select h.id::text, h.amount, h.captured, h.released from ledger_hold h
      where h.tenant_id = ${tx.tenant} and h.status <> 'open' and h.captured + h.released <> h.amount
      union all
      select a.name, a.balance, coalesce(sum(h.amount), 0)::bigint, 0::bigint
      from account a left join ledger_hold h on h.tenant_id = a.tenant_id and h.held_code = a.code
        and h.part = a.part and h.currency = a.currency and h.status = 'open'
      where a.tenant_id = ${tx.tenant} and a.code in (
        select held_code from ledger_hold where tenant_id = ${tx.tenant})
      group by a.id, a.name, a.balance having a.balance <> coalesce(sum(h.amount), 0) limit 50`,
  },
];
