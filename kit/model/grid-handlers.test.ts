import { expect, test } from 'vitest';
import { covers } from '#tests/spec/covers.ts';
import type { CellHandler } from './cell-rule.ts';
import { createHandlerRuns } from './grid-handlers.ts';

const EVENT = { title: '编码', key: 'code', value: 'A', row: { code: 'A' } };

test('a handler answers at once or later, with its own words or those of the rule', async () => {
  const { runHandlers } = createHandlerRuns();
  const reported: unknown[] = [];
  const passes: CellHandler = (event, callback) => {
    reported.push(event.value, event.row);
    callback(true);
  };
  const fails: CellHandler = async (_, callback) => {
    await Promise.resolve();
    callback(false, '${title}已被占用');
  };
  expect(await runHandlers('1', [{ required: true }, { handler: passes }], EVENT)).toEqual({
    message: null,
  });
  expect(reported).toEqual(['A', { code: 'A' }]);
  const never: CellHandler = () => expect.unreachable();
  expect(await runHandlers('1', [{ handler: fails }, { handler: never }], EVENT)).toEqual({
    message: '编码已被占用',
  });
  expect(await runHandlers('1', [{ handler: fails, message: '${key}不对' }], EVENT)).toEqual({
    message: 'code不对',
  });
});

test('an answer that was overtaken by a later run of its cell is void', async () => {
  covers('§5 own patterns and handlers');
  const runs = createHandlerRuns();
  const answers: ((isPassed: boolean, message?: string) => void)[] = [];
  const rules = [{ handler: (_: unknown, callback: (typeof answers)[number]) => void answers.push(callback) }];
  const first = runs.runHandlers('1', rules, EVENT);
  const second = runs.runHandlers('1', rules, EVENT);
  const other = runs.runHandlers('2', rules, EVENT);
  const forgotten = runs.runHandlers('3', rules, EVENT);
  runs.forget('3');
  await expect.poll(() => answers.length).toBe(4);
  answers[1]?.(true);
  expect(await second).toEqual({ message: null });
  answers[0]?.(false, '晚了');
  expect(await first).toBe('overtaken');
  answers[2]?.(false, '另一格');
  expect(await other).toEqual({ message: '另一格' });
  answers[3]?.(false);
  expect(await forgotten).toBe('overtaken');
});

test('a handler that throws, rejects or never answers has failed', async () => {
  const { runHandlers } = createHandlerRuns(1);
  const message = '编码暂时无法校验，请稍后重试';
  const broken: CellHandler[] = [
    () => {
      throw new Error('x');
    },
    () => Promise.reject(new Error('x')),
    () => undefined,
  ];
  for (const handler of broken) expect(await runHandlers('1', [{ handler }], EVENT)).toEqual({ message });
});
