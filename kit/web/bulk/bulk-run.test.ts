import { expect, test, vi } from 'vitest';
import { text } from '#kit/model/field.ts';
import { defineRegister } from '#kit/model/resource.ts';
import { onOwnRows } from '../live/saved-rows.ts';
import { runBulk } from './bulk-run.ts';

const answered = [
  { id: '1', label: '一', ok: true, isChanged: true },
  { id: '2', label: '二', ok: false, message: '数据已被他人修改，请刷新' },
];
vi.mock('#ui/http/route-call.ts', () => ({ askRoute: async () => ({ rows: answered }) }));

const part = defineRegister({
  module: 'test',
  name: 'part',
  title: '部件',
  fields: { name: text('名称') },
  label: 'name',
  list: ['name'],
  search: [],
  form: [['name']],
});

test('what a bulk edit has changed is no news of somebody else to the list below', async () => {
  const own: string[] = [];
  const stop = onOwnRows(part, (ids) => own.push(...ids));
  const done = await runBulk({
    of: part,
    scope: { ids: ['1', '2'] },
    change: { field: 'name', operation: 'clear' },
    rows: answered,
    key: 'k',
    onProgress: () => undefined,
    signal: new AbortController().signal,
  });
  stop();
  expect(done.map(({ ok }) => ok)).toEqual([true, false]);
  expect(own).toEqual(['1']);
});
