-- Kept queries follow their lists to the resources these are now; the rank of a position is `rank`.

update saved_query set
  list_key = 'system:' || substr(list_key, 5),
  conditions = coalesce((
    select jsonb_agg(case when list_key = 'sys:position' and one ->> 'field' = 'postRank'
      then jsonb_set(one, '{field}', '"rank"') else one end order by place)
    from jsonb_array_elements(conditions) with ordinality as list (one, place)), '[]'::jsonb)
where list_key in ('sys:position', 'sys:message', 'sys:log', 'sys:online', 'sys:invitation',
  'sys:fileJob');
