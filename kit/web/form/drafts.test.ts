import { expect, test } from 'vitest';
import { SESSION_RETENTION_MS } from '#kit/model/limits.ts';
import { covers } from '#tests/spec/covers.ts';
import { writeLocal } from '#ui/browser-store.ts';
import { draftsOf, dropDraft, parseDrafts, withDrafts, type Draft } from './drafts.ts';

const NOW = 1_800_000_000_000;

const draft = (key: string, more: Partial<Draft> = {}): Draft => ({
  owner: '1 u1',
  key,
  title: '新增产品',
  address: '/base/product',
  page: '产品',
  at: NOW,
  values: { name: key },
  ...more,
});

test('a newer draft of the same place and person stands in the place of the older', () => {
  const other = draft('a', { owner: '1 u2' });
  const newer = draft('a', { values: { name: 'newer' } });
  expect(withDrafts([draft('a'), draft('b'), other], [newer])).toEqual([newer, draft('b'), other]);
});

test('twenty are kept, and no more text than a browser has room for', () => {
  const many = Array.from({ length: 30 }, (_, n) => draft(`d${n}`));
  expect(withDrafts(many, [])).toHaveLength(20);
  const huge = draft('huge', { values: { text: 'x'.repeat(1_000_001) } });
  expect(withDrafts([draft('a')], [huge])).toEqual([]);
  expect(withDrafts([draft('b')], [draft('a')])).toHaveLength(2);
});

test('what is too old or no draft at all is left out', () => {
  const old = draft('old', { at: NOW - SESSION_RETENTION_MS });
  const text = JSON.stringify([draft('a'), old, null, 7, { key: 'a' }, { ...draft('b'), at: 'x' }]);
  expect(parseDrafts(text, NOW)).toEqual([draft('a')]);
  for (const rubbish of [null, '', '{', '{"a":1}', '"x"']) expect(parseDrafts(rubbish, NOW)).toEqual([]);
});

test('drafts are for their owner alone, and dropped one by one', () => {
  covers('ours: drafts of unsaved work');
  const at = Date.now();
  const [own, second] = [draft('a', { at }), draft('b', { at })];
  const other = draft('a', { at, owner: '2 u1' });
  writeLocal('waybill.drafts', JSON.stringify([own, second, other]));
  expect(draftsOf(own.owner)).toEqual([own, second]);
  dropDraft(own.owner, own.key);
  expect(draftsOf(own.owner)).toEqual([second]);
  expect(draftsOf(other.owner)).toEqual([other]);
});
