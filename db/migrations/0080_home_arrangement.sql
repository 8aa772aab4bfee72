-- In which order a person has put the cards of the home page; cards that are not named come after.

create table home_arrangement (
  tenant_id integer not null,
  user_id uuid not null,
  cards text[] not null,
  update_time timestamptz not null,
  primary key (tenant_id, user_id),
  foreign key (tenant_id, user_id) references membership (tenant_id, user_id)
);
call secure_tenant_table('home_arrangement');
