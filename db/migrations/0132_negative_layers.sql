-- Where a warehouse allows it, goods leave before they came: what they were costed at is a layer below
-- zero, until a receipt stands in for them. A layer also says what one unit of it costs, all of it
-- included, so that the last one gives its cost to goods that find no layer.
alter table cost_layer drop constraint cost_layer_qty_in_check, drop constraint cost_layer_qty_left_check;
alter table cost_layer
  add constraint cost_layer_qty_in_check check (qty_in <> 0),
  add constraint cost_layer_qty_left_check check (qty_left between least(qty_in, 0) and greatest(qty_in, 0)),
  add column unit_cost numeric(18,4);
update cost_layer c set unit_cost = case when c.qty_left > 0
  then round(c.value_left / (c.qty_left * 100.0), 4) else coalesce(m.unit_cost, 0) end
from stock_movement m where m.tenant_id = c.tenant_id and m.id = c.movement_id;
update cost_layer set unit_cost = 0 where unit_cost is null;
alter table cost_layer alter column unit_cost set not null;

drop index cost_layer_open;
create index cost_layer_open on cost_layer (tenant_id, warehouse_id, sku_id, id) where qty_left <> 0;
create index cost_layer_below on cost_layer (tenant_id, warehouse_id, sku_id, id) where qty_left < 0;
create index cost_layer_last on cost_layer (tenant_id, warehouse_id, sku_id, id) where qty_in > 0;

-- What left without a layer until now cost nothing: so much the next receipt has to make good.
insert into cost_layer (tenant_id, id, movement_id, warehouse_id, sku_id, qty_in, qty_left, value_left,
  unit_cost, since, create_time)
select d.tenant_id, gen_random_uuid(), m.id, d.warehouse_id, d.sku_id, -d.qty, -d.qty, 0, 0, m.create_time, now()
from (select l.tenant_id, l.warehouse_id, l.sku_id, coalesce(c.qty, 0) - l.qty as qty
  from (select tenant_id, warehouse_id, sku_id, sum(on_hand) as qty from stock_level group by 1, 2, 3) l
  left join (select tenant_id, warehouse_id, sku_id, sum(qty_left) as qty from cost_layer group by 1, 2, 3) c
    using (tenant_id, warehouse_id, sku_id)
  where coalesce(c.qty, 0) > l.qty) d
cross join lateral (select m.id, m.create_time from stock_movement m
  where m.tenant_id = d.tenant_id and m.warehouse_id = d.warehouse_id and m.sku_id = d.sku_id and m.qty < 0
  order by m.create_time desc, m.id desc limit 1) m;

-- What changes the value of goods while none of them move: costs that came later (landed), and receipts
-- that stand in for goods that had left at another cost (trueUp).
create table stock_revaluation (
  tenant_id integer not null references tenant (id),
  id uuid not null,
  warehouse_id uuid not null,
  sku_id uuid not null,
  cause text not null check (cause in ('landed', 'trueUp')),
  ref_id uuid not null,
  amount bigint not null check (amount <> 0),
  create_time timestamptz not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, warehouse_id) references warehouse (tenant_id, id),
  foreign key (tenant_id, sku_id) references sku (tenant_id, id)
);
create index stock_revaluation_at on stock_revaluation (tenant_id, warehouse_id, sku_id, create_time)
  include (amount, cause);
call secure_tenant_table('stock_revaluation', 'append');

-- Landed costs until now: what was added, on its day, and what was taken back of it, on the day of the
-- last reversal, since only the layers know how much that was.
insert into stock_revaluation (tenant_id, id, warehouse_id, sku_id, cause, ref_id, amount, create_time)
select a.tenant_id, gen_random_uuid(), c.warehouse_id, c.sku_id, 'landed', a.ref_id, sum(a.amount), min(a.create_time)
from landed_layer a join cost_layer c on c.tenant_id = a.tenant_id and c.id = a.layer_id
group by 1, 3, 4, 6;
insert into stock_revaluation (tenant_id, id, warehouse_id, sku_id, cause, ref_id, amount, create_time)
select r.tenant_id, gen_random_uuid(), r.warehouse_id, r.sku_id, 'landed', r.ref_id, v.held - v.moved - v.added, r.at
from (select distinct on (c.tenant_id, c.warehouse_id, c.sku_id) c.tenant_id, c.warehouse_id, c.sku_id,
    a.ref_id, coalesce(d.reversed_at, now()) as at
  from landed_layer a join cost_layer c on c.tenant_id = a.tenant_id and c.id = a.layer_id
  join landed_cost d on d.tenant_id = a.tenant_id and d.id = a.ref_id and d.status = 'reversed'
  order by c.tenant_id, c.warehouse_id, c.sku_id, d.reversed_at desc) r
cross join lateral (select
  (select coalesce(sum(c.value_left), 0) from cost_layer c where c.tenant_id = r.tenant_id
    and c.warehouse_id = r.warehouse_id and c.sku_id = r.sku_id) as held,
  (select coalesce(sum(m.cost_value), 0) from stock_movement m where m.tenant_id = r.tenant_id
    and m.warehouse_id = r.warehouse_id and m.sku_id = r.sku_id) as moved,
  (select sum(s.amount) from stock_revaluation s where s.tenant_id = r.tenant_id
    and s.warehouse_id = r.warehouse_id and s.sku_id = r.sku_id) as added) v
where v.held <> v.moved + v.added;
