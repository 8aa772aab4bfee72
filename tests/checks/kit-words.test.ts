import { expect, test } from 'vitest';
import { checkKit } from '#tools/check-kit.ts';

const SYSTEM_CALL = `get('/sys/dict/list')`;

test.each([
  ['kit/server/a.ts', 'const shops = 1;', ['business word']],
  ['kit/model/a.ts', '/** Days of a warehouse. */', ['business word']],
  ['ui/a.tsx', SYSTEM_CALL, ['system path']],
  ['kit/web/a.ts', SYSTEM_CALL, ['system path']],
  ['platform/a.ts', `${SYSTEM_CALL}; // of a shop`, ['business word', 'system path']],
  ['console/a.ts', SYSTEM_CALL, []],
  ['modules/orders/server/a.ts', 'const shops = 1;', []],
  ['kit/web/a.gallery.tsx', 'const shops = 1;', []],
  ['kit/server/a.test.ts', SYSTEM_CALL, []],
  ['kit/server/a.ts', 'const workshop = `/proc/sys/kernel`;', []],
])('%s: %s', (path, source, rules) => {
  expect(checkKit([{ path, source }]).map(({ rule }) => rule)).toEqual(rules);
});
