-- A second person checks what an adjustment is worth: who made it, what it is worth, and what its
-- maker posted alone on a day. Rows from before were judged by the rules of their time.
alter table stock_adjustment
  add column value bigint,
  add column currency text not null default 'USD',
  add column check_reason text,
  add column submitted_at timestamptz,
  add column posted_alone boolean not null default false,
  add column maker_ids uuid[] not null default '{}';
update stock_adjustment set maker_ids = array[submitted_by_id] where submitted_by_id is not null;
-- Null: nobody knows what the goods cost.
alter table stock_adjustment_line add column value bigint;
create index stock_adjustment_alone on stock_adjustment (tenant_id, submitted_by_id, submitted_at)
  where posted_alone;
