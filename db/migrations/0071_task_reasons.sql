-- Why a task failed, without what differs from one to the next (the words of the channel behind the
-- Chinese ones, numbers of orders and goods): tasks that failed for the same reason have the same.
-- kit/model/foreign-words.ts writes what is left out first; then the number in front of a refusal
-- goes, and other numbers and codes become an ellipsis. Up to three digits stay: amounts, statuses.
alter table delivery add column reason text generated always as (
  regexp_replace(
    regexp_replace(
      regexp_replace(last_error, '（原文：[^）]*(）|$)', '', 'g'),
      '((?=[A-Za-z_./-]*[0-9])[A-Za-z0-9_./-]{4,}|[A-Z]+(-[A-Z]+)+): ', '', 'g'),
    '(?=[A-Za-z_.:/-]*[0-9])[A-Za-z0-9_.:/-]{4,}|[A-Z]+(-[A-Z]+)+', '…', 'g')
) stored;

-- Work on orders and shipments names its shop as well; new work says so when it is stored.
update delivery d set payload = d.payload || jsonb_build_object('accountId', o.account_id)
from sales_order o
where d.account_id is null and o.tenant_id = d.tenant_id and o.id = d.order_id;
