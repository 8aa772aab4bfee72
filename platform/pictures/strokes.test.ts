import sharp from 'sharp';
import { expect, test } from 'vitest';
import { strokesPng } from './strokes.ts';

test('lines are black on white where they were drawn', async () => {
  const png = strokesPng([[10, 10, 50, 10]], 60, 20);
  const { data, info } = await sharp(png).greyscale().raw().toBuffer({ resolveWithObject: true });
  expect([info.width, info.height]).toEqual([60, 20]);
  const at = (x: number, y: number): number | undefined => data[(y * 60 + x) * info.channels];
  expect([at(10, 10), at(30, 10), at(50, 10), at(30, 3)]).toEqual([0, 0, 0, 255]);
});

test('what leaves the picture is cut off', () => {
  expect(() => strokesPng([[-50, -50, 500, 500], [], [3]], 20, 20)).not.toThrow();
});
