-- What a channel does not let an application do, each by itself: the shop goes on with the rest.
create table channel_capability (
  tenant_id integer not null references tenant (id),
  account_id uuid not null,
  capability text not null,
  reason text not null,
  closed_at timestamptz not null,
  primary key (tenant_id, account_id, capability),
  foreign key (tenant_id, account_id) references channel_account (tenant_id, id)
);
call secure_tenant_table('channel_capability');

-- Rows of every kind are set aside, not orders alone.
alter table quarantined_order add column kind text not null default 'order';
drop index quarantined_order_open;
create unique index quarantined_order_open
  on quarantined_order (tenant_id, account_id, kind, channel_order_no) where resolved_at is null;

-- The channel's id of the write that told a row: by it the channel says later what became of it.
alter table stock_push_item add column receipt text;

-- A push that nothing could check has ended all the same.
alter table stock_push drop column stage;
alter table stock_push add column stage text
  generated always as (case when status in ('queued', 'sent') then 'open'
    when status in ('done', 'unverified') then 'done' else 'attention' end) stored;
