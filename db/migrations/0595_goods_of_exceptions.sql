-- An exception of a promotion is of the goods that were sold under the listing when it was made.
alter table promotion_item add column exception_sku_id uuid;
update promotion_item i set exception_sku_id = l.sku_id from channel_product l
where l.tenant_id = i.tenant_id and l.id = i.channel_product_id and i.exception_by is not null;
