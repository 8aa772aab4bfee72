import { expect, test } from 'vitest';
import { covers } from '#tests/spec/covers.ts';
import { selectFault } from './select-grammar.ts';

test.each([
  'select sku, sum(qty) as n from sales where day >= $1 group by sku order by 2 desc limit 50',
  'with s as (select * from sales) select s.sku, o.name from s left join offers o on o.sku = s.sku',
  "select to_char(day, 'YYYY-MM') as m, count(*) filter (where qty > 0) from erp.sales group by 1",
  'select case when qty > 1 then qty::numeric / 2 else 0 end as half, extract(year from day) from sales',
  'select a from one union all select b from two',
  'select row_number() over (partition by shop order by qty desc) as place, shop from sales',
  'select sku from sales where sku in (select sku from offers) and day between $1 and $2',
])('reads: %s', async (text) => {
  covers('ours: queries of data sources');
  expect(await selectFault(text)).toBeNull();
});

test.each([
  ['select 1; drop table sales', '只能写一条查询'],
  ['select 1; update sales set qty = 0', '只能写一条查询'],
  ['', '查询写法不正确'],
  ['delete from sales', '只能写 SELECT 查询'],
  ['with gone as (delete from sales returning *) select * from gone', '只能写 SELECT 查询'],
  ['select * from (insert into sales values (1) returning *) x', '查询写法不正确'],
  ['explain analyze select 1', '只能写 SELECT 查询'],
  ["copy sales to program 'id'", '只能写 SELECT 查询'],
  ['select * into copy_of from sales', '不能写 INTO'],
  ['create table x as select 1', '只能写 SELECT 查询'],
  ['select * from sales for update', '不能锁行（FOR UPDATE）'],
  ['select pg_sleep(10)', '不能使用函数 pg_sleep'],
  ['select PG_CATALOG.PG_SLEEP(10)', '不能使用函数 pg_catalog.pg_sleep'],
  ["select pg_read_file('/etc/passwd')", '不能使用函数 pg_read_file'],
  ["select lo_import('/etc/passwd')", '不能使用函数 lo_import'],
  ["select dblink('host=10.0.0.1', 'select 1')", '不能使用函数 dblink'],
  ['select evil.count(1)', '不能使用函数 evil.count'],
  ["select set_config('default_transaction_read_only', 'off', false)", '不能使用函数 set_config'],
  ['select generate_series(1, 1000000000)', '不能使用函数 generate_series'],
  ['select * from generate_series(1, 1000000000)', '不能使用 RangeFunction'],
  ["select repeat('x', 1000000000)", '不能使用函数 repeat'],
  ['with recursive r as (select 1 union all select * from r) select * from r', '不能写 WITH RECURSIVE'],
  ['select * from (information_schema.schemata)', '查询写法不正确'],
  ['select * from information_schema.tables', '不能查询系统表'],
  ['select * from pg_catalog.pg_authid', '不能查询系统表'],
  ['select * from pg_shadow', '不能查询系统表'],
  ['select * from sales join pg_user on true', '不能查询系统表'],
  ['select (select passwd from pg_shadow limit 1)', '不能查询系统表'],
  ["select 'pg_authid'::regclass", '不能转换为 regclass'],
  ['select 1 operator(evil.+) 2', '不能使用带模式名的运算符'],
  ["select * from sales where sku = '' or 1 = 1 -- '; select pg_sleep(1)", null],
  ['/*!50000 select */ select /* drop */ 1 as one', null],
  ['table pg_authid', '不能查询系统表'],
  ['values (1), (2)', null],
  ['select current_user', null],
])('D4: %s', async (text, fault) => {
  covers('ours: queries of data sources');
  expect(await selectFault(text)).toBe(fault);
});
