-- What a task ended with is a code: it failed, or a person does at the channel what has no interface.
-- Until now the beginning of its text told these apart.

alter table delivery add column failure text;
update delivery set failure = case when last_error like '请到平台处理%' then 'byHand' else 'failed' end
where status = 'dead';
alter table delivery add constraint delivery_failure_code check (failure in ('failed', 'byHand'));
