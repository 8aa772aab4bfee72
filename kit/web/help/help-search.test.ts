import { expect, test } from 'vitest';
import { findChapters, plainText } from './help-search.ts';

const CHAPTERS = [
  {
    file: 'a.md',
    title: '待处理',
    text: '# 待处理\n\n点「接单」。缺货的订单会挂起，见[库存](stock.md)。',
  },
  { file: 'b.md', title: '库存', text: '# 库存\n\n可用量 = 在库 − 预占。![图](x.png)' },
  {
    file: 'c.md',
    title: '调整单',
    text: '# 调整单\n\n盘亏时填负数，过账后改变库存。SKU 要先建好。',
  },
];

test('a chapter named by the word comes before those that only use it', () => {
  expect(findChapters(CHAPTERS, '库存').map(({ file }) => file)).toEqual(['b.md', 'a.md', 'c.md']);
});

test('every word must stand in the chapter, in whatever case', () => {
  expect(findChapters(CHAPTERS, '库存 sku').map(({ file }) => file)).toEqual(['c.md']);
  expect(findChapters(CHAPTERS, '库存 发票')).toEqual([]);
});

test('nothing typed finds nothing', () => {
  expect(findChapters(CHAPTERS, '  ')).toEqual([]);
});

test('the excerpt shows the word without signs of Markdown', () => {
  const long = `# 章\n\n${'前文'.repeat(60)}**关键**一句${'后文'.repeat(90)}`;
  const [hit] = findChapters([{ file: 'd.md', title: '章', text: long }], '关键');
  expect(hit?.excerpt).toMatch(/^….*关键一句.*…$/);
  expect(hit?.excerpt).not.toContain('*');
});

test('links are read by their words, pictures not at all', () => {
  expect(plainText('见[库存](stock.md)。![图](x.png)')).toBe('见库存。');
});
