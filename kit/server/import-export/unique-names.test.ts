import { expect, test } from 'vitest';
import { cpuMs } from '#tests/harness/cpu-time.ts';
import { uniqueNames } from './unique-names.ts';

test('names stay in one folder, whatever is in them', () => {
  expect(uniqueNames(['../../etc/x.jpg', 'a\\b.jpg', 'c:d.jpg', '', '...'])).toEqual([
    '_.._etc_x.jpg',
    'a_b.jpg',
    'c_d.jpg',
    '_',
    '_ (2)',
  ]);
});

test('the same name is numbered, whatever its case, also where such a number was there', () => {
  expect(uniqueNames(['A.jpg', 'a.JPG', 'A (2).jpg', 'A.jpg', 'A.jpg'])).toEqual([
    'A.jpg',
    'a (2).JPG',
    'A (2) (2).jpg',
    'A (3).jpg',
    'A (4).jpg',
  ]);
});

test('thousands of one name are numbered at once', async () => {
  const ms = await cpuMs(() => {
    const names = uniqueNames(Array.from({ length: 50_000 }, () => 'image.jpg'));
    expect(names.at(-1)).toBe('image (50000).jpg');
  });
  expect(ms).toBeLessThan(5_000);
});
