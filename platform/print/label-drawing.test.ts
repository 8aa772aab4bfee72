import { PDFDocument } from '@cantoo/pdf-lib';
import { expect, test } from 'vitest';
import { drawLabelPdf } from './label-drawing.ts';
import { MM } from './pdf-document.ts';
import { printedText } from './printed-text.ts';

test('a label of 100 × 150 mm per box, with its lines and barcode text', async () => {
  const labels = [1, 2, 3].map((box) => ({
    lines: [
      { text: `LAX1 ${box}/3`, size: 34, bold: true, rule: true },
      { label: '型号', text: 'WF-SOFA-3SEAT' },
    ],
    barcodeText: `BX2611210001-${box}`,
    qrText: 'https://example.com/中文',
  }));
  const printed = await drawLabelPdf({ widthMm: 100, heightMm: 150, labels });
  expect(printed).toMatchObject({ pages: 3, clipped: 0, missingGlyphs: [] });
  const pages = await printedText(printed.bytes);
  pages.forEach((lines, index) => {
    expect(lines).toEqual(
      expect.arrayContaining([`LAX1 ${index + 1}/3`, '型号：', 'WF-SOFA-3SEAT', `BX2611210001-${index + 1}`]),
    );
  });
  const [page] = (await PDFDocument.load(printed.bytes)).getPages();
  expect(page?.getWidth()).toBeCloseTo(100 * MM, 1);
  expect(page?.getHeight()).toBeCloseTo(150 * MM, 1);
});

test('too much text is set smaller; far too much is cut and counted', async () => {
  const lines = (count: number) => Array.from({ length: count }, (_, index) => ({ text: `第 ${index} 行`, size: 14 }));
  const full = await drawLabelPdf({
    widthMm: 100,
    heightMm: 150,
    lines: lines(30),
    barcodeText: 'B1',
  });
  expect(full.clipped).toBe(0);
  expect((await printedText(full.bytes))[0]).toContain('第 29 行');
  const over = await drawLabelPdf({
    widthMm: 100,
    heightMm: 150,
    lines: lines(90),
    barcodeText: 'B1',
  });
  expect(over.clipped).toBe(1);
  expect((await printedText(over.bytes))[0]).not.toContain('第 89 行');
});

test('a barcode that could not be scanned is refused', async () => {
  const label = (barcodeText: string, widthMm = 100) => drawLabelPdf({ widthMm, heightMm: 60, lines: [], barcodeText });
  await expect(label('箱 1')).rejects.toMatchObject({ code: 'barcode_text' });
  await expect(label('')).rejects.toMatchObject({ code: 'barcode_text' });
  await expect(label('BX2611210001-THE-VERY-LONG-NUMBER', 40)).rejects.toMatchObject({
    code: 'barcode_too_long',
  });
});
