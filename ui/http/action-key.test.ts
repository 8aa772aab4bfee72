import { expect, test } from 'vitest';
import { createActionKeys } from './action-key.ts';
import { ApiError } from './api-error.ts';

function counted() {
  let n = 0;
  return createActionKeys(() => `key${++n}`);
}

test('a retry after an unknown outcome carries the same key', () => {
  const keys = counted();
  const first = keys.keyFor({ id: 1 });
  keys.settle(new ApiError(504, '网络超时'));
  expect(keys.keyFor({ id: 1 })).toBe(first);
});

test('a clear answer ends the action: success and refusal both', () => {
  const keys = counted();
  const first = keys.keyFor({ id: 1 });
  keys.settle(new ApiError(409, '库存不足'));
  const second = keys.keyFor({ id: 1 });
  expect(second).not.toBe(first);
  keys.settle(null);
  expect(keys.keyFor({ id: 1 })).not.toBe(second);
});

test('other content is another action', () => {
  const keys = counted();
  expect(keys.keyFor({ id: 1 })).not.toBe(keys.keyFor({ id: 2 }));
});
