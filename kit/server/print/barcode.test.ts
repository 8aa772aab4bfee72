import { expect, test } from 'vitest';
import { code128Png, qrPng } from './barcode.ts';

const size = (png: Buffer) => ({ width: png.readUInt32BE(16), height: png.readUInt32BE(20) });

test('a Code 128 is a PNG as wide as its modules and quiet zones', async () => {
  const png = await code128Png('BX2611210001', { scale: 2, heightMm: 10 });
  expect(png.subarray(1, 4).toString()).toBe('PNG');
  // Start, B, X, switch to digits, five pairs, check: 10 × 11 modules, stop 13, quiet zones 20.
  expect(size(png).width).toBe((10 * 11 + 13 + 20) * 2);
});

test('a QR code is a square PNG; the same text gives the same picture', async () => {
  const [first, second] = await Promise.all([
    qrPng('https://example.com/箱'),
    qrPng('https://example.com/箱'),
  ]);
  expect(size(first).width).toBe(size(first).height);
  expect(first.equals(second)).toBe(true);
});

test('what the codes cannot carry is refused', async () => {
  await expect(code128Png('箱')).rejects.toMatchObject({ code: 'barcode_text' });
  await expect(code128Png('x'.repeat(81))).rejects.toMatchObject({ code: 'barcode_text' });
  await expect(qrPng('')).rejects.toMatchObject({ code: 'barcode_text' });
  await expect(qrPng('x'.repeat(1_201))).rejects.toMatchObject({ code: 'barcode_text' });
});
