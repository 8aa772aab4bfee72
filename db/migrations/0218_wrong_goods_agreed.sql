-- Units that are none of ours stay in the books until what becomes of the return was agreed to.
alter table return_line
  add column wrong_open integer not null default 0,
  add constraint return_line_wrong_open check (wrong_open between 0 and qty_wrong);

-- Of what a return gave up, what its disposal itself scrapped or donated: the rest was scrapped while mending.
alter table return_order
  add column disposal_lost bigint not null default 0 check (disposal_lost >= 0);
update return_order set disposal_lost = least(lost_value, disposal_value)
where status in ('disposed', 'credited', 'closed');
