import { expect, test } from 'vitest';
import { pickFault, readSorter, reportFault, reportValues } from './report-fields.ts';

const fields = { code: 'users', orgFields: 'username, realname', destFields: 'owner,ownerName' };

test('a popup needs a code, origin and destination fields, as many of one as of the other', () => {
  expect(reportFault(fields)).toBeNull();
  for (const missing of ['code', 'orgFields', 'destFields'])
    expect(reportFault({ ...fields, [missing]: '' })).toBe('popup参数未正确配置!');
  expect(reportFault({ ...fields, destFields: 'owner' })).toBe(
    'popup参数未正确配置,原始值和目标值数量不一致!',
  );
});

test('columns go into the fields of their place, joined over the rows', () => {
  const rows = [
    { username: 'a', realname: '甲' },
    { username: 'b', realname: null },
  ];
  expect(reportValues(rows, fields, ',')).toEqual({ owner: 'a,b', ownerName: '甲,' });
  expect(reportValues([], fields, ',')).toEqual({ owner: '', ownerName: '' });
});

test('one row at least, one at most where only one is meant', () => {
  expect([pickFault(0, true), pickFault(0, false), pickFault(2, false)]).toEqual(
    Array(3).fill('请选择一条记录'),
  );
  expect([pickFault(1, false), pickFault(2, true)]).toEqual([null, null]);
});

test('an order is a column with its direction', () => {
  expect(readSorter('createTime=desc')).toEqual({ column: 'createTime', order: 'desc' });
  expect(readSorter('code')).toEqual({ column: 'code', order: 'asc' });
  expect(readSorter('')).toBeUndefined();
});
