-- How many units one person moved alone in a day: beyond some, their own word is no known cost.
alter table stock_alone add column qty integer not null default 0 check (qty >= 0);
