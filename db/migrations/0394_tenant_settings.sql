-- What a tenant has decided of a form of settings (kit/model/settings.ts), one row for each; what it leaves out, or has
-- decided nothing of, is as the form says. Amounts are minor units as text, shares decimals as text.
create table tenant_setting (
  tenant_id integer not null references tenant (id),
  name text not null,
  content jsonb not null check (jsonb_typeof(content) = 'object'),
  update_by text not null,
  update_time timestamptz not null,
  version integer not null default 0,
  primary key (tenant_id, name)
);
call secure_tenant_table('tenant_setting');

insert into tenant_setting (tenant_id, name, content, update_by, update_time, version)
select tenant_id, 'purchasing:purchaseSettings', jsonb_build_object(
    'approvalLimit', approval_limit::text, 'approvalHours', approval_hours,
    'priceTolerance', trim_scale(price_tolerance)::text, 'qtyTolerance', qty_tolerance,
    'receiveTolerance', trim_scale(receive_tolerance)::text, 'taxLimit', trim_scale(tax_limit)::text,
    'taxTolerance', trim_scale(tax_tolerance)::text, 'leadDays', lead_days, 'learnedReceipts', learned_receipts,
    'mailSubject', mail_subject, 'mailText', mail_text),
  update_by, update_time, version
from purchase_setting
union all
select tenant_id, 'fulfilment:settings',
  jsonb_build_object('mostPerWave', most_per_wave, 'cartSlots', cart_slots, 'cutoff', cutoff),
  update_by, update_time, version
from fulfilment_setting
union all
select tenant_id, 'aftersales:returnSettings',
  jsonb_build_object('dueDays', due_days, 'disposalLimit', disposal_limit::text), update_by, update_time, version
from return_setting
union all
select s.tenant_id, 'inventory:stockSettings', jsonb_build_object('costBound', trim_scale(s.cost_bound)::text),
  coalesce(p.update_by, 'admin'), coalesce(p.update_time, now()), 1
from stock_setting s left join purchase_setting p on p.tenant_id = s.tenant_id
union all
select tenant_id, 'channels:callWait', jsonb_build_object('seconds', wait_seconds), coalesce(update_by, 'admin'),
  coalesce(update_time, now()), version
from call_setting
returning name;
drop table purchase_setting;
drop table fulfilment_setting;
drop table return_setting;
drop table stock_setting;
drop table call_setting;
