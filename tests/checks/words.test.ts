import { expect, test } from 'vitest';
import { checkWords } from '#tools/check-words.ts';

const check = (source: string, path = 'kit/web/a.ts') =>
  checkWords([{ path, source }]).map(({ at, message }) => `${at} ${message}`);

test.each([
  ['// 15000 unless told', '“unless told”: by default'],
  ['/** The channel is told. */', '“told”'],
  ['/** What limits go by. */', '“go by”'],
  ['// Whose hands rest on a cell', '“hands rest”'],
  ['/* A person and his session */', '“his”'],
  ['// He may list it', '“He”'],
  ['// the page is loaded anew', '“anew”'],
])('a comment is refused: %s', (comment, why) => {
  const found = check(`const a = 1;\n${comment}\n`);
  expect(found.filter((fault) => fault.startsWith('kit/web/a.ts:2 ') && fault.includes(why))).not.toEqual([]);
});

test.each([
  ['a text', `const said = 'nobody was told';`],
  ['an identifier', `const told = heToldHim;`],
  ['a column between marks', '// compared with `sales_order.told`'],
  ['the name of a file', '// see modules/orders/model/channel-snapshot.ts'],
  ['a parameter', '/** @param told resource whose rows changed */'],
])('code is not judged: %s', (_what, source) => {
  expect(check(source)).toEqual([]);
});

test('titles of tests are judged, other texts of theirs are not', () => {
  const source = `test('the channel is told', () => { say('nobody was told'); });
describe.each([1])('a person and his session', () => {});`;
  expect(check(source, 'kit/web/a.test.ts')).toEqual([
    expect.stringMatching(/:1 “told”/),
    expect.stringMatching(/:2 “his”/),
  ]);
});

test('documents are judged as a whole, by their lines', () => {
  expect(check('# Title\n\nThe marketplace is told.\n', 'docs/a.md')).toEqual([
    expect.stringMatching(/^docs\/a\.md:3 “told”/),
  ]);
});
