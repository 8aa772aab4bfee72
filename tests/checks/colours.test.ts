import { expect, test } from 'vitest';
import { checkColours } from '#tools/check-colours.ts';

const faults = (path: string, source: string): string[] =>
  checkColours([{ path, source }]).map(({ at, message }) => `${at} ${message.split(' ')[0]}`);

test('a sheet names no colour of its own', () => {
  const sheet = '/* #fff is white */\n.a {\n  color: #FFF;\n  background: rgb(0 0 0 / 8%);\n}';
  expect(faults('ui/a.css', sheet)).toEqual(['ui/a.css:3 #FFF', 'ui/a.css:4 rgb(']);
  expect(faults('ui/a.css', '.a { color: var(--wb-text); }\n#header { margin: 0; }')).toEqual([]);
});

test('the tokens are where colours stand', () => {
  expect(faults('ui/tokens.css', ':root { --wb-text: #1f2733; }')).toEqual([]);
});
