import { PDFDocument } from '@cantoo/pdf-lib';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { countLabels, labelFormat } from './label-file.ts';
import { labelPage } from './label-picture.ts';

/** A picture whose upper left quarter is black. */
async function picture(width: number, height: number, format: 'png' | 'jpeg' | 'gif'): Promise<Buffer> {
  const corner = await sharp({
    create: { width: width >> 1, height: height >> 1, channels: 3, background: '#000' },
  })
    .png()
    .toBuffer();
  return sharp({ create: { width, height, channels: 3, background: '#fff' } })
    .composite([{ input: corner, left: 0, top: 0 }])
    .toFormat(format)
    .toBuffer();
}

test.each([
  ['png', 812, 1218],
  ['jpeg', 812, 1218],
  ['png', 1400, 800],
] as const)('a label as a %s of %d × %d is one page of four by six inches', async (format, width, height) => {
  const label = await labelPage(await picture(width, height, format));
  expect(labelFormat(label)).toBe('pdf');
  expect(await countLabels(label)).toBe(1);
  const page = (await PDFDocument.load(label)).getPage(0);
  expect([page.getWidth(), page.getHeight(), page.getRotation().angle]).toEqual([288, 432, 0]);
});

test.each([
  ['a small picture, which may be a logo', () => picture(300, 120, 'png')],
  ['a GIF', () => picture(812, 1218, 'gif')],
  ['a damaged picture', async () => (await picture(812, 1218, 'png')).subarray(0, 400)],
  ['a PDF', async () => Buffer.from('%PDF-1.7')],
  ['ZPL', async () => Buffer.from('^XA^FD1^FS^XZ')],
])('%s stays what it is', async (_what, make) => {
  const bytes = await make();
  expect(await labelPage(bytes)).toBe(bytes);
});
