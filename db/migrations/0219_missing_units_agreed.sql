-- Units that did not come back, or were none of ours, and are credited all the same: how many, and why.
alter table return_line
  add column qty_accepted integer not null default 0 check (qty_accepted >= 0),
  add column accept_reason text,
  add constraint return_line_accepted check (qty_accepted = 0 or accept_reason is not null);
update return_line set qty_accepted = qty_requested, accept_reason = '买家保留'
where disposition = 'keepByBuyer';
