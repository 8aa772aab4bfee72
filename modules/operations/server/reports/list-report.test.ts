import { expect, test } from 'vitest';
import * as field from '#kit/model/field.ts';
import { dict } from '#kit/model/dict.ts';
import { covers } from '#tests/spec/covers.ts';
import { queryInfoOf } from './report.ts';

test('what is measured, counted or dated lies between two values', () => {
  covers('§7 popup reports');
  const requests = queryInfoOf([
    ['length', field.length('长')],
    ['weight', field.weight('重量')],
    ['day', field.date('日期')],
    ['count', field.integer('数量')],
    ['name', field.text('名称')],
  ]);
  expect(requests.map(({ field: key, mode, view }) => [key, mode, view])).toEqual([
    ['length', 'group', 'length'],
    ['weight', 'group', 'weight'],
    ['day', 'group', 'date'],
    ['count', 'group', 'integer'],
    ['name', 'single', 'text'],
  ]);
});

test('a condition says what is chosen from: a dictionary, or the rows of a list', () => {
  const [kind, shop] = queryInfoOf([
    ['kind', field.choice('类型', dict('kinds', { a: '甲' }))],
    ['shop', field.link('店铺', 'base:channelAccount')],
  ]);
  expect(kind).toMatchObject({ view: 'list', dictCode: 'kinds' });
  expect(shop).toMatchObject({ view: 'link', to: 'base:channelAccount' });
});

test('what cannot be asked for is no condition; after the second they are folded', () => {
  const text = field.text('名称');
  const requests = queryInfoOf([
    ['secret', field.secret('密钥')],
    ['one', text],
    ['two', text],
    ['three', text],
  ]);
  expect(requests.map(({ field: key, hidden }) => [key, hidden])).toEqual([
    ['one', undefined],
    ['two', undefined],
    ['three', '1'],
  ]);
});
