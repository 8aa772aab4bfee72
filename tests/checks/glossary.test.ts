import { expect, test } from 'vitest';
import { glossaryFaults, readGlossary, type Word } from '#tools/check-glossary.ts';

const word = (role: Word['role'], title: string, identifier: string): Word => ({
  role,
  title,
  identifier,
  file: 'modules/orders/model/order.ts',
});

const HEAD = `# Glossary

| 中文 | identifier | meaning | not to be confused with | file |
| ---- | :--------- | ------- | ----------------------- | ---- |
`;
const rows = (...lines: string[]) => readGlossary(HEAD + lines.join('\n'));
const ORDER = '| 订单 | `salesOrder` | what a customer bought | | modules/orders/model/order.ts |';

test('the head of a table is no line, and code marks are no part of an identifier', () => {
  expect(rows(ORDER)).toEqual([
    {
      title: '订单',
      identifier: 'salesOrder',
      meaning: 'what a customer bought',
      confusions: '',
      file: 'modules/orders/model/order.ts',
      line: 5,
    },
  ]);
});

test.each<Word['role']>(['resource', 'state', 'move'])('a %s without a line is reported', (role) => {
  const words = [word('resource', '订单', 'salesOrder'), word(role, '拆分', 'split')];
  expect(glossaryFaults(words, rows(ORDER))).toEqual([
    `modules/orders/model/order.ts: ${role} 拆分 \`split\` has no line in the glossary`,
  ]);
});

test('a line with another identifier does not count', () => {
  const faults = glossaryFaults([word('resource', '订单', 'purchaseOrder')], rows(ORDER));
  expect(faults[0]).toMatch(/订单 `purchaseOrder` has no line/);
});

test('a line without a meaning is reported by its place', () => {
  expect(glossaryFaults([], rows('| 订单 | `salesOrder` | | | |'))).toEqual([
    'docs/glossary.md:5: 订单 has no meaning or no identifier',
  ]);
});

test('a line for a word that is gone is reported; words of the trade need no declaration', () => {
  const trade = '| 面单 | `label` | the sticker of the carrier | | modules/fulfilment |';
  expect(glossaryFaults([], rows(ORDER, trade))).toEqual([
    'docs/glossary.md:5: modules/orders/model/order.ts declares no 订单 `salesOrder`',
  ]);
});

test('one title with two identifiers is reported, until a line keeps them apart', () => {
  const words = [word('state', '待审核', 'new'), word('state', '待审核', 'submitted')];
  const plain = '| 待审核 | `new` | waits for us | | |';
  const other = '| 待审核 | `submitted` | waits for approval | | |';
  expect(glossaryFaults(words, rows(plain, other))).toEqual([
    'state 待审核 has 2 identifiers (new, submitted) in modules/orders/model/order.ts',
  ]);
  const reported = '| 待审核 | `new` | waits for us | `submitted`: of a stock adjustment | |';
  expect(glossaryFaults(words, rows(reported, other))).toEqual([]);
});

test('a state and the move that leads to it may share their title', () => {
  const words = [word('state', '失败', 'failed'), word('move', '失败', 'fail')];
  const lines = ['| 失败 | `failed` | over | | |', '| 失败 | `fail` | ends it | | |'];
  expect(glossaryFaults(words, rows(...lines))).toEqual([]);
});
