-- The clocks of a warehouse follow from its address, or are said: never those of somewhere else.
alter table warehouse alter column timezone drop default;
