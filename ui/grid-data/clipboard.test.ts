import fc from 'fast-check';
import { expect, test } from 'vitest';
import { asTyped, parseClipboard, printClipboard } from './clipboard.ts';
import { readTable, type TableCell } from './table-cells.ts';

const text = (value: string) => parseClipboard({ text: value });
const cell = (value: string, colSpan = 1, rowSpan = 1): TableCell => ({
  text: value,
  colSpan,
  rowSpan,
});

test('reads what a spreadsheet copies', () => {
  expect(text('A\t1\r\nB\t2\r\n')).toEqual([
    ['A', '1'],
    ['B', '2'],
  ]);
  expect(text('"第一行\n第二行"\t"他说""好"""\n\t\n')).toEqual([
    ['第一行\n第二行', '他说"好"'],
    ['', ''],
  ]);
  expect(text('"含\t制表"')).toEqual([['含\t制表']]);
  expect(text('')).toEqual([]);
  expect(text('x')).toEqual([['x']]);
});

test('a quote that is part of a text stays one', () => {
  expect(text('5" pipe\t6"')).toEqual([['5" pipe', '6"']]);
  expect(text('"brand"\t"')).toEqual([['"brand"', '"']]);
  expect(text('"open\tnext\n"x" y')).toEqual([['"open', 'next'], ['"x" y']]);
});

test('the text of a spreadsheet goes before its HTML', () => {
  const html = '<html xmlns:x="urn:schemas-microsoft-com:office:excel"><table><tr><td>1.2';
  expect(parseClipboard({ text: '1.23', html })).toEqual([['1.23']]);
});

test('joined cells of a table keep the others in their columns', () => {
  expect(
    readTable([
      [cell('表头', 3)],
      [cell('甲', 1, 2), cell('1'), cell('2')],
      [cell('3'), cell('4')],
      [cell('尾', 1, 9), cell('5')],
    ]),
  ).toEqual([
    ['表头', '', ''],
    ['甲', '1', '2'],
    ['', '3', '4'],
    ['尾', '5', ''],
  ]);
  expect(readTable([[cell('a', 1, 0), cell('b')], [cell('c')]])).toEqual([
    ['a', 'b'],
    ['', 'c'],
  ]);
});

test('a table that claims a monstrous size is cut off', () => {
  const monster = Array.from({ length: 10_000 }, () => [cell('x', 1_000_000)]);
  const read = readTable(monster);
  expect(read[0]).toHaveLength(1000);
  expect(read).toHaveLength(500);
});

test('what is copied and pasted again is the same', () => {
  const piece = fc.oneof(
    fc.string({ unit: 'grapheme', maxLength: 8 }),
    fc.array(fc.constantFrom('"', "'", '\t', '\n', ' ', 'a', '0', '=', '-'), { maxLength: 6 }).map((s) => s.join('')),
  );
  const rectangle = fc.tuple(fc.integer({ min: 1, max: 5 }), fc.integer({ min: 1, max: 5 })).chain(([rows, columns]) =>
    fc.array(fc.array(piece, { minLength: columns, maxLength: columns }), {
      minLength: rows,
      maxLength: rows,
    }),
  );
  fc.assert(
    fc.property(rectangle, (cells) => {
      const clean = (one: string) => one.replaceAll(/\r\n?/g, '\n').replaceAll(/(?![\t\n])\p{Cc}/gu, '');
      expect(text(printClipboard(cells).text)).toEqual(cells.map((row) => row.map(clean)));
    }),
    { seed: 20_261_121, numRuns: 1000 },
  );
});

test('the HTML escapes, breaks lines and keeps codes as texts', () => {
  expect(printClipboard([['<b>&"', 'a\nb', '00123', '=A1', '-5', '12.5']]).html).toBe(
    '<meta charset="utf-8"><table><tr><td>&lt;b&gt;&amp;&quot;</td><td>a<br>b</td>' +
      `<td style="mso-number-format:'\\@'">00123</td><td style="mso-number-format:'\\@'">=A1</td>` +
      '<td>-5</td><td>12.5</td></tr></table>',
  );
  const isText = (cell: string) => printClipboard([[cell]]).html.includes('mso-number-format');
  const formulas = ["-1+cmd|'/C calc'!A1", '-2+3', ' =A1', '-.5*A1', '-A1', '+1', '@SUM(A1)'];
  expect(formulas.filter((cell) => !isText(cell))).toEqual([]);
  expect(['-5', '-.5', '-1,234.50', '-12%', '5-1', '12'].filter(isText)).toEqual([]);
  expect(printClipboard([['a\u0000\u0007b', '7']]).text).toBe('ab\t7\r\n');
});

test('the plain text runs nothing where it is pasted, and numbers stay numbers', () => {
  const dangerous = ['=1+1', '+1', '@SUM(A1)', "-1+cmd|'/C calc'!A1", ' =A1', "'=A1"];
  expect(printClipboard([dangerous]).text).toBe(`${dangerous.map((cell) => `'${cell}`).join('\t')}\r\n`);
  expect(printClipboard([['-5', '-1,234.50', '-12%', "'n", '5-1']]).text).toBe("-5\t-1,234.50\t-12%\t'n\t5-1\r\n");
  // As our own sheets are read; an apostrophe before anything else is one.
  expect(text("'=1+1\t''@x\t'-5\t'n")).toEqual([['=1+1', "'@x", "'-5", "'n"]]);
  expect(asTyped(printClipboard([['=1+1']]).text)).toBe('=1+1');
  expect(['=1+1', "'n", '', "'=a\tb"].map(asTyped)).toEqual([null, null, null, null]);
});
