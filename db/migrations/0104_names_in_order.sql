-- People in the order of their names, a page at a time: lists and the address book open with them.
create index app_user_realname on app_user (realname, id);

-- Who belongs to the departments of a whole branch, without a look at the rows themselves.
drop index user_depart_depart;
create index user_depart_depart on user_depart (tenant_id, depart_id, user_id);
