-- With which movement the cost of a layer was entered: kept through transfers, sales that are taken back and
-- returns, so that one person's word stays the word of that person. Of goods that came before by anything but an
-- entry it is the movement itself, which vouches for nothing.
alter table cost_layer add column origin_id uuid;
update cost_layer set origin_id = movement_id;
alter table cost_layer alter column origin_id set not null;
alter table transit_layer add column origin_id uuid;
