-- Rules are judged about returns, part orders and failed feeds too: about their order where they have one.
alter table rule drop constraint rule_trigger_check;
alter table rule add constraint rule_trigger_check check (trigger in
  ('orderPulled', 'orderMapped', 'stockChanged', 'schedule', 'returnReceived', 'partCreated', 'feedFailed'));

alter table rule_run
  alter column order_id drop not null,
  -- A return of no order may name no shop.
  alter column account_id drop not null,
  add column return_id uuid,
  add column part_order_id uuid,
  add column push_id uuid,
  -- What was judged, whatever it is.
  add column subject_id uuid not null
    generated always as (coalesce(return_id, part_order_id, push_id, order_id)) stored,
  drop constraint rule_run_tenant_id_rule_id_order_id_revision_event_key_key,
  add constraint rule_run_once unique (tenant_id, rule_id, subject_id, revision, event_key),
  add foreign key (tenant_id, return_id) references return_order (tenant_id, id),
  add foreign key (tenant_id, part_order_id) references part_order (tenant_id, id),
  add foreign key (tenant_id, push_id) references stock_push (tenant_id, id);
create index rule_run_return on rule_run (tenant_id, return_id, create_time desc) where return_id is not null;
create index rule_run_part on rule_run (tenant_id, part_order_id, create_time desc)
  where part_order_id is not null;
create index rule_run_push on rule_run (tenant_id, push_id, create_time desc) where push_id is not null;

alter table rule_due
  alter column order_id drop not null,
  add column return_id uuid,
  add column part_order_id uuid,
  add column push_id uuid,
  add column subject_id uuid not null
    generated always as (coalesce(return_id, part_order_id, push_id, order_id)) stored,
  add foreign key (tenant_id, return_id) references return_order (tenant_id, id),
  add foreign key (tenant_id, part_order_id) references part_order (tenant_id, id),
  add foreign key (tenant_id, push_id) references stock_push (tenant_id, id);
drop index rule_due_order;
create index rule_due_subject on rule_due (tenant_id, subject_id);

alter table rule_test_order
  alter column order_id drop not null,
  alter column account_id drop not null,
  add column return_id uuid,
  add column part_order_id uuid,
  add column push_id uuid,
  add constraint rule_test_order_about check (
    coalesce(return_id, part_order_id, push_id, order_id) is not null),
  add foreign key (tenant_id, return_id) references return_order (tenant_id, id),
  add foreign key (tenant_id, part_order_id) references part_order (tenant_id, id),
  add foreign key (tenant_id, push_id) references stock_push (tenant_id, id);

alter table rule_task
  alter column order_id drop not null,
  alter column account_id drop not null,
  add column return_id uuid,
  add column part_order_id uuid,
  add column push_id uuid,
  add constraint rule_task_about check (
    coalesce(return_id, part_order_id, push_id, order_id) is not null),
  add foreign key (tenant_id, return_id) references return_order (tenant_id, id),
  add foreign key (tenant_id, part_order_id) references part_order (tenant_id, id),
  add foreign key (tenant_id, push_id) references stock_push (tenant_id, id);
create index rule_task_return on rule_task (tenant_id, return_id) where return_id is not null;
create index rule_task_part on rule_task (tenant_id, part_order_id) where part_order_id is not null;
create index rule_task_push on rule_task (tenant_id, push_id) where push_id is not null;
