-- When a remittance came in: matched for the first time. Taken back to the draft and matched again it is the same.
alter table remittance add column came_in_at timestamptz;
update remittance set came_in_at = create_time where status <> 'imported';
create index remittance_came_in on remittance (tenant_id, came_in_at desc, id desc) where came_in_at is not null;

-- Rules are judged about remittances that came in, too. One that is taken back to the draft may be deleted: what names
-- it stays as the trace of what was done, so none of these columns is a foreign key.
alter table rule drop constraint rule_trigger_check;
alter table rule add constraint rule_trigger_check check (trigger in
  ('orderPulled', 'orderMapped', 'stockChanged', 'schedule', 'returnReceived', 'partCreated', 'feedFailed',
    'remittanceImported'));

-- The expression of a generated column cannot be changed before PostgreSQL 17.
alter table rule_run
  add column remittance_id uuid,
  drop constraint rule_run_once,
  drop column subject_id;
alter table rule_run
  add column subject_id uuid not null
    generated always as (coalesce(return_id, part_order_id, push_id, remittance_id, order_id)) stored,
  add constraint rule_run_once unique (tenant_id, rule_id, subject_id, revision, event_key);
create index rule_run_remittance on rule_run (tenant_id, remittance_id, create_time desc)
  where remittance_id is not null;

drop index rule_due_subject;
alter table rule_due
  add column remittance_id uuid,
  drop column subject_id;
alter table rule_due
  add column subject_id uuid not null
    generated always as (coalesce(return_id, part_order_id, push_id, remittance_id, order_id)) stored;
create index rule_due_subject on rule_due (tenant_id, subject_id);

alter table rule_test_order
  add column remittance_id uuid,
  drop constraint rule_test_order_about,
  add constraint rule_test_order_about check (
    coalesce(return_id, part_order_id, push_id, remittance_id, order_id) is not null);

alter table rule_task
  add column remittance_id uuid,
  drop constraint rule_task_about,
  add constraint rule_task_about check (
    coalesce(return_id, part_order_id, push_id, remittance_id, order_id) is not null);
create index rule_task_remittance on rule_task (tenant_id, remittance_id) where remittance_id is not null;
