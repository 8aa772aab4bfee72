import { once } from 'node:events';
import { PassThrough, Writable } from 'node:stream';
import { expect, test } from 'vitest';
import { readSheet } from './sheet-reader.ts';
import type { SheetRow } from './sheet-limits.ts';
import { writeXlsx } from './xlsx-writer.ts';
import type { SheetCell, XlsxSheet } from './xlsx-writer.ts';

async function xlsxBytes(sheet: XlsxSheet): Promise<Buffer> {
  const chunks: Buffer[] = [];
  const out = new Writable({
    write(chunk: Buffer, _encoding, done) {
      chunks.push(Buffer.from(chunk));
      done();
    },
  });
  await writeXlsx(out, sheet);
  return Buffer.concat(chunks);
}

async function allRows(file: Buffer): Promise<SheetRow[]> {
  return Array.fromAsync(readSheet(file));
}

const column = (title: string) => ({ title });

test('20,000 rows × 20 columns come back as they were written', async () => {
  const columns = Array.from({ length: 20 }, (_, index) => column(`列 ${index + 1}`));
  const cell = (row: number, index: number): SheetCell => {
    if ((row + index) % 11 === 0) return null;
    if (index % 5 === 0) return row * index;
    return index % 3 === 0 ? `实木床头柜 ${row} <${index}> & “两件装”` : `SKU-${row}-${index}`;
  };
  async function* rows() {
    for (let row = 0; row < 20_000; row += 1) yield columns.map((_, index) => cell(row, index));
  }
  const file = await xlsxBytes({ sheetName: '订单', columns, rows: rows() });

  let checked = 0;
  for await (const { rowNumber, cells } of readSheet(file)) {
    if (rowNumber === 1) {
      expect(cells).toEqual(columns.map(({ title }) => title));
      continue;
    }
    const written = columns.map((_, index) => cell(rowNumber - 2, index));
    const same = written.every((value, index) => (value === null ? null : String(value)) === (cells[index] ?? null));
    if (!same) expect(cells).toEqual(written);
    checked += 1;
  }
  expect(checked).toBe(20_000);
}, 30_000);

test('J9: text that looks like a formula is stored harmless and read back exactly', async () => {
  const texts = ['=1+1', '+86 138', '-5', '@name', '\tx', '\rx', "'=already", "''=twice", "'plain", '-', 'a=b'];
  const file = await xlsxBytes({
    sheetName: 's',
    columns: [column('=cmd()')],
    rows: texts.map((text) => [text]),
  });
  const xml = await sheetXml(file);
  for (const stored of xml.matchAll(/<t[^>]*>([^<]*)</g)) {
    expect(stored[1]).not.toMatch(/^(?:[=+\-@\t\r]|&#13;)/);
  }
  const [header, ...rows] = await allRows(file);
  expect(header?.cells).toEqual(['=cmd()']);
  expect(rows.map(({ cells }) => cells[0])).toEqual(texts);
});

test('special characters survive, characters that XML cannot carry are dropped', async () => {
  const retained = ['床垫 12″ – Größe', '😀𠮷', 'a\r\nb\nc', '  edge  ', '_x000D_', '<b>&amp;</b>"', ']]>'];
  const file = await xlsxBytes({
    sheetName: '[非法]:名*称?/',
    columns: [column('值')],
    rows: [...retained, 'a\u0000b\u0007c\ud800d\uffff'].map((text) => [text]),
  });
  const [, ...rows] = await allRows(file);
  expect(rows.map(({ cells }) => cells[0])).toEqual([...retained, 'abcd']);
});

test('numbers: number cells, exact decimals of numeric columns, long digits kept as text', async () => {
  const file = await xlsxBytes({
    sheetName: 's',
    columns: [column('文本'), { title: '金额', numeric: true }],
    rows: [
      [0.1 + 0.2, '-12.50'],
      ['007', '1234567890123456.78'],
      [1e21, '1e5'],
      [Number.NaN, '0.0001'],
    ],
  });
  const xml = await sheetXml(file);
  expect(xml).toContain('<c r="B2"><v>-12.50</v></c>');
  expect(xml).toContain('<c r="B3" s="2" t="inlineStr">');
  const [, ...rows] = await allRows(file);
  expect(rows.map(({ cells }) => cells)).toEqual([
    ['0.3', '-12.50'],
    ['007', '1234567890123456.78'],
    ['1000000000000000000000', '1e5'],
    ['NaN', '0.0001'],
  ]);
});

test('a text longer than a cell can hold is cut and counted', async () => {
  const out = new PassThrough();
  out.resume();
  const result = await writeXlsx(out, {
    sheetName: 's',
    columns: [column('备注')],
    rows: [['长'.repeat(40_000)], ['短']],
  });
  expect(result).toEqual({ rows: 2, truncatedCells: 1 });
});

test('a slow reader holds the writer back', async () => {
  const out = new PassThrough({ highWaterMark: 16 * 1024 });
  let produced = 0;
  async function* rows() {
    for (; produced < 20_000; produced += 1) yield Array.from({ length: 20 }, () => randomText());
  }
  let seed = 42;
  function randomText(): string {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
    return seed.toString(36);
  }
  const columns = Array.from({ length: 20 }, (_, index) => column(`c${index}`));
  const writing = writeXlsx(out, { sheetName: 's', columns, rows: rows() });
  await once(out, 'readable');
  let before = -1;
  while (before !== produced) {
    before = produced;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  expect(produced).toBeLessThan(5_000);
  out.resume();
  expect((await writing).rows).toBe(20_000);
}, 20_000);

test('writing to a destination that fails rejects with its error', async () => {
  const out = new Writable({
    write(_chunk, _encoding, done) {
      done(new Error('disk full'));
    },
  });
  await expect(writeXlsx(out, { sheetName: 's', columns: [column('a')], rows: [['x']] })).rejects.toThrow('disk full');
});

async function sheetXml(file: Buffer): Promise<string> {
  const { unzipSync, strFromU8 } = await import('fflate');
  const part = unzipSync(file)['xl/worksheets/sheet1.xml'];
  return part ? strFromU8(part) : '';
}
