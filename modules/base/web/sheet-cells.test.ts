import { expect, test } from 'vitest';
import { asSheet, asText, pastedInto, withCell, withRow } from './sheet-cells.ts';

test('a text is cells and back, without what is empty at the ends', () => {
  const sheet = asSheet('重量\t2\t3\n1\t8');
  expect(sheet).toEqual([
    ['重量', '2', '3'],
    ['1', '8', ''],
  ]);
  expect(asText([...sheet, ['', '', '']])).toBe('重量\t2\t3\n1\t8');
  expect(asText(withCell(sheet, 1, 2, '9'))).toBe('重量\t2\t3\n1\t8\t9');
});

test('what is pasted makes room for itself', () => {
  const pasted = pastedInto(
    [['重量', '2']],
    [
      ['1', '8', '9'],
      ['2', '10'],
    ],
    1,
    0,
  );
  expect(pasted).toEqual([
    ['重量', '2', ''],
    ['1', '8', '9'],
    ['2', '10', ''],
  ]);
});

test('what is pasted from the first cell on is the whole sheet', () => {
  const sheet = asSheet('重量\t2\t3\t4\n1\t\t\t\n续重\t1');
  const cells = [
    ['重量', 'A'],
    ['1', '8'],
  ];
  expect(pastedInto(sheet, cells, 0, 0)).toEqual(cells);
});

test('a row more stands before what is asked beyond the last weight', () => {
  expect(withRow(asSheet('重量\t2\n1\t8\n续重\t1')).map(([first]) => first)).toEqual(['重量', '1', '', '续重']);
});
