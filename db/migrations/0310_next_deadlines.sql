-- Lists are worked off by the clock that they show: an order's next deadline, the day a claim waits for now.
alter table sales_order add column next_deadline timestamptz generated always as (case
  when status = 'new' then least(accept_deadline, ship_by)
  when status in ('accepted', 'ready', 'processing', 'partial') then ship_by end) stored;
create index sales_order_next_deadline on sales_order (tenant_id, stage, next_deadline, id);

alter table claim add column next_on date generated always as (case
  when status = 'draft' then due_on
  when status in ('submitted', 'part_paid') then answer_by end) stored;
create index claim_next_on on claim (tenant_id, next_on, id);
