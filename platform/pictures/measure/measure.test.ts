import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { drawnJpeg, painted, type Colour } from '#tests/harness/drawn-pictures.ts';
import { gif, png as undrawnPng } from '#tests/harness/pictures.ts';
import { whiteBorder } from './border.ts';
import { createMeasuring } from './measure.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'measure-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

const measuring = createMeasuring();
let drawn = 0;
function stored(bytes: Buffer): string {
  drawn += 1;
  const path = join(folder, `picture-${drawn}`);
  writeFileSync(path, bytes);
  return path;
}

const WHITE: Colour = [255, 255, 255, 255];
const RED: Colour = [220, 30, 40, 255];

test('a picture is measured as it is seen, and its border by what it is drawn on', async () => {
  const goods = painted(600, 400, (x, y) => (x > 100 && x < 500 && y > 100 && y < 300 ? RED : WHITE));
  expect(await measuring.of(stored(await drawnJpeg(goods)))).toEqual({
    width: 600,
    height: 400,
    whitePercent: 100,
  });
  const turned = await measuring.of(stored(await drawnJpeg(goods, 6)));
  expect(turned).toMatchObject({ width: 400, height: 600 });
  const room = painted(300, 300, () => RED);
  expect(await measuring.of(stored(await drawnJpeg(room)))).toMatchObject({ whitePercent: 0 });
});

test('what cannot be read is unreadable, and the next one is measured all the same', async () => {
  expect(await measuring.of(stored(undrawnPng(20, 20)))).toBe('unreadable');
  expect(await measuring.of(stored(gif(20, 20)))).toBe('unreadable');
  const fine = stored(await drawnJpeg(painted(20, 20, () => WHITE)));
  expect(await measuring.of(fine)).toMatchObject({ width: 20, whitePercent: 100 });
});

test('only the border counts', () => {
  const pixels = painted(10, 10, (x, y) => (x > 1 && x < 8 && y > 1 && y < 8 ? RED : WHITE));
  const shape = { width: 10, height: 10, channels: 4 };
  expect(whiteBorder(new Uint8Array(pixels.data), shape)).toBe(100);
  const half = painted(10, 10, (x) => (x < 5 ? RED : WHITE));
  expect(whiteBorder(new Uint8Array(half.data), shape)).toBe(50);
});
