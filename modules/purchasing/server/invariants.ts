import type { Invariant } from '#kit/server/invariant.ts';

/** What a carrier pays of a claim by owing us less is the claim's own: no cost of ours says it. */
const CLAIMED = 'claimPayment';

/**
 * Truths of purchases: what an order says has come is what its receipts took in; then what goods cost
 * beyond their price, and what was billed of them.
 */
export const purchasingInvariants: readonly Invariant[] = [
  {
    id: 'PU-01',
    title: '采购单已收等于入库单已收，未预报等于未到减已预报',
    find: (tx) => tx.rows`
      with answered as (
        select l.ref_line_id as id, sum(l.good_qty + l.quarantine_qty + l.damaged_qty) as received,
          sum(l.transit_qty) as coming
        from inbound_receipt_line l where l.tenant_id = ${tx.tenant} and l.ref_line_id is not null group by 1),
      sums as (
        select l.purchase_order_id as id, sum(l.qty_received) as received,
          sum(coalesce(a.received, 0)) as on_receipts,
          sum(greatest(0, l.qty - l.qty_received - l.qty_closed - coalesce(a.coming, 0))) as left_over
        from purchase_order_line l left join answered a on a.id = l.id
        where l.tenant_id = ${tx.tenant} group by 1)
      select p.po_no, p.status, p.received_count, s.on_receipts::integer as on_receipts,
        p.unannounced_count, s.left_over::integer as left_over
      from purchase_order p join sums s on s.id = p.id
      where p.tenant_id = ${tx.tenant}
        and (s.received <> s.on_receipts or p.received_count <> s.received
          or p.unannounced_count <>
            case when p.status in ('ordered', 'partially_received') then s.left_over else 0 end)
      limit 50`,
  },
  {
    id: 'PU-02',
    title: '采购单的状态和总额与明细一致',
    find: (tx) => tx.rows`
      with sums as (
        select purchase_order_id as id, sum(qty) as units, sum(line_net) as goods, sum(tax_amount) as tax,
          sum(greatest(0, qty - qty_received - qty_closed)) as open
        from purchase_order_line where tenant_id = ${tx.tenant} group by 1)
      select p.po_no, p.status, p.total, s.goods + s.tax as of_lines, s.open::integer as open
      from purchase_order p join sums s on s.id = p.id
      where p.tenant_id = ${tx.tenant}
        and (p.unit_count <> s.units or p.goods_total <> s.goods or p.tax_total <> s.tax
          or p.total <> s.goods + s.tax + coalesce(p.freight, 0) + coalesce(p.other_cost, 0)
          or (p.status in ('received', 'closed') and s.open <> 0)
          or (p.status = 'ordered' and p.received_count <> 0)
          or (p.status = 'partially_received' and (p.received_count = 0 or s.open = 0)))
      limit 50`,
  },
  {
    id: 'PU-03',
    title: '采购未到等于已下单采购单没收的数量',
    find: (tx) => tx.rows`
      with owed as (
        select p.warehouse_id, l.sku_id, sum(greatest(0, l.qty - l.qty_received - l.qty_closed)) as qty
        from purchase_order p
        join purchase_order_line l on l.tenant_id = p.tenant_id and l.purchase_order_id = p.id
        where p.tenant_id = ${tx.tenant} and p.status in ('ordered', 'partially_received') group by 1, 2)
      select l.warehouse_id, l.sku_id, l.condition, l.on_order, coalesce(o.qty, 0)::integer as owed
      from stock_level l
      left join owed o on o.warehouse_id = l.warehouse_id and o.sku_id = l.sku_id and l.condition = 'good'
      where l.tenant_id = ${tx.tenant} and l.on_order <> coalesce(o.qty, 0)
      limit 50`,
  },
  {
    id: 'P-01',
    title: '已开票的数量和金额不超过已收的',
    find: (tx) => tx.rows`
      with billed as (
        select receipt_line_id, sum(qty) as qty, sum(value) as value from billed_goods
        where tenant_id = ${tx.tenant} group by 1),
      received as (
        select l.id, sum(m.qty) as qty, sum(m.cost_value) as value from inbound_receipt_line l
        join stock_movement m on m.tenant_id = l.tenant_id and m.ref_type = 'inboundReceipt'
          and m.ref_id = l.receipt_id and split_part(m.idempotency_key, ':', 2) = l.id::text
        where l.tenant_id = ${tx.tenant} and l.id in (select receipt_line_id from billed) group by 1)
      select b.receipt_line_id, b.qty::integer as billed, coalesce(r.qty, 0)::integer as received,
        b.value::bigint as billed_value, coalesce(r.value, 0)::bigint as received_value
      from billed b left join received r on r.id = b.receipt_line_id
      where b.qty > coalesce(r.qty, 0) or b.value > coalesce(r.value, 0)
        or (b.qty = r.qty and b.value <> r.value) limit 50`,
  },
  {
    id: 'P-02',
    title: '头程费用的分摊合计等于入账金额，应付物流费等于未冲销的合计',
    find: (tx) => tx.rows`
      select c.cost_no as key, c.base_total as stored, coalesce(s.amount, 0)::bigint as expected
      from landed_cost c left join (
        select cost_id, sum(amount) as amount, sum(stock_value) as stock from landed_cost_share
        where tenant_id = ${tx.tenant} group by 1) s on s.cost_id = c.id
      where c.tenant_id = ${tx.tenant} and c.status in ('posted', 'reversed')
        and (c.base_total is distinct from s.amount or c.stock_value is distinct from s.stock)
      union all
      select 'ap:logistics', b.balance, o.owed from (
        select coalesce(sum(base_total), 0)::bigint as owed from landed_cost
        where tenant_id = ${tx.tenant} and status = 'posted') o, (
        select coalesce(sum(case when p.credit_account_id = a.id then p.amount else -p.amount end), 0)::bigint as balance
        from account a join posting p on p.tenant_id = a.tenant_id and a.id in (p.debit_account_id, p.credit_account_id)
        join journal_entry e on e.tenant_id = p.tenant_id and e.id = p.entry_id
        where a.tenant_id = ${tx.tenant} and a.code = 'ap:logistics' and e.ref_type <> ${CLAIMED}) b
      where b.balance <> o.owed
      limit 50`,
  },
  {
    id: 'P-03',
    title: '应付单已付等于付款记录，供应商的应付账款等于未付应付单减可抵扣退款单',
    find: (tx) => tx.rows`
      with paid as (
        select bill_id, sum(amount) as amount, sum(discount) as discount, sum(settled_base) as settled
        from bill_payment where tenant_id = ${tx.tenant} and status = 'paid' group by 1)
      select b.bill_no as key, b.settled_base as stored, coalesce(p.settled, 0)::bigint as expected
      from supplier_bill b left join paid p on p.bill_id = b.id
      where b.tenant_id = ${tx.tenant}
        and (b.settled_base <> coalesce(p.settled, 0) or b.paid_total <> coalesce(p.amount, 0)
          or b.discount_total <> coalesce(p.discount, 0)
          or (b.status = 'paid' and (b.settled_base <> b.base_total or b.paid_total + b.discount_total <> b.total))
          or (b.status = 'part_paid' and (b.open_total = 0 or p.bill_id is null))
          or (b.status not in ('part_paid', 'paid') and p.bill_id is not null))
      union all
      select 'ap ' || k.supplier, k.balance, k.owed from (
        select coalesce(a.part, o.supplier) as supplier, coalesce(a.balance, 0)::bigint as balance,
          coalesce(o.owed, 0)::bigint as owed
        from (
          select a.part, sum(case when p.credit_account_id = a.id then p.amount else -p.amount end) as balance
          from account a
          join posting p on p.tenant_id = a.tenant_id and a.id in (p.debit_account_id, p.credit_account_id)
          where a.tenant_id = ${tx.tenant} and a.code = 'ap' group by 1) a
        full join (
          select supplier, sum(owed) as owed from (
            select supplier_id::text as supplier, base_total - settled_base as owed from supplier_bill
            where tenant_id = ${tx.tenant} and status in ('posted', 'part_paid', 'paid')
            union all
            select supplier_id::text, used_base - base_amount from supplier_credit
            where tenant_id = ${tx.tenant} and status <> 'reversed') sides group by 1) o
          on o.supplier = a.part) k
      where k.balance <> k.owed
      limit 50`,
  },
  {
    id: 'P-04',
    title: '供应商退款单已抵扣等于用它的付款记录',
    find: (tx) => tx.rows`
      with used as (
        select credit_id as id, sum(amount) as amount, sum(base_amount) as base from bill_payment
        where tenant_id = ${tx.tenant} and status = 'paid' and credit_id is not null group by 1)
      select c.credit_no as key, c.status, c.used_total as stored, coalesce(u.amount, 0)::bigint as expected
      from supplier_credit c left join used u on u.id = c.id
      where c.tenant_id = ${tx.tenant}
        and (c.used_total <> coalesce(u.amount, 0) or c.used_base <> coalesce(u.base, 0))
      limit 50`,
  },
];
