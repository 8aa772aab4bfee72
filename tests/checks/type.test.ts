import { expect, test } from 'vitest';
import { checkType } from '#tools/check-type.ts';

const faults = (path: string, source: string): string[] =>
  checkType([{ path, source }]).map(({ at, message }) => `${at} ${message.split(' ')[0]}`);

test('type has six sizes', () => {
  const sheet = '.a {\n  font-size: 15px;\n}\n.b { font-size: 0.9em; }\n.c { font-size: 14px; }';
  expect(faults('ui/a.css', sheet)).toEqual(['ui/a.css:2 15px', 'ui/a.css:4 0.9em']);
  expect(faults('ui/a.css', '.a { font-size: calc(var(--size) * 0.46); }')).toEqual([]);
});

test('an exception is one size in one sheet', () => {
  const sheet = '.a { font-size: 11px; }\n.b { font-size: 10px; }';
  expect(faults('ui/grid/grid-live.css', sheet)).toEqual(['ui/grid/grid-live.css:2 10px']);
});
