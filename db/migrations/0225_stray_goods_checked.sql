-- Goods of no order beyond the limit of one person are approved by another, and say why; who sends a part
-- out of units that are taken apart may not have planned that alone beyond it.
alter table return_order add column check_reason text;
alter table part_order add column maker_ids uuid[] not null default '{}';
