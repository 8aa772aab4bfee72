import type { Invariant } from '#kit/server/invariant.ts';

/** Truths of returns (domain.md §7: O-08), and what others show or hold of them. */
export const aftersalesInvariants: readonly Invariant[] = [
  {
    id: 'O-08',
    title: '退回不超过已发，质检后实收等于良品加不良品加错货',
    find: (tx) => tx.rows`
      select l.id, r.return_no, r.status, l.qty_received, l.qty_good, l.qty_damaged, l.qty_wrong
      from return_line l join return_order r on r.tenant_id = l.tenant_id and r.id = l.return_id
      where l.tenant_id = ${tx.tenant} and r.status in ('inspected', 'disposed', 'credited', 'closed')
        and r.type <> 'refundOnly' and l.qty_received <> l.qty_good + l.qty_damaged + l.qty_wrong
      union all
      select l.id, o.order_no, o.status, l.qty_returned, l.qty_shipped, 0, 0
      from order_line l join sales_order o on o.tenant_id = l.tenant_id and o.id = l.order_id
      where l.tenant_id = ${tx.tenant} and l.qty_returned > l.qty_shipped limit 50`,
  },
  {
    id: 'O-08b',
    title: '每行退款合计不超过已发货数量的金额，等于有效退款单合计',
    find: (tx) => tx.rows`
      with credits as (
        select c.return_line_id as id, sum(c.amount) as amount
        from credit_note_line c join credit_note n on n.tenant_id = c.tenant_id and n.id = c.credit_note_id
        where c.tenant_id = ${tx.tenant} and n.status = 'issued' group by 1)
      select 'line' as at, l.id, l.credited, coalesce(c.amount, 0)::bigint as expected
      from return_line l left join credits c on c.id = l.id
      where l.tenant_id = ${tx.tenant} and l.credited <> coalesce(c.amount, 0)
      union all
      select 'order', o.id, s.credited, o.line_net
      from order_line o join (
        select order_line_id, sum(credited)::bigint as credited from return_line
        where tenant_id = ${tx.tenant} and order_line_id is not null group by 1) s on s.order_line_id = o.id
      where o.tenant_id = ${tx.tenant} and s.credited > case
        when o.qty_shipped = o.qty - o.qty_cancelled then o.line_net
        else ceil(o.line_net::numeric * o.qty_shipped / greatest(1, o.qty - o.qty_cancelled)) + 1 end
      limit 50`,
  },
  {
    id: 'O-08c',
    title: '退货退款不超过退回和认可的件数的金额',
    find: (tx) => tx.rows`
      select r.return_no, l.id, l.credited, l.qty_good + l.qty_damaged + l.qty_accepted as units, o.line_net
      from return_line l
      join return_order r on r.tenant_id = l.tenant_id and r.id = l.return_id
      join order_line o on o.tenant_id = l.tenant_id and o.id = l.order_line_id
      where l.tenant_id = ${tx.tenant} and r.type = 'return' and l.credited > 0
        and l.credited > ceil(o.line_net::numeric * (l.qty_good + l.qty_damaged + l.qty_accepted)
          / greatest(1, o.qty - o.qty_cancelled)) + 1
      limit 50`,
  },
  {
    id: 'RT-01',
    title: '订单的退回数量、退货状态和退货损失与退货单一致',
    find: (tx) => tx.rows`
      with units as (
        select l.order_line_id as id, sum(l.qty_received - l.qty_wrong) as qty from return_line l
        where l.tenant_id = ${tx.tenant} and l.order_line_id is not null group by 1),
      sums as (
        select order_id as id, sum(qty_returned) as returned, sum(qty_shipped) as sent from order_line
        where tenant_id = ${tx.tenant} group by 1),
      states as (
        select order_id as id,
          bool_or(status in ('approved', 'receiving', 'received', 'inspected')) as is_open,
          sum(return_loss) filter (where qty_received > 0 or credit_total > 0) as loss
        from return_order where tenant_id = ${tx.tenant} and order_id is not null group by 1)
      select 'line' as at, l.id, l.qty_returned::text as shown, coalesce(u.qty, 0)::text as expected
      from order_line l left join units u on u.id = l.id
      where l.tenant_id = ${tx.tenant} and l.qty_returned <> coalesce(u.qty, 0)
      union all
      select 'status', o.id, o.return_status, case when coalesce(t.is_open, false) then 'returning'
          when s.returned = 0 then 'none' when s.returned < s.sent then 'partial' else 'full' end
      from sales_order o join sums s on s.id = o.id left join states t on t.id = o.id
      where o.tenant_id = ${tx.tenant} and o.return_status <> case
          when coalesce(t.is_open, false) then 'returning'
          when s.returned = 0 then 'none' when s.returned < s.sent then 'partial' else 'full' end
      union all
      select 'loss', o.id, o.return_loss::text, t.loss::text
      from sales_order o left join states t on t.id = o.id
      where o.tenant_id = ${tx.tenant} and o.return_loss is distinct from t.loss
      limit 50`,
  },
  {
    id: 'RT-02',
    title: '退货的库存流水等于退货单的数量',
    find: (tx) => tx.rows`
      with goods as (
        select l.return_id as id, sum(u.qty) as kept,
          sum(u.per_unit * (l.qty_received - l.qty_wrong + l.wrong_open)) as counted
        from return_unit u join return_line l on l.tenant_id = u.tenant_id and l.id = u.line_id
        where u.tenant_id = ${tx.tenant} group by 1),
      moved as (
        select m.ref_id as id, sum(m.qty) filter (where m.type in ('return_in', 'reversal')) as came
        from stock_movement m
        where m.tenant_id = ${tx.tenant} and m.ref_type = 'returnOrder' group by 1)
      select r.return_no, r.status, coalesce(g.kept, 0)::integer as kept, coalesce(g.counted, 0)::integer as counted,
        coalesce(m.came, 0)::integer as came
      from return_order r left join goods g on g.id = r.id left join moved m on m.id = r.id
      where r.tenant_id = ${tx.tenant}
        and (coalesce(g.kept, 0) <> coalesce(g.counted, 0) or coalesce(g.kept, 0) <> coalesce(m.came, 0))
      limit 50`,
  },
  {
    id: 'RT-03',
    title: '退货单合计等于明细，退货损失等于退款减退回成本加报废成本',
    find: (tx) => tx.rows`
      select r.return_no, r.status, r.qty_received, s.received::integer as lines, r.credit_total,
        s.credited::bigint as credited
      from return_order r join (
        select return_id as id, sum(qty_requested) as requested, sum(qty_received) as received,
          sum(qty_good) as good, sum(qty_damaged) as damaged, sum(qty_wrong) as wrong,
          sum(qty_missing) as missing, sum(refurb_open) as refurb, sum(credited) as credited
        from return_line where tenant_id = ${tx.tenant} group by 1) s on s.id = r.id
      where r.tenant_id = ${tx.tenant} and (r.qty_requested <> s.requested or r.qty_received <> s.received
        or r.qty_good <> s.good or r.qty_damaged <> s.damaged or r.qty_wrong <> s.wrong
        or r.qty_missing <> s.missing or r.refurb_open <> s.refurb or r.credit_total <> s.credited
        or r.return_loss <> r.credit_base - r.recovered_value + r.lost_value
        or (r.status in ('credited') and r.credit_note_id is null))
      limit 50`,
  },
  {
    id: 'RT-05',
    title: '已清点未入库等于退货签收台没有收货、没有撤回的点数',
    find: (tx) => tx.rows`
      with counts as (
        select return_id as id, sum(qty) as units from return_count
        where tenant_id = ${tx.tenant} and undone_at is null and taken_at is null group by 1)
      select r.return_no, r.status, r.desk_open, coalesce(c.units, 0)::integer as counted
      from return_order r left join counts c on c.id = r.id
      where r.tenant_id = ${tx.tenant} and r.status in ('approved', 'receiving', 'received')
        and r.desk_open <> coalesce(c.units, 0) limit 50`,
  },
  {
    id: 'RT-04',
    title: '销售退回等于已入账的退款单',
    find: (tx) => tx.rows`
      select coalesce(b.balance, 0)::bigint as account, coalesce(n.total, 0)::bigint as notes from (
        select sum(case when p.debit_account_id = a.id then p.amount else -p.amount end) as balance
        from account a join posting p on p.tenant_id = a.tenant_id and a.id in (p.debit_account_id, p.credit_account_id)
        where a.tenant_id = ${tx.tenant} and a.code = 'revenue:returns') b, (
        select sum(base_total) as total from credit_note
        where tenant_id = ${tx.tenant} and status = 'issued' and entry_id is not null) n
      where coalesce(b.balance, 0) <> coalesce(n.total, 0)`,
  },
];
