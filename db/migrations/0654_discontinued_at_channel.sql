-- Whether the channel knows that a listing is discontinued: at 0 already, nothing else of it changes.
alter table channel_stock add column discontinued boolean not null default false;
