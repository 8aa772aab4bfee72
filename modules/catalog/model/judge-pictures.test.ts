import { expect, test } from 'vitest';
import { countFaults, pictureFaults, verdictOf, type JudgedPicture, type PictureRule } from './judge-pictures.ts';

/* What channels ask of pictures (domain.md §2.1 Asset). */

const NOTHING: PictureRule = {
  name: 'Wayfair',
  leastSidePx: null,
  leastRatio: null,
  mostRatio: null,
  mostKb: null,
  formats: null,
  isWhiteMain: false,
  leastCount: null,
  needsMain: false,
};
const rule = (request: Partial<PictureRule>): PictureRule => ({ ...NOTHING, ...request });

const picture = (more: Partial<JudgedPicture> = {}): JudgedPicture => ({
  format: 'jpeg',
  bytes: 500 * 1024,
  size: { width: 2000, height: 2000, whitePercent: 100 },
  isMain: false,
  ...more,
});
const sized = (width: number, height: number, whitePercent = 100): Partial<JudgedPicture> => ({
  size: { width, height, whitePercent },
});

test('what is not asked is no fault', () => {
  expect(pictureFaults([NOTHING], picture(sized(1, 900)))).toEqual([]);
  expect(pictureFaults([], picture({ size: null }))).toEqual([]);
});

test.each([
  ['the shorter side decides', { leastSidePx: 1000 }, sized(3000, 999), '短边 999 px，至少 1000 px'],
  ['exactly the least is enough', { leastSidePx: 1000 }, sized(1000, 4000), null],
  ['exactly 2 : 1 is within 2', { mostRatio: '2.0000' }, sized(2000, 1000), null],
  ['one pixel more is not', { mostRatio: '2.0000' }, sized(2001, 1000), '宽高比 2.00，须在 不限 至 2 之间'],
  ['exactly 1 : 2 is within 0.5', { leastRatio: '0.5000' }, sized(1000, 2000), null],
  ['taller is not', { leastRatio: '0.5', mostRatio: '2' }, sized(900, 2000), '宽高比 0.45，须在 0.5 至 2 之间'],
  ['so many bytes are enough', { mostKb: 500 }, {}, null],
  ['one byte more is not', { mostKb: 500 }, { bytes: 500 * 1024 + 1 }, '大小 501 KB，最大 500 KB'],
  ['a format that is taken', { formats: ['jpeg', 'png'] }, {}, null],
  ['one that is not', { formats: ['jpeg', 'png'] }, { format: 'webp' as const }, '格式 WebP，只收 JPEG、PNG'],
  ['an empty list asks nothing', { formats: [] }, { format: 'webp' as const }, null],
  ['the main picture is on white', { isWhiteMain: true }, { isMain: true, ...sized(9, 9, 95) }, null],
  ['or not', { isWhiteMain: true }, { isMain: true, ...sized(9, 9, 94) }, '主图不是白底（边缘白色 94%）'],
  ['others may stand on anything', { isWhiteMain: true }, sized(9, 9, 0), null],
] as const)('%s', (_why, request, given, fault) => {
  const found = pictureFaults([rule(request as Partial<PictureRule>)], picture(given));
  expect(found).toEqual(fault === null ? [] : [`Wayfair：${fault}`]);
});

test('each rule says its own, in the order of the rules', () => {
  const rules = [rule({ name: 'A', leastSidePx: 3000 }), rule({ name: 'B', formats: ['png'] })];
  expect(pictureFaults(rules, picture())).toEqual(['A：短边 2000 px，至少 3000 px', 'B：格式 JPEG，只收 PNG']);
});

test('a picture that nobody can read has that one fault; a GIF is judged by what is known of it', () => {
  const rules = [rule({ leastSidePx: 1000, formats: ['png'], isWhiteMain: true })];
  expect(pictureFaults(rules, picture({ size: null }))).toEqual(['图片无法读取，可能已损坏']);
  expect(pictureFaults(rules, picture({ size: null, format: 'gif' }))).toEqual(['Wayfair：格式 GIF，只收 PNG']);
});

test('too few are counted, none at all is said as such', () => {
  const rules = [rule({ needsMain: true, leastCount: 3 }), rule({ name: 'B', leastCount: 2 })];
  expect(countFaults(rules, 0)).toEqual(['Wayfair：没有主图', 'B：图片 0 张，至少 2 张']);
  expect(countFaults(rules, 2)).toEqual(['Wayfair：图片 2 张，至少 3 张']);
  expect(countFaults(rules, 3)).toEqual([]);
});

test('a known fault weighs more than what is not read yet', () => {
  expect([verdictOf(true, true), verdictOf(false, true), verdictOf(false, false)]).toEqual(['faulty', 'waiting', 'ok']);
});
