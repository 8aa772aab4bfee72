import { write as writeWithLibrary, utils } from '@e965/xlsx';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { newFacts } from './sheet-facts.ts';
import { readSheet } from './sheet-reader.ts';
import { writeXls } from './xls-writer.ts';

async function cells(file: string | Buffer): Promise<(string | null)[][]> {
  const rows = await Array.fromAsync(readSheet(file));
  return rows.map((row) => row.cells);
}

test('an .xls of 5,000 rows comes back as it was written', async () => {
  const columns = [{ title: '型号' }, { title: '名称', width: 40 }, { title: '金额', numeric: true }];
  const rows = Array.from({ length: 5_000 }, (_, index) => [
    `SKU-${index}`,
    index % 3 === 0 ? null : `三人位布艺沙发 ${index}`,
    index % 2 === 0 ? `${index}.25` : index,
  ]);
  const file = await writeXls({ sheetName: '订单/列表', columns, rows });
  expect(file.subarray(0, 4).toString('hex')).toBe('d0cf11e0');
  const [header, ...read] = await cells(file);
  expect(header).toEqual(['型号', '名称', '金额']);
  expect(read).toEqual(rows.map((row) => row.map((cell) => (cell === null ? null : String(cell)))));
}, 20_000);

test('an .xls keeps long, wide and dangerous texts', async () => {
  const texts = ['长'.repeat(32_000), 'é'.repeat(9_000), 'x'.repeat(8_211), '=1+1', '@a', "'=b", '😀', 'a\nb'];
  const file = await writeXls({
    sheetName: 's',
    columns: [{ title: '备注' }],
    rows: texts.map((text) => [text]),
  });
  const [, ...read] = await cells(file);
  expect(read.map(([text]) => text)).toEqual(texts);
});

test('more than 5,000 rows are refused as .xls', async () => {
  const rows = Array.from({ length: 5_001 }, () => ['x']);
  await expect(writeXls({ sheetName: 's', columns: [{ title: 'a' }], rows })).rejects.toMatchObject({
    code: 'too_many_rows',
  });
});

test('an .xls of another program: dates, booleans, hidden first sheet', async () => {
  const book = utils.book_new();
  utils.book_append_sheet(book, utils.aoa_to_sheet([['secret']]), '隐藏');
  const sheet = utils.aoa_to_sheet([
    ['日期', '是否'],
    [45992.5, true],
    [null, false],
  ]);
  sheet['A2'].z = 'yyyy-mm-dd';
  utils.book_append_sheet(book, sheet, '数据');
  book.Workbook = { Sheets: [{ Hidden: 1 }, { Hidden: 0 }] };
  const file = writeWithLibrary(book, { type: 'buffer', bookType: 'biff8' }) as Buffer;
  expect(await cells(file)).toEqual([
    ['日期', '是否'],
    ['2025-12-01 12:00:00', 'TRUE'],
    [null, 'FALSE'],
  ]);
});

test('an .xls says what of it is merged, too long, wrong and elsewhere', async () => {
  const sheet = utils.aoa_to_sheet([
    ['PO', '单号'],
    ['PO-7', Number('112345678901234567')],
    [null, null],
  ]);
  sheet['B3'] = { t: 'e', v: 0x2a, w: '#N/A' };
  sheet['!merges'] = [{ s: { r: 1, c: 0 }, e: { r: 2, c: 0 } }];
  const book = utils.book_new();
  utils.book_append_sheet(book, sheet, '1月');
  utils.book_append_sheet(book, utils.aoa_to_sheet([['PO']]), '2月');
  const file = writeWithLibrary(book, { type: 'buffer', bookType: 'biff8' }) as Buffer;
  const facts = newFacts();
  const rows = await Array.fromAsync(readSheet(file, {}, { facts }));
  expect(rows.map(({ notes }) => notes?.get(1)?.kind)).toEqual([undefined, 'digits', 'error']);
  expect(facts).toMatchObject({
    sheetName: '1月',
    otherSheets: [{ name: '2月', isHidden: false }],
    merges: [{ top: 2, left: 0, bottom: 3, right: 0 }],
  });
});

test.each([
  ['UTF-8', Buffer.from('型号,数量\n沙发,2\n')],
  ['UTF-8 with a mark', Buffer.from('\ufeff型号,数量\r\n沙发,2')],
  ['UTF-16', Buffer.from('\ufeff型号\t数量\r\n沙发\t2\r\n', 'utf16le')],
  ['GB18030', Buffer.from('d0cdbac52ccafdc1bf0d0ac9b3b7a22c320d0a', 'hex')],
])('a text file in %s', async (_name, file) => {
  expect(await cells(file)).toEqual([
    ['型号', '数量'],
    ['沙发', '2'],
  ]);
});

test.each([
  ['Café,1', '436166e92c31'],
  ['José Muñoz,2', '4a6f73e9204d75f16f7a2c32'],
  ['Zoë’s 5½,3', '5a6feb927320352dbd2c33'.replace('2dbd', 'bd')],
  ['Åsa Öberg,4', 'c5736120d66265726' + '72c34'],
])('a text file of English Excel: %s', async (line, bytes) => {
  const file = Buffer.concat([Buffer.from('Name,Qty\r\n'), Buffer.from(bytes, 'hex')]);
  expect(await cells(file)).toEqual([['Name', 'Qty'], line.split(',')]);
});

test('a text file of Chinese Excel with English beside it', async () => {
  // 张三 of Wang王 in A区
  const file = Buffer.from('4e616d652c5174790d0a57616e67cdf52c41c7f80d0ad5c5c8fd2c32', 'hex');
  expect(await cells(file)).toEqual([
    ['Name', 'Qty'],
    ['Wang王', 'A区'],
    ['张三', '2'],
  ]);
});

test('quotes, line breaks, leading zeros and long numbers in a text file', async () => {
  const text = 'sku;备注;单号\r\n007;"他说 ""好""; 再见";123456789012345678\r\n\r\n"a\r\nb";\'=1+1;"x"y\r\n;;\r\n';
  expect(await Array.fromAsync(readSheet(Buffer.from(text)))).toEqual([
    { rowNumber: 1, width: 3, cells: ['sku', '备注', '单号'] },
    { rowNumber: 2, width: 3, cells: ['007', '他说 "好"; 再见', '123456789012345678'] },
    { rowNumber: 4, width: 3, cells: ['a\r\nb', '=1+1', 'xy'] },
  ]);
});

test('texts that programs write as formulas are the texts', async () => {
  const file = Buffer.from('sku,邮编\r\n="00817","=""08817"""\r\n="他说 ""好""",="a"&"b"\r\n="",x\r\n');
  expect((await cells(file)).slice(1)).toEqual([
    ['00817', '08817'],
    ['他说 "好"', '="a"&"b"'],
    [null, 'x'],
  ]);
});

test('the separator that a file declares is used and its line is no row', async () => {
  const file = Buffer.from('sep=|\r\n型号|数量,件\r\nA1|2\r\n');
  expect(await cells(file)).toEqual([
    ['型号', '数量,件'],
    ['A1', '2'],
  ]);
});

test('a long text file is read in pieces without losing or splitting anything', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'sheets-'));
  try {
    const lines = Array.from({ length: 20_000 }, (_, index) => `${index},"第 ${index} 行，""引号""",末`);
    await writeFile(join(folder, 'named.xls'), lines.join('\r\n'));
    const read = await cells(join(folder, 'named.xls'));
    expect(read).toHaveLength(20_000);
    read.forEach((row, index) => {
      if (row[1] !== `第 ${index} 行，"引号"` || row[2] !== '末') expect(row).toBe(index);
    });
  } finally {
    await rm(folder, { recursive: true });
  }
});

test('quotes that never close and bytes of no encoding are damage', async () => {
  const open = Buffer.from(`a,b\n"${'x'.repeat(40_000)}`);
  await expect(cells(open)).rejects.toMatchObject({ code: 'unreadable' });
  const bytes = Buffer.concat([Buffer.from('a,b\n'), Buffer.of(0xff, 0xff, 0xff, 0x0a)]);
  await expect(cells(bytes)).rejects.toMatchObject({ code: 'unreadable' });
});

test.each([
  ['two inch marks that make one cell of three rows', 'a,b\nx,1\nx,"5 inch\ny,1\nz,"6 inch\n'],
  ['one before cells that are all quoted', '"a","b"\n"x","1"\n"x","5 inch\n"y","1"\n'],
  ['one more at the end of a row', '"a","b"\n"x","1"\n"x","5""\n"y","1"\n'],
  ['one that nothing closes', 'a,b\nx,1\n"5 inch,2\ny,1\n'],
])('a stray quote never swallows rows: %s', async (_what, text) => {
  await expect(cells(Buffer.from(text))).rejects.toMatchObject({
    code: 'unreadable',
    message: expect.stringContaining('第 3 行的引号没有配对') as string,
  });
});

test.each([
  ['a title above', '11月订单,导出于 11-27\nsku;数量;备注\nA;1;a, b\n'],
  ['a title in quotes', '"导出\n11,月,订,单"\nsku;数量;备注\nA;1;a, b\n'],
  ['bars', 'sku|数量|备注\nA|1|a, b\n'],
])('a text file is parted by what parts its head: %s', async (_what, text) => {
  expect((await cells(Buffer.from(text))).slice(-2)).toEqual([
    ['sku', '数量', '备注'],
    ['A', '1', 'a, b'],
  ]);
});

test.each([
  ['Chinese', '型号,数量\n胡桃木圆桌,1\n床头柜', '柜'],
  ['accented letters below a Chinese head', '型号,收件人\nA,Zoë\nB,Jos', 'é'],
])(
  'UTF-8 that was cut off within a character is named by its row, never read as other letters: %s',
  async (_what, text, last) => {
    const half = Buffer.from(last).subarray(0, -1);
    const file = Buffer.concat([Buffer.from(text), half, Buffer.from('\nC,3\n')]);
    const refused = { code: 'unreadable', message: expect.stringContaining('第 3 行') as string };
    await expect(cells(file)).rejects.toMatchObject(refused);
    await expect(cells(Buffer.concat([Buffer.from('\ufeff'), file]))).rejects.toMatchObject(refused);
  },
);

test('a web archive named .xls is called a web page', async () => {
  const file = Buffer.from('MIME-Version: 1.0\r\nContent-Type: multipart/related\r\n\r\n<html>');
  await expect(cells(file)).rejects.toMatchObject({
    code: 'unsupported',
    message: expect.stringContaining('网页') as string,
  });
});
