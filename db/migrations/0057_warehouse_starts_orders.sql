-- 开始配货 is the warehouse's deed as much as operations'.

insert into role_permission (tenant_id, role_id, permission_id, operate_time, operate_by)
select r.tenant_id, r.id, p.id, now(), 'migration'
from role r, permission p
where r.is_preset and r.code = 'WH' and p.perms = 'orders:salesOrder:start'
on conflict do nothing;
