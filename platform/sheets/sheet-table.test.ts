import { PassThrough } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { writeErrorWorkbook } from './error-workbook.ts';
import type { BadRow } from './error-workbook.ts';
import { readSheet } from './sheet-reader.ts';
import { readTable } from './sheet-table.ts';
import type { TableRow } from './sheet-table.ts';

const HEADERS = [
  { title: 'SKU', required: true },
  { title: '数量', aliases: ['件数', 'Qty'], required: true },
  { title: '备注' },
];

const csv = (...lines: string[]) => Buffer.from(lines.join('\n'));

test('title rows above, marked, aliased, unknown and absent columns', async () => {
  const table = await readTable(
    csv('订单导入,,', '说明：带*为必填,,', '颜色,* sku ,ＱＴＹ', '红,A1,2', ',,', '蓝,A2,3'),
    HEADERS,
  );
  expect(table).toMatchObject({
    headerRowNumber: 3,
    columns: [1, 2, null],
    missing: [],
    absent: ['备注'],
    unknown: ['颜色'],
  });
  expect(await Array.fromAsync(table.rows)).toEqual([
    { rowNumber: 4, values: ['A1', '2', null], source: ['红', 'A1', '2'] },
    { rowNumber: 6, values: ['A2', '3', null], source: ['蓝', 'A2', '3'] },
  ]);
});

test('a row whose own separator stands unquoted within a value is marked, one that is only filled up is not', async () => {
  const shifted = async (...lines: string[]) =>
    (await Array.fromAsync((await readTable(csv(...lines), HEADERS)).rows)).map(({ notes }) => notes?.get(0));
  const four = { kind: 'shifted', values: 4, columns: 3 };
  expect(await shifted('SKU,备注,数量', 'A1,Main St, Apt 4,2', 'A2,轻放,3', 'A3,', 'A4')).toEqual([
    four,
    undefined,
    undefined,
    undefined,
  ]);
  // Where the last column is empty, only the separators say it.
  const byComma = await readTable(csv('备注,SKU,数量', 'Main St, Apt 4,A1,', '轻放,A2,3'), HEADERS);
  expect((await Array.fromAsync(byComma.rows)).map(({ notes }) => [...(notes?.values() ?? [])])).toEqual([[four], []]);
  // Programs that end each row with a separator have shifted none.
  expect(await shifted('SKU,备注,数量', 'A1,轻放,2,', 'A2,,3,')).toEqual([undefined, undefined]);
  // Excel fills up what was ever used; a remark there is in no column that is read.
  expect(await shifted('SKU,备注,数量,', 'A1,轻放,2,易碎', 'A2,轻放,3,')).toEqual([undefined, undefined]);
});

test('titles that say whether a column must be filled in are the titles', async () => {
  const table = await readTable(csv('SKU（必填）,*数量【必填项】,备注 (选填)', 'A1,2,轻放'), HEADERS);
  expect(table).toMatchObject({ missing: [], absent: [], unknown: [] });
  expect((await Array.fromAsync(table.rows)).map(({ values }) => values)).toEqual([['A1', '2', '轻放']]);
});

test('of columns with one title the one that holds anything is read; where they differ the row says so', async () => {
  const table = await readTable(csv('SKU,数量,备注,数 量', 'A1,,轻放,5', 'A2,3,,3', 'A3,3, ,4', 'A4,,,'), HEADERS);
  expect(table.unknown).toEqual([]);
  const rows = await Array.fromAsync(table.rows);
  expect(rows.map(({ values }) => values[1])).toEqual(['5', '3', '3', null]);
  expect(rows.map(({ notes }) => notes?.get(1))).toEqual([
    undefined,
    undefined,
    { kind: 'doubled', columns: 'B、D' },
    undefined,
  ]);
});

test('rows of blanks and signs that nobody sees are no rows', async () => {
  const table = await readTable(csv('SKU,数量', 'A1,2', ' , ', '\u00a0,\u200b', '\t,', 'A2, '), HEADERS);
  expect((await Array.fromAsync(table.rows)).map(({ rowNumber }) => rowNumber)).toEqual([2, 6]);
});

test('a lacking required column is named, the best row counts as the header', async () => {
  const table = await readTable(csv('x,y', 'SKU,备注', 'A1,轻放'), HEADERS);
  expect(table).toMatchObject({ headerRowNumber: 2, missing: ['数量'], absent: [] });
  await table.close();
});

test('an alias never takes the column whose title another header has', async () => {
  const headers = [{ title: '编码', aliases: ['SKU'] }, { title: 'SKU' }];
  const table = await readTable(csv('SKU,名称', 'A1,x'), headers);
  expect(table.columns).toEqual([null, 0]);
  await table.close();
});

test('no known title within five rows is refused', async () => {
  const lines = ['1', '2', '3', '4', '5', 'SKU,数量'];
  await expect(readTable(csv(...lines), HEADERS)).rejects.toMatchObject({
    code: 'header_not_found',
    message: expect.stringContaining('SKU、数量、备注') as string,
  });
  await expect(readTable(csv('\n\n'), HEADERS)).rejects.toMatchObject({ code: 'empty' });
});

test('an error file holds the bad rows only and can be uploaded again', async () => {
  const first = await readTable(
    csv('颜色,SKU,数量,备注', "红,A1,x,'=1+1", '蓝,A2,2,', '绿,-5,-007,-1.50', '黄,,1,'),
    HEADERS,
  );
  const read = await Array.fromAsync(first.rows);
  const bad: BadRow[] = [read[0], read[2], read[3]].map((row) => ({
    rowNumber: (row as TableRow).rowNumber,
    source: (row as TableRow).source,
    errors: [
      { column: '数量', code: 'integer', message: '数量应为整数' },
      { column: 'SKU', code: 'unknown', message: 'SKU 不存在' },
    ],
  }));
  const out = new PassThrough();
  const [file, result] = await Promise.all([
    buffer(out),
    writeErrorWorkbook(out, { sheetName: '错误', titles: first.titles, rows: bad }),
  ]);
  expect(result.rows).toBe(3);

  const raw = await Array.fromAsync(readSheet(file));
  expect(raw[0]?.cells).toEqual(['颜色', 'SKU', '数量', '备注', '原行号', '错误列', '错误码', '错误说明']);
  expect(raw[1]?.cells.slice(4)).toEqual(['2', '数量\nSKU', 'integer\nunknown', '数量应为整数\nSKU 不存在']);
  const again = await readTable(file, HEADERS);
  expect(again).toMatchObject({ titles: first.titles, columns: [1, 2, 3], unknown: ['颜色'] });
  const rows = await Array.fromAsync(again.rows);
  expect(rows.map((row) => row.source)).toEqual(bad.map((row) => row.source));
  expect(rows[0]?.values).toEqual(['A1', 'x', '=1+1']);
});
