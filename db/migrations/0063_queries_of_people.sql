-- Kept queries follow the lists of people, roles and notices to the names their fields have now.

with moved (list_key, new_key, names) as (values
  ('sys:user', 'system:user', '{"orgCodeTxt": "departNames"}'::jsonb),
  ('sys:role', 'system:role', '{"roleName": "name", "roleCode": "code"}'),
  ('sys:notice', 'system:announcement',
    '{"titile": "title", "msgCategory": "category", "msgType": "audience"}'),
  ('sys:receivedNotice', 'system:receivedNotice', '{"titile": "title", "msgCategory": "category"}'))
update saved_query kept set
  list_key = moved.new_key,
  conditions = coalesce((
    select jsonb_agg(case when moved.names ? (one ->> 'field')
      then jsonb_set(one, '{field}', moved.names -> (one ->> 'field')) else one end order by place)
    from jsonb_array_elements(kept.conditions) with ordinality as list (one, place)), '[]'::jsonb)
from moved where kept.list_key = moved.list_key;
