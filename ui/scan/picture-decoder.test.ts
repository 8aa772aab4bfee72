import bwip from 'bwip-js/node';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { createPictureDecoder, type Pixels } from './picture-decoder.ts';

/** A code as it stands on a box: in the middle of a picture, turned by some degrees. */
async function pictureOf(bcid: string, text: string, turned = 0): Promise<Pixels> {
  const code = await bwip.toBuffer({
    bcid,
    text,
    scale: 3,
    backgroundcolor: 'FFFFFF',
    padding: 12,
  });
  const upright = sharp(code).rotate(turned, { background: '#d8d2c4' });
  const { data, info } = await sharp(await upright.png().toBuffer())
    .extend({ top: 60, bottom: 60, left: 40, right: 40, background: '#d8d2c4' })
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { data: new Uint8ClampedArray(data), width: info.width, height: info.height };
}

const decode = createPictureDecoder();

test.each([
  ['code128', 'BX26112400003', 0],
  ['code128', '1Z999AA10123456784', 90],
  ['code128', 'BX26112400003', 4],
  ['ean13', '4006381333931', 0],
  ['upca', '036000291452', 180],
  ['qrcode', 'WB-LMP-PEBB-TBL', 30],
] as const)('%s %s turned by %d° is read', async (bcid, text, turned) => {
  expect(decode(await pictureOf(bcid, text, turned))).toBe(text);
});

test('a picture without a code says nothing', () => {
  const data = new Uint8ClampedArray(320 * 240 * 4).fill(128);
  expect(decode({ data, width: 320, height: 240 })).toBeNull();
});
