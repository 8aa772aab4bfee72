-- Which side cancelled an order is a code; who of ours did is a name, of nobody where the channel did.

alter table sales_order add column cancelled_side text check (cancelled_side in ('channel', 'seller'));
update sales_order set
  cancelled_side = case cancelled_by when '平台' then 'channel' else 'seller' end,
  cancelled_by = nullif(cancelled_by, '平台')
where cancelled_by is not null;

update saved_query kept set
  conditions = (
    select jsonb_agg(case when one ->> 'field' = 'cancelledBy' and one ->> 'val' = '平台'
      then one || '{"field": "cancelledSide", "val": "channel"}' else one end order by place)
    from jsonb_array_elements(kept.conditions) with ordinality as list (one, place))
where kept.list_key = 'orders:salesOrder'
  and kept.conditions @> '[{"field": "cancelledBy", "val": "平台"}]';
