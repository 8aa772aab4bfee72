import { expect, test } from 'vitest';
import { covers } from '#tests/spec/covers.ts';
import { byName, codesIn } from './picture-names.ts';

test('a picture is called by the code of what it shows, with or without a number behind', () => {
  covers('ours: products on sale');
  for (const [name, codes] of [
    ['A-100.jpg', ['A-100']],
    ['A-100_2.JPG', ['A-100_2', 'A-100']],
    ['A-100 (12).png', ['A-100 (12)', 'A-100']],
    ['A-100（3）.png', ['A-100（3）', 'A-100']],
    ['A-100-1.webp', ['A-100-1', 'A-100']],
    ['X-2.png', ['X-2', 'X']],
    ['落地灯.正面.png', ['落地灯.正面']],
    ['IMG_2026.jpg', ['IMG_2026']],
    ['.png', []],
  ] as const)
    expect(codesIn(name), name).toEqual(codes);
});

test('pictures of one thing keep the order of their numbers', () => {
  const names = ['A_10.jpg', 'A_2.jpg', 'A.jpg'].map((fileName) => ({ fileName }));
  expect(names.sort(byName).map(({ fileName }) => fileName)).toEqual(['A.jpg', 'A_2.jpg', 'A_10.jpg']);
});
