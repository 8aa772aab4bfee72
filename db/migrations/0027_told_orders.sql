-- What a channel last told of an order (address sealed), and its changes field by field with what
-- became of each: a change stays open until somebody applies or refuses it.
alter table sales_order add column told jsonb;

create table order_change_item (
  tenant_id integer not null references tenant (id),
  id uuid not null,
  change_id uuid not null,
  order_id uuid not null,
  -- Part and occurrence of the line as the channel tells it; null for the order itself.
  line_key text,
  line_id uuid,
  channel_sku text,
  field text not null,
  before text,
  after text,
  -- Fields of the buyer stand sealed, the other two empty.
  sealed_before text,
  sealed_after text,
  status text not null default 'pending',
  decided_by text,
  decided_at timestamptz,
  decision text,
  create_by text, create_time timestamptz not null, update_by text, update_time timestamptz,
  version integer not null default 1,
  primary key (tenant_id, id),
  foreign key (tenant_id, change_id) references order_change (tenant_id, id),
  foreign key (tenant_id, order_id) references sales_order (tenant_id, id)
);
create index order_change_item_order on order_change_item (tenant_id, order_id);
call secure_tenant_table('order_change_item');

-- An order costs what is still to be shipped of it: cancelled units count no more.
update order_line l set line_net = round((l.qty - l.qty_cancelled) * l.unit_price * (10 ^ case
    when l.currency in ('JPY', 'KRW', 'VND', 'CLP') then 0
    when l.currency in ('KWD', 'BHD', 'JOD', 'OMR', 'TND') then 3 else 2 end)::numeric)
  where l.qty_cancelled > 0;
update sales_order o set total = s.net, unit_count = s.units
  from (select tenant_id, order_id, sum(line_net)::bigint as net, sum(qty - qty_cancelled)::integer as units
    from order_line group by tenant_id, order_id having sum(qty_cancelled) > 0) s
  where s.tenant_id = o.tenant_id and s.order_id = o.id;
