-- What a task acts on, read from its own payload: it is for those who may see that.

update delivery d set payload = d.payload || jsonb_build_object('accountId', r.account_id)
from cancellation_request r
where d.handler = 'channels.answerCancellation' and r.tenant_id = d.tenant_id
  and r.id::text = d.payload ->> 'id';

alter table delivery
  add column shipment_id uuid generated always as ((payload ->> 'shipmentId')::uuid) stored,
  add column order_id uuid generated always as ((payload ->> 'orderId')::uuid) stored,
  add column account_id uuid generated always as ((payload ->> 'accountId')::uuid) stored;
