import { expect, test } from 'vitest';
import { writeLocal } from '#ui/browser-store.ts';
import { covers } from '#tests/spec/covers.ts';
import { noteQuery, queryRecords } from './query-records.ts';

test('sixteen queries are kept for each report, the latest first, none of them twice', () => {
  covers('§3 enhance records');
  for (let at = 1; at <= 20; at += 1) noteQuery('age', { at, sql: `select ${at}` });
  noteQuery('age', { at: 21, sql: 'select 10' });
  noteQuery('other', { at: 1, sql: 'select 1' });
  const kept = queryRecords('age');
  expect(kept).toHaveLength(16);
  expect(kept.slice(0, 3)).toEqual([
    { at: 21, sql: 'select 10' },
    { at: 20, sql: 'select 20' },
    { at: 19, sql: 'select 19' },
  ]);
  expect(kept.at(-1)).toEqual({ at: 5, sql: 'select 5' });
  expect(queryRecords('other')).toEqual([{ at: 1, sql: 'select 1' }]);
});

test('what somebody else left there, or nothing, is no record', () => {
  writeLocal('waybill.reportQueries.odd', '{"at":1}');
  expect(queryRecords('odd')).toEqual([]);
  writeLocal('waybill.reportQueries.odd', '[{"at":1},{"at":"2","sql":"x"},{"at":3,"sql":"select 3"}]');
  expect(queryRecords('odd')).toEqual([{ at: 3, sql: 'select 3' }]);
  writeLocal('waybill.reportQueries.odd', 'not json');
  expect(queryRecords('odd')).toEqual([]);
});
