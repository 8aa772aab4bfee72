-- Questions of inspections become dynamic forms: one of each 质检表, published where it asks something. What was answered
-- stands with the lines of returns in words, and stays as it is.
alter table inspection_form
  add column form_id uuid;
update inspection_form set form_id = gen_random_uuid() where form_id is null;

insert into dynamic_form (tenant_id, id, code, name, entity_type, form_version, field_count, status, is_changed, fields,
  create_by, create_time, deleted_at)
select f.tenant_id, f.form_id,
  'QC-' || lpad((row_number() over (partition by f.tenant_id order by f.create_time, f.id))::text, 3, '0'),
  f.name, 'returnQuestion',
  case when asked.questions > 0 then 1 else 0 end,
  asked.questions,
  case when asked.questions > 0 then 'published' else 'draft' end,
  asked.questions = 0, asked.fields, '系统', now(), f.deleted_at
from inspection_form f
  cross join lateral (
    select count(*)::integer as questions,
      coalesce(jsonb_agg(jsonb_strip_nulls(jsonb_build_object(
        'key', 'q' || q.place,
        'label', q.question,
        'type', case q.kind when 'text' then 'textarea' when 'photo' then 'image' else 'radio' end,
        'required', case when q.is_required then true end,
        'options', case q.kind
          when 'yesNo' then '[{"value": "是", "text": "是"}, {"value": "否", "text": "否"}]'::jsonb
          when 'choice' then (
            select jsonb_agg(jsonb_build_object('value', item, 'text', item) order by first)
            from (select btrim(part) as item, min(at) as first
              from regexp_split_to_table(q.items, '[,，、;；' || chr(10) || ']') with ordinality as split (part, at)
              where btrim(part) <> '' group by btrim(part)) listed) end,
        'maxLength', case when q.kind = 'text' then 500 end,
        'badValue', nullif(q.bad_answer, ''))) order by q.place), '[]'::jsonb) as fields
    from (select q.*, row_number() over (order by q.ordinal, q.id) as place
      from inspection_question q
      where q.tenant_id = f.tenant_id and q.form_id = f.id
        and (q.deleted_at is null or f.deleted_at is not null)) q) asked;

insert into form_edition (tenant_id, id, form_id, form_version, field_count, fields, create_by, create_time)
select tenant_id, gen_random_uuid(), id, 1, field_count, fields, create_by, create_time
from dynamic_form where entity_type = 'returnQuestion' and form_version = 1;

alter table inspection_form
  alter column form_id set not null,
  add foreign key (tenant_id, form_id) references dynamic_form (tenant_id, id);
create index inspection_form_of on inspection_form (tenant_id, form_id);

drop table inspection_question;
