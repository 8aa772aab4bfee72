-- Categories become a register of their own: a deleted one stays for the history, and its code is
-- free again.

alter table category
  add column deleted_at timestamptz,
  drop constraint category_tenant_id_code_key;

create unique index category_code on category (tenant_id, code) where deleted_at is null;
