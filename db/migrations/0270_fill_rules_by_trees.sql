-- 填值规则 that go by the tree that they number, as forms of the base ask for them.
alter table fill_rule drop constraint fill_rule_kind_check;
alter table fill_rule add constraint fill_rule_kind_check
  check (kind in ('serial', 'departCode', 'categoryCode'));
