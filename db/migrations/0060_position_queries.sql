-- Kept queries of the list of positions follow it to its resource, whose field is `rank`.

update saved_query set
  list_key = 'system:position',
  conditions = coalesce((
    select jsonb_agg(case when one ->> 'field' = 'postRank'
      then jsonb_set(one, '{field}', '"rank"') else one end order by place)
    from jsonb_array_elements(conditions) with ordinality as list (one, place)), '[]'::jsonb)
where list_key = 'sys:position';
