import { PDFDocument, degrees } from '@cantoo/pdf-lib';
import { expect, test } from 'vitest';
import { countPages, mergeGroups, splitPages } from './label-pages.ts';
import { drawLabelPdf } from './label-drawing.ts';
import { printedText } from './printed-text.ts';

async function labels(...texts: string[]): Promise<Uint8Array> {
  const drawn = await drawLabelPdf({
    widthMm: 100,
    heightMm: 150,
    labels: texts.map((text) => ({ lines: [{ text }] })),
  });
  return drawn.bytes;
}

const merge = async (parts: readonly Uint8Array[]): Promise<Uint8Array> =>
  (await mergeGroups(parts.map((part) => [part]))).bytes ?? new Uint8Array();

const texts = async (bytes: Uint8Array) => (await printedText(bytes)).map((page) => page.join(''));

test('a PDF is split into its pages and merged in the order given', async () => {
  const parts = await splitPages(await labels('甲', '乙', '丙'));
  expect(await Promise.all(parts.map(texts))).toEqual([['甲'], ['乙'], ['丙']]);
  const [first, second, third] = parts as [Uint8Array, Uint8Array, Uint8Array];
  const merged = await merge([third, await labels('丁', '戊'), first, second]);
  expect(await countPages(merged)).toBe(5);
  expect(await texts(merged)).toEqual(['丙', '丁', '戊', '甲', '乙']);
});

test('size and rotation of each page survive', async () => {
  const source = await PDFDocument.create();
  source.addPage([288, 432]).setRotation(degrees(90));
  source.addPage([612, 792]);
  const parts = await splitPages(await source.save());
  const pages = await Promise.all(parts.map(async (part) => (await PDFDocument.load(part)).getPage(0)));
  expect(pages.map((page) => [page.getWidth(), page.getHeight(), page.getRotation().angle])).toEqual([
    [288, 432, 90],
    [612, 792, 0],
  ]);
});

test('a PDF locked with an empty password opens, one with a real password is refused', async () => {
  const locked = async (userPassword: string) => {
    const document = await PDFDocument.load(await labels('锁'));
    document.encrypt({ userPassword, ownerPassword: 'owner' });
    return document.save({ useObjectStreams: false });
  };
  expect(await texts(await merge([await locked('')]))).toEqual(['锁']);
  await expect(countPages(await locked('secret'))).rejects.toMatchObject({ code: 'encrypted' });
});

test('what is no PDF, or a damaged one, is refused with a Chinese message', async () => {
  const whole = await labels('甲', '乙');
  const refused: [Uint8Array, string][] = [
    [Buffer.from('^XA^FO50,50^XZ'), 'not_pdf'],
    [Buffer.from('<html>%PD</html>'), 'not_pdf'],
    [new Uint8Array(), 'not_pdf'],
    [Buffer.from('%PDF-1.7\nnothing else'), 'damaged'],
    [whole.subarray(0, Math.floor(whole.length / 3)), 'damaged'],
    [whole.subarray(0, 900), 'damaged'],
  ];
  for (const [bytes, code] of refused) {
    await expect(countPages(bytes)).rejects.toMatchObject({
      code,
      message: expect.stringMatching(/[\u4e00-\u9fff]/) as string,
    });
  }
});

test('a group with a file that cannot be read is left out whole and named, the others stay', async () => {
  const broken = Buffer.from('%PDF-1.7\nnothing else');
  const groups = [[await labels('甲', '乙')], [await labels('丙'), broken], [await labels('丁')]];
  const { bytes, faults } = await mergeGroups(groups);
  expect(await texts(bytes ?? broken)).toEqual(['甲', '乙', '丁']);
  expect([...faults].map(([at, { code }]) => [at, code])).toEqual([[1, 'damaged']]);
  expect(await mergeGroups([[broken]])).toMatchObject({ bytes: null });
  expect(await mergeGroups([])).toMatchObject({ bytes: null });
});
