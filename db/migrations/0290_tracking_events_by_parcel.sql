-- Some carriers number the events of each parcel from one: what is reported of the second parcel of a label is an
-- event of its own.
alter table tracking_event
  drop constraint tracking_event_tenant_id_label_id_event_key_key,
  add constraint tracking_event_once unique (tenant_id, label_id, tracking_no, event_key);
