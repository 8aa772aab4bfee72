-- What a SKU should keep in each warehouse, and how its stock stands there: asked for by its list.

-- A SKU has a row of good stock wherever it has any: the list of stock shows one row for each place.
insert into stock_level (tenant_id, id, warehouse_id, sku_id, condition, allow_negative, oversell_limit,
  create_by, create_time, update_time)
select distinct on (l.tenant_id, l.warehouse_id, l.sku_id) l.tenant_id, gen_random_uuid(), l.warehouse_id,
  l.sku_id, 'good', l.allow_negative, case when s.allow_oversell then s.oversell_limit else 0 end,
  'migration', l.create_time, coalesce(l.update_time, l.create_time)
from stock_level l
  join sku s on s.tenant_id = l.tenant_id and s.id = l.sku_id and s.type <> 'bundle'
where l.condition <> 'good'
order by l.tenant_id, l.warehouse_id, l.sku_id, l.create_time
on conflict (tenant_id, warehouse_id, sku_id, condition) do nothing;

alter table stock_level
  -- The place's share of the safety stock of its SKU.
  add column safety_stock integer not null default 0 check (safety_stock >= 0),
  -- The SKU was deleted: nothing of it is missing.
  add column sku_gone boolean not null default false,
  add column stock_state text not null generated always as (case
    when on_hand < 0 or on_hand - reserved - frozen < 0 then 'negative'
    when on_hand - reserved - frozen = 0 then 'out'
    when on_hand - reserved - frozen < safety_stock then 'low'
    else 'in' end) stored;

-- Until the first round of sharing it is kept whole where most of it lies.
update stock_level l set safety_stock = s.safety_stock
from (select distinct on (tenant_id, sku_id) tenant_id, id, sku_id from stock_level
    where condition = 'good' order by tenant_id, sku_id, available desc, id) most
  join sku s on s.tenant_id = most.tenant_id and s.id = most.sku_id
where l.tenant_id = most.tenant_id and l.id = most.id and s.safety_stock > 0 and s.deleted_at is null;
update stock_level l set sku_gone = true
from sku s where s.tenant_id = l.tenant_id and s.id = l.sku_id and s.deleted_at is not null;

-- Those that somebody has to see to, the latest first; most places are none of them.
create index stock_level_wanting on stock_level (tenant_id, stock_state, update_time desc, id desc)
  where condition = 'good' and not sku_gone and stock_state <> 'in';

-- Who may list and export stock may do so with its places.
create temp table stock_right on commit drop as
  select p.id as old_id, gen_random_uuid() as id, p.perms as old_code,
    replace(p.perms, 'stockLevel', 'stockPlace') as code, p.name, p.sort_no
  from permission p where p.key in ('inventory:stockLevel:list', 'inventory:stockLevel:export');
insert into permission (id, key, name, perms, menu_type, sort_no, create_by, create_time)
  select id, code, name, code, 2, sort_no, 'migration', now() from stock_right;
insert into role_permission (tenant_id, role_id, permission_id, operate_time, operate_by)
  select g.tenant_id, g.role_id, r.id, now(), 'migration'
  from role_permission g join stock_right r on r.old_id = g.permission_id;
insert into depart_permission (tenant_id, depart_id, permission_id)
  select g.tenant_id, g.depart_id, r.id
  from depart_permission g join stock_right r on r.old_id = g.permission_id;
insert into depart_role_permission (tenant_id, depart_role_id, depart_id, permission_id, operate_time, operate_by)
  select g.tenant_id, g.depart_role_id, g.depart_id, r.id, now(), 'migration'
  from depart_role_permission g join stock_right r on r.old_id = g.permission_id;
insert into plan_permission (plan_id, permission_id)
  select g.plan_id, r.id from plan_permission g join stock_right r on r.old_id = g.permission_id;
-- What an administrator took away is not given back under the new name.
update role o set offered = o.offered || r.code
  from stock_right r where o.is_preset and r.old_code = any(o.offered);
