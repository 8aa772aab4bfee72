-- Attributes of categories become dynamic forms: one of each category that has some, published, with the codes of the
-- attributes as keys, so that what products say of themselves stays as it is.
alter table product_category
  add column form_id uuid,
  add foreign key (tenant_id, form_id) references dynamic_form (tenant_id, id);
create index product_category_form on product_category (tenant_id, form_id);

insert into dynamic_form (tenant_id, id, code, name, entity_type, form_version, field_count, status, is_changed, fields,
  create_by, create_time)
select c.tenant_id, gen_random_uuid(),
  case when length(c.code) <= 58 then 'ATTR-' || c.code else 'ATTR-' || md5(c.id::text) end,
  left(c.name, 60) || '属性', 'productCategory', 1, count(*), 'published', false,
  jsonb_agg(jsonb_strip_nulls(jsonb_build_object(
    'key', a.code,
    'label', a.name,
    'type', case a.kind when 'integer' then 'inputNumber' when 'decimal' then 'inputNumber' when 'flag' then 'checkbox'
      when 'choice' then 'select' when 'choices' then 'list_multi' when 'date' then 'date' else 'input' end,
    'required', case when a.is_required then true end,
    'options', case when a.kind in ('choice', 'choices') then (
      select jsonb_agg(jsonb_build_object('value', item, 'text', item) order by first)
      from (select btrim(part) as item, min(at) as first
        from regexp_split_to_table(a.items, '[,，、;；' || chr(10) || ']') with ordinality as split (part, at)
        where btrim(part) <> '' group by btrim(part)) listed) end,
    'unit', nullif(a.unit, ''),
    'places', case when a.kind = 'decimal' then 4 end,
    'min', case when a.kind in ('integer', 'decimal') then trim_scale(a.least)::text end,
    'max', case when a.kind in ('integer', 'decimal') then trim_scale(a.most)::text end,
    'maxLength', case when a.kind = 'text' then 500 end)) order by a.ordinal, a.code),
  '系统', now()
from category_attribute a
  join product_category c on c.tenant_id = a.tenant_id and c.id = a.category_id and c.deleted_at is null
where a.deleted_at is null
group by c.tenant_id, c.id, c.code, c.name;

update product_category c set form_id = f.id
from dynamic_form f
where f.tenant_id = c.tenant_id and c.deleted_at is null and f.entity_type = 'productCategory'
  and f.code = case when length(c.code) <= 58 then 'ATTR-' || c.code else 'ATTR-' || md5(c.id::text) end;

insert into form_edition (tenant_id, id, form_id, form_version, field_count, fields, create_by, create_time)
select tenant_id, gen_random_uuid(), id, 1, field_count, fields, create_by, create_time
from dynamic_form where entity_type = 'productCategory';

-- By which versions a product was filled in: those of its category, and of all above.
alter table product add column attribute_forms jsonb;
update product p set attribute_forms = filled.forms
from (
  with recursive above as (
    select p.tenant_id, p.id as product_id, c.id, c.parent_id, c.form_id, c.level
    from product p join product_category c on c.tenant_id = p.tenant_id and c.id = p.category_id
    where p.attributes is not null
    union all
    select a.tenant_id, a.product_id, c.id, c.parent_id, c.form_id, c.level
    from product_category c join above a on c.tenant_id = a.tenant_id and c.id = a.parent_id)
  select tenant_id, product_id,
    jsonb_agg(jsonb_build_object('formId', form_id, 'formVersion', 1) order by level) as forms
  from above where form_id is not null group by tenant_id, product_id) filled
where filled.tenant_id = p.tenant_id and filled.product_id = p.id;

drop table category_attribute;
