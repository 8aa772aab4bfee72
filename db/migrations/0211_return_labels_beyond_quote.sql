-- What a carrier took beyond what was set aside for a return label, minor units of what it took, and whether
-- the wallet has paid it.
alter table return_label
  add column beyond bigint not null default 0 constraint return_label_beyond check (beyond >= 0),
  add column beyond_charge text not null default 'none' constraint return_label_beyond_charge
    check (beyond_charge in ('none', 'due', 'charged', 'refunded'));
create index return_label_due on return_label (tenant_id, currency, create_time, id)
  where beyond_charge = 'due';
