-- What set off a pull or a push is a code; who asked for it by hand is a column of its own. A pull
-- was asked for by who made its row.

create function feed_trigger_code(word text) returns text language sql immutable as $$
  select coalesce('{"定时": "schedule", "授权恢复": "authorized", "库存变动": "stock", "放行": "override",
    "配对": "mapping", "渠道产品变更": "listing", "规则变更": "rule", "产品状态": "product",
    "SKU变更": "sku", "店铺变更": "shop"}'::jsonb ->> word, 'manual')
$$;

alter table stock_push add column asked_by text;
update stock_push set trigger = feed_trigger_code(trigger),
  asked_by = case when feed_trigger_code(trigger) = 'manual' then trigger end;
update pull_run set trigger = feed_trigger_code(trigger);
update delivery set payload = payload || jsonb_build_object('trigger', feed_trigger_code(payload ->> 'trigger'))
  || case when handler = 'channels.pushStock' and feed_trigger_code(payload ->> 'trigger') = 'manual'
    then jsonb_build_object('askedBy', payload ->> 'trigger') else '{}'::jsonb end
where handler in ('channels.pull', 'channels.pushStock') and payload ? 'trigger';

drop function feed_trigger_code(text);
