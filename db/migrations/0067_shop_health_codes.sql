-- How a shop stands is a code, with what was tried and what the channel answered beside it, and a list
-- of what the channel keeps closed; the line that people read is made of these.

alter table channel_account
  add column health_code text,
  add column health_step text,
  add column health_reason text,
  add column closed_capabilities text[] not null default '{}';

update channel_account shop set
  health_code = case
    when health ~ '^正常(；未开通：|$)' then 'pulled'
    when health ~ '^连接正常(；未开通：|$)' then 'connected'
    when health like '拉单失败：%' then 'pullFailed'
    when health ~ '^[^：]*失败：' then 'testFailed'
    else 'refused' end,
  health_step = case when health ~ '^(连接)?正常(；未开通：|$)' or health like '拉单失败：%' then null
    when health ~ '^[^：]*失败：' then substring(health from '^([^：]*)失败：')
    else substring(health from '^([^：]*)：') end,
  health_reason = case when health !~ '^(连接)?正常(；未开通：|$)'
    then coalesce(substring(health from '^[^：]*：(.*)$'), health) end,
  closed_capabilities = case when health ~ '^(连接)?正常；未开通：' then array(
    select closed.capability from channel_capability closed
    where closed.tenant_id = shop.tenant_id and closed.account_id = shop.id
    order by closed.capability) else '{}' end
where health is not null;

alter table channel_account drop column health;
alter table channel_account add constraint channel_account_health_known
  check (health_code in ('pulled', 'connected', 'pullFailed', 'testFailed', 'refused'));

-- Kept queries look where it stands now: whole lines that mean a code, anything else among the reasons.
update saved_query kept set
  conditions = (
    select jsonb_agg(case
      when one ->> 'field' <> 'health' then one
      when one ->> 'val' in ('正常', '连接正常') then one || jsonb_build_object('field', 'healthCode',
        'val', case one ->> 'val' when '正常' then 'pulled' else 'connected' end)
      else jsonb_set(one, '{field}', '"healthReason"') end order by place)
    from jsonb_array_elements(kept.conditions) with ordinality as list (one, place))
where kept.list_key = 'base:channelAccount'
  and kept.conditions @> '[{"field": "health"}]';
