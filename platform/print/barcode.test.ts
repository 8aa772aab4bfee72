import { expect, test } from 'vitest';
import { drawCode128, drawQr } from './barcode.ts';
import type { Pdf } from './pdf-document.ts';

interface Bar {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** What is drawn, instead of a document to draw on. */
function drawn(draw: (pdf: Pdf) => void): Bar[] {
  const bars: Bar[] = [];
  const doc = {
    fillColor: () => doc,
    rect: (x: number, y: number, width: number, height: number) => void bars.push({ x, y, width, height }),
    fill: () => doc,
  };
  draw({ doc } as unknown as Pdf);
  return bars;
}

const BOX = { x: 10, y: 20, width: 288, height: 40 };

test('a Code 128 stands centred in its box, its quiet zones kept, in whole dots of a label printer', () => {
  const bars = drawn((pdf) => drawCode128(pdf, 'BX2611210001', BOX));
  const [first, last] = [bars[0] as Bar, bars.at(-1) as Bar];
  // Start, B, X, switch to digits, five pairs, check: 10 × 11 modules and stop 13.
  const modules = 10 * 11 + 13;
  const module = (last.x + last.width - first.x) / modules;
  expect(first.x - BOX.x).toBeCloseTo(BOX.x + BOX.width - (last.x + last.width), 6);
  expect(first.x - BOX.x).toBeGreaterThanOrEqual(10 * module);
  const dots = module / ((25.4 / 203) * (72 / 25.4));
  expect(dots).toBeCloseTo(Math.round(dots), 6);
  expect(bars.every(({ y, height }) => y === BOX.y && height === BOX.height)).toBe(true);
});

test('a QR code fills its square but for the quiet zone; the same text gives the same picture', () => {
  const draw = () => drawn((pdf) => drawQr(pdf, 'https://example.com/箱', { x: 0, y: 0, size: 100 }));
  const squares = draw();
  const module = Math.min(...squares.map(({ height }) => height));
  const [left, right] = [Math.min(...squares.map(({ x }) => x)), Math.max(...squares.map(({ x, width }) => x + width))];
  expect(left).toBeCloseTo(4 * module, 6);
  expect(right).toBeCloseTo(100 - 4 * module, 6);
  expect(draw()).toEqual(squares);
});

test('what the codes cannot carry is refused', () => {
  const code = (text: string) => () => drawn((pdf) => drawCode128(pdf, text, BOX));
  const qr = (text: string) => () => drawn((pdf) => drawQr(pdf, text, { x: 0, y: 0, size: 100 }));
  expect(code('箱')).toThrow(expect.objectContaining({ code: 'barcode_text' }));
  expect(code('x'.repeat(81))).toThrow(expect.objectContaining({ code: 'barcode_text' }));
  expect(code('x'.repeat(80))).toThrow(expect.objectContaining({ code: 'barcode_too_long' }));
  expect(qr('')).toThrow(expect.objectContaining({ code: 'barcode_text' }));
  expect(qr('x'.repeat(1_201))).toThrow(expect.objectContaining({ code: 'barcode_text' }));
});
