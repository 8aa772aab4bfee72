import { expect, test } from 'vitest';
import { covers } from '#tests/spec/covers.ts';
import { remainingValues, pickFault, readSorter, reportFault, reportValues, splitValues } from './report-fields.ts';

const fields = { code: 'users', orgFields: 'username, realname', destFields: 'owner,ownerName' };

test('a popup needs a code, origin and destination fields, as many of one as of the other', () => {
  expect(reportFault(fields)).toBeNull();
  for (const missing of ['code', 'orgFields', 'destFields'])
    expect(reportFault({ ...fields, [missing]: '' })).toBe('popup参数未正确配置!');
  expect(reportFault({ ...fields, destFields: 'owner' })).toBe('popup参数未正确配置,原始值和目标值数量不一致!');
});

test('columns go into the fields of their place, joined over the rows', () => {
  const rows = [
    { username: 'a', realname: '甲' },
    { username: 'b', realname: null },
  ];
  expect(reportValues(rows, fields, ',')).toEqual({ owner: 'a,b', ownerName: '甲,' });
  expect(reportValues([], fields, ',')).toEqual({ owner: '', ownerName: '' });
});

test('taking a value away takes the same place from every destination field', () => {
  covers('§7 popup reports');
  const held = { owner: 'a;b;c', ownerName: '甲;;丙', remark: 'x;y;z' };
  const left = (kept: string[], values: object = held): Record<string, string> =>
    remainingValues({ ...held, ...values }, fields, { field: 'owner', kept, splitter: ';' });
  expect(left(['a', 'c'])).toEqual({ owner: 'a;c', ownerName: '甲;丙' });
  expect(left(['b'])).toEqual({ owner: 'b', ownerName: '' });
  // Two rows of one value are one name on the screen.
  expect(left(['b'], { owner: 'a;b;a' })).toEqual({ owner: 'b', ownerName: '' });
  // A row without a value here shows no name: nobody has taken it away.
  expect(left(['a'], { owner: 'a;;c' })).toEqual({ owner: 'a;', ownerName: '甲;' });
});

test('a field that does not hold as many values stays as it is', () => {
  const option = { field: 'owner', kept: ['a'], splitter: ',' };
  expect(remainingValues({ owner: 'a,b', ownerName: '张三' }, fields, option)).toEqual({ owner: 'a' });
  expect(remainingValues({ owner: 'a,b' }, fields, option)).toEqual({ owner: 'a' });
});

test('values stand at the place of their row, whatever parts them', () => {
  expect(splitValues('甲 | 乙||丁', '|')).toEqual(['甲', '乙', '', '丁']);
  expect([splitValues(null, ','), splitValues(', ,', ',')]).toEqual([[], []]);
});

test('one row at least, one at most where only one is meant', () => {
  expect([pickFault(0, true), pickFault(0, false), pickFault(2, false)]).toEqual(Array(3).fill('请选择一条记录'));
  expect([pickFault(1, false), pickFault(2, true)]).toEqual([null, null]);
});

test('an order is a column with its direction', () => {
  expect(readSorter('createTime=desc')).toEqual({ column: 'createTime', order: 'desc' });
  expect(readSorter('code')).toEqual({ column: 'code', order: 'asc' });
  expect(readSorter('')).toBeUndefined();
});
