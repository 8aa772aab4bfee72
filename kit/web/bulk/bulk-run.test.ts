import { expect, test, vi } from 'vitest';
import { text } from '#kit/model/field.ts';
import { defineRegister } from '#kit/model/resource.ts';
import { ApiError } from '#ui/http/api-error.ts';
import { onOwnRows } from '../live/saved-rows.ts';
import { runBulk } from './bulk-run.ts';

const answered = [
  { id: '1', label: '一', ok: true, isChanged: true },
  { id: '2', label: '二', ok: false, message: '数据已被他人修改，请刷新' },
];
/** What was sent, and what the server does with it; rows it names are done where nothing else is said. */
const sent: { ids: string[]; key: string }[] = [];
let serve: (ids: readonly string[]) => { rows: object[] } = () => ({ rows: answered });
vi.mock('#ui/http/route-call.ts', () => ({
  fetchRoute: async (_route: unknown, { body, key }: { body: { ids: string[] }; key: string }) => {
    sent.push({ ids: body.ids, key });
    return serve(body.ids);
  },
}));

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

/** Rows of three parts. */
const many = Array.from({ length: 450 }, (_, at) => ({
  id: String(at),
  label: `行${at}`,
  ok: true,
  isChanged: true,
  version: at,
}));
const run = (signal: AbortSignal = new AbortController().signal) => {
  sent.length = 0;
  return runBulk({
    of: part,
    scope: { ids: many.map(({ id }) => id) },
    change: { field: 'name', operation: 'clear' },
    rows: many,
    key: 'act',
    onProgress: () => undefined,
    signal,
  });
};

test('each part has a key of its own, that stays when the part is sent again', async () => {
  let tries = 0;
  serve = (ids) => {
    if (ids[0] === '200' && ++tries === 1) throw new ApiError(0, '网络连接失败');
    return { rows: ids.map((id) => ({ id, label: '', ok: true })) };
  };
  const done = await run();
  expect(done.map(({ id }) => id)).toEqual(many.map(({ id }) => id));
  expect(done.every(({ ok, label }) => ok && label !== '')).toBe(true);
  expect(sent.map(({ ids }) => ids.length)).toEqual([200, 200, 200, 50]);
  const [first, lost, again, last] = sent.map(({ key }) => key);
  expect(again).toBe(lost);
  expect(new Set([first, lost, last]).size).toBe(3);
});

test('a part that is refused is reported with the reason, and the others go on', async () => {
  serve = (ids) => {
    if (ids[0] === '200') throw new ApiError(422, '不能批量修改');
    return { rows: ids.map((id) => ({ id, label: '', ok: true })) };
  };
  const done = await run();
  expect(sent).toHaveLength(3);
  expect(done.map(({ ok }) => ok)).toEqual(many.map((_, at) => at < 200 || at >= 400));
  expect(done[200]).toMatchObject({ id: '200', label: '行200', message: '不能批量修改' });
});

test('what was not tried once it is stopped says so', async () => {
  const control = new AbortController();
  serve = (ids) => {
    control.abort();
    return { rows: ids.map((id) => ({ id, label: '', ok: true })) };
  };
  const done = await run(control.signal);
  expect(sent).toHaveLength(1);
  expect(done).toHaveLength(450);
  expect(done[199]?.ok).toBe(true);
  expect(done[200]).toMatchObject({ id: '200', ok: false, message: '已停止，未修改' });
});
