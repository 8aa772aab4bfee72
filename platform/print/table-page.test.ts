import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { countPages } from './label-pages.ts';
import { printedText } from './printed-text.ts';
import { drawTablePdf } from './table-page.ts';
import type { TablePage } from './table-page.ts';

const RARE_FONT = fileURLToPath(new URL('./fixtures/rare-characters.ttf', import.meta.url));
const LONG_NAME = '北欧简约实木床头柜（胡桃木色，双抽屉带锁，含安装工具包与防倾倒固定件，适用于卧室、书房、客厅）';

function paper(rows: number, overrides: Partial<TablePage> = {}): TablePage {
  return {
    title: '发货明细',
    headerFields: [
      { label: '单号', value: 'SH2611210001' },
      { label: '收货人', value: 'Łukasz Nguyễn 王玥喆' },
      { label: '备注', value: '' },
    ],
    columns: [
      { title: '型号', width: 2 },
      { title: '名称', width: 3 },
      { title: '数量', width: 1, align: 'right' },
    ],
    rows: Array.from({ length: rows }, (_, index) => [`SKU-${index}`, LONG_NAME, `${index + 1}`]),
    footer: '请当面点清',
    ...overrides,
  };
}

test('60 rows run over pages that repeat the header and are numbered', async () => {
  const printed = await drawTablePdf(paper(60, { barcodeText: 'SH2611210001' }));
  const pages = await printedText(printed.bytes);
  expect(printed.pages).toBe(pages.length);
  expect(await countPages(printed.bytes)).toBe(printed.pages);
  expect(printed.pages).toBeGreaterThan(2);
  pages.forEach((lines, index) => {
    expect(lines).toContain('型号');
    expect(lines).toContain(`第 ${index + 1} / ${pages.length} 页`);
    expect(lines).toContain('请当面点清');
    expect(lines).toContain('SH2611210001');
  });
  const all = pages.flat();
  for (let index = 0; index < 60; index += 1) expect(all).toContain(`SKU-${index}`);
  expect(printed.missingGlyphs).toEqual([]);
  expect(printed.bytes.length).toBeLessThan(120_000);
});

test('a long Chinese name is wrapped, nothing of it is lost, punctuation starts no line', async () => {
  const printed = await drawTablePdf(paper(1));
  const [lines = []] = await printedText(printed.bytes);
  const from = lines.findIndex((line) => line.startsWith('北欧'));
  const wrapped: string[] = [];
  for (let index = from; wrapped.join('').length < LONG_NAME.length; index += 1) {
    wrapped.push(lines[index] ?? '');
  }
  expect(wrapped.length).toBeGreaterThan(1);
  expect(wrapped.join('')).toBe(LONG_NAME);
  for (const line of wrapped) expect(line).not.toMatch(/^[，、）。]/);
});

test('a field without a value is left out, one of several lines is whole', async () => {
  const address =
    '1234 West Martin Luther King Junior Boulevard, Apartment 56B, San Francisco, California 94110-1234, United States';
  const content = paper(1, {
    headerFields: [
      { label: '备注', value: '' },
      { label: '地址', value: address },
    ],
  });
  const [lines = []] = await printedText((await drawTablePdf(content)).bytes);
  expect(lines.join('\n')).not.toContain('备注');
  expect(lines.join(' ').replace(/\s+/g, ' ')).toContain(address);
});

test('no rows say so; a row higher than a page goes on over the next', async () => {
  const none = await printedText((await drawTablePdf(paper(0))).bytes);
  expect(none.flat()).toContain('（无明细）');

  const text = Array.from({ length: 3_000 }, (_, index) => `词${index}`).join('，');
  const printed = await drawTablePdf(paper(0, { rows: [['SKU-1', text, '1']], totalRow: ['合计', '', '1'] }));
  expect(printed.pages).toBeGreaterThan(2);
  const all = (await printedText(printed.bytes)).flat();
  expect(all.join('')).toContain('词2999');
  expect(all).toContain('合计');
});

test('several papers in one PDF count their own pages', async () => {
  const { bytes } = await drawTablePdf([paper(60), paper(1, { title: '第二张' })]);
  const pages = await printedText(bytes);
  expect(pages[0]).toContain(`第 1 / ${pages.length - 1} 页`);
  expect(pages.at(-1)).toContain('第 1 / 1 页');
  expect(pages.at(-1)).toContain('第二张');
});

test('characters outside the subset: reported, or taken from the configured font', async () => {
  const content = paper(1, { title: '龘野㛃' });
  const without = await drawTablePdf(content);
  expect(without.missingGlyphs).toEqual(['龘', '㛃']);
  expect((await printedText(without.bytes))[0]?.[0]).toBe('〓野〓');

  const fallback = { path: RARE_FONT };
  const withFont = await drawTablePdf(content, { fallbackFont: fallback });
  expect(withFont.missingGlyphs).toEqual([]);
  expect((await printedText(withFont.bytes))[0]?.slice(0, 3)).toEqual(['龘', '野', '㛃']);

  await expect(drawTablePdf(content, { fallbackFont: { path: '/nonexistent.ttf' } })).rejects.toMatchObject({
    code: 'font_unusable',
  });
});

test('the licence of the fonts travels with them', async () => {
  for (const name of ['OFL-NotoSansSC.txt', 'OFL-NotoSans.txt']) {
    const text = await readFile(new URL(`./fonts/${name}`, import.meta.url), 'utf8');
    expect(text).toContain('SIL OPEN FONT LICENSE Version 1.1');
  }
});

test('while a long paper is drawn others have their turn', async () => {
  let turns = 0;
  const clock = setInterval(() => (turns += 1), 1);
  await drawTablePdf(paper(500));
  clearInterval(clock);
  expect(turns).toBeGreaterThan(10);
});
