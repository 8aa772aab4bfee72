import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { drawnJpeg, painted, unfoldWebp, type Colour } from '#tests/harness/drawn-pictures.ts';
import { gif, png as undrawnPng } from '#tests/harness/pictures.ts';
import { covers } from '#tests/spec/covers.ts';
import { encodePng } from '../../../db/seed/png.ts';
import { removeRenditions } from './rendition-files.ts';
import { createRenditions } from './renditions.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'renditions-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

// However slow the machine: what comes of a picture is asked here, not how soon.
const renditions = createRenditions(50_000);
let drawn = 0;
function stored(bytes: Buffer): string {
  drawn += 1;
  const path = join(folder, `picture-${drawn}`);
  writeFileSync(path, bytes);
  return path;
}

const RED: Colour = [220, 30, 40, 255];
const BLUE: Colour = [20, 60, 200, 255];
const CLEAR: Colour = [0, 255, 0, 0];
const png = (width: number, height: number, paint: (x: number, y: number) => Colour): Buffer => {
  const pixels = painted(width, height, paint);
  return encodePng(pixels);
};

async function seen(path: string, side: 160 | 480): Promise<Awaited<ReturnType<typeof unfoldWebp>>> {
  const found = await renditions.of(path, side);
  if (!Buffer.isBuffer(found)) throw new Error(`no picture but ${found}`);
  return unfoldWebp(found);
}

const colourAt = (
  { data, width, height }: { data: Uint8ClampedArray; width: number; height: number },
  x: number,
  y: number,
): number[] => {
  const at = (Math.floor(y * height) * width + Math.floor(x * width)) * 4;
  return [...data.subarray(at, at + 4)];
};
const near = (colour: readonly number[], expected: readonly number[]): void => {
  for (const [part, value] of expected.entries())
    expect(Math.abs((colour[part] ?? 0) - value), String(colour)).toBeLessThan(16);
};

test('a picture comes small in both sizes, in its shape and colours, and is made once', async () => {
  covers('ours: small pictures');
  const path = stored(png(960, 480, (x) => (x < 480 ? RED : BLUE)));
  const [small, large] = [await seen(path, 160), await seen(path, 480)];
  expect([small.width, small.height, large.width, large.height]).toEqual([160, 80, 480, 240]);
  for (const one of [small, large]) {
    near(colourAt(one, 0.2, 0.5), RED);
    near(colourAt(one, 0.8, 0.5), BLUE);
  }
  rmSync(path);
  expect((await seen(path, 160)).width).toBe(160);
});

test('a small picture is not made larger, and what is see-through stays so', async () => {
  const [icon, mixed] = await Promise.all([
    seen(stored(png(40, 20, (x) => (x < 20 ? RED : CLEAR))), 480),
    seen(stored(png(320, 160, (x) => (x % 2 === 0 ? RED : CLEAR))), 160),
  ]);
  expect([icon.width, icon.height]).toEqual([40, 20]);
  near(colourAt(icon, 0.2, 0.5), RED);
  expect(colourAt(icon, 0.8, 0.5)[3]).toBe(0);
  // A colour nobody sees does not run into the ones beside it.
  near(colourAt(mixed, 0.5, 0.5), [220, 30, 40, 128]);
});

test('a photo stands upright, however the camera was held', async () => {
  const photo = await drawnJpeg(
    painted(800, 400, (x) => (x < 400 ? RED : BLUE)),
    6,
  );
  // A second view behind the first, as phones write it.
  const double = Buffer.concat([photo, await drawnJpeg(painted(8, 8, () => BLUE))]);
  const [upright, first] = await Promise.all([seen(stored(photo), 160), seen(stored(double), 160)]);
  expect([upright.width, upright.height]).toEqual([80, 160]);
  near(colourAt(upright, 0.5, 0.2), RED);
  near(colourAt(upright, 0.5, 0.8), BLUE);
  expect(first.width).toBe(80);
});

test('what a camera, a scanner or a press has drawn comes in the colours of screens', async () => {
  const { data, width, height } = painted(400, 200, () => [200, 200, 200, 255]);
  const drawn = sharp(data, { raw: { width, height, channels: 4 } });
  const all = await Promise.all([
    drawn.clone().greyscale().jpeg().toBuffer(),
    drawn.clone().toColourspace('cmyk').jpeg().toBuffer(),
    drawn.clone().toColourspace('rgb16').png().toBuffer(),
    drawn.clone().png({ palette: true, progressive: true }).toBuffer(),
    drawn.clone().webp().toBuffer(),
  ]);
  // Asked for at once: a process for each of them would take longer than its picture.
  const shown = await Promise.all(all.map((bytes) => seen(stored(bytes), 160)));
  for (const one of shown) near(colourAt(one, 0.5, 0.5), [200, 200, 200, 255]);
});

test('what cannot be made smaller is tried once, and costs nobody else anything', async () => {
  const whole = png(300, 300, () => RED);
  const bad = [
    undrawnPng(640, 480),
    // Claims more than anybody unfolds.
    undrawnPng(30_000, 30_000),
    gif(40, 30),
    whole.subarray(0, -20),
    Buffer.from('no picture'),
    Buffer.alloc(0),
  ].map(stored);
  const good = stored(whole);
  const answers = await Promise.all([...bad, good].map((path) => renditions.of(path, 160)));
  expect(answers.slice(0, -1)).toEqual(bad.map(() => 'none'));
  expect(Buffer.isBuffer(answers.at(-1))).toBe(true);
  for (const path of bad) {
    // Not looked into again, even where it could be now.
    writeFileSync(path, whole);
    expect(await renditions.of(path, 480)).toBe('none');
  }
});

test('nothing stays behind of a picture that is gone', async () => {
  const path = stored(png(300, 300, () => RED));
  await renditions.of(path, 160);
  rmSync(path);
  await removeRenditions(path);
  expect(readdirSync(folder).filter((name) => path.endsWith(name.split('.')[0] ?? ''))).toEqual([]);
  // Gone before it was looked at, and while it is waited for.
  const late = stored(png(300, 300, () => RED));
  const request = renditions.of(late, 160);
  rmSync(late);
  await request;
  await renditions.of(stored(png(8, 8, () => RED)), 160);
  expect(existsSync(`${late}.w160`)).toBe(false);
  expect(await renditions.of(join(folder, 'never'), 160)).toBe('lost');
});

test('many looks at once are one piece of work', async () => {
  const path = stored(png(600, 600, (x, y) => [x % 256, y % 256, 90, 255]));
  const looks = await Promise.all(Array.from({ length: 40 }, (_, at) => renditions.of(path, at % 2 === 0 ? 160 : 480)));
  expect(new Set(looks.map((look) => look.toString('base64'))).size).toBe(2);
});
