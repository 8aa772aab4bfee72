-- Kept queries follow what became a code: how far labels are, and what set off a pull or a push.

with codes (list_key, field, words) as (values
  ('orders:salesOrder', 'labelStatus', '{"申请中": "requested", "已出单": "ready", "待人工": "held",
    "失败": "failed", "自有运单": "own", "已出库": "shipped"}'::jsonb),
  ('channels:pullRun', 'trigger', '{"定时": "schedule", "授权恢复": "authorized"}'),
  ('channels:stockPush', 'trigger', '{"授权恢复": "authorized", "库存变动": "stock", "放行": "override",
    "配对": "mapping", "渠道产品变更": "listing", "规则变更": "rule", "产品状态": "product",
    "SKU变更": "sku", "店铺变更": "shop"}'))
update saved_query kept set
  conditions = (
    select jsonb_agg(case when one ->> 'field' = codes.field
      then jsonb_set(one, '{val}', to_jsonb((
        select coalesce(string_agg(coalesce(codes.words ->> word,
            case when codes.field = 'trigger' then 'manual' else word end), ',' order by n), '')
        from unnest(string_to_array(one ->> 'val', ',')) with ordinality as val (word, n))))
      else one end order by place)
    from jsonb_array_elements(kept.conditions) with ordinality as list (one, place))
from codes
where kept.list_key = codes.list_key
  and kept.conditions @> jsonb_build_array(jsonb_build_object('field', codes.field));
