import bwip from 'bwip-js';
import type { Pdf } from './pdf-document.ts';
import { MM } from './pdf-document.ts';
import { PrintError } from './print-error.ts';

type BarcodeBox = {
  /** Points from the top left of the page; the quiet zones lie inside the box. */
  x: number;
  y: number;
  width: number;
  height: number;
};

const MAX_CODE128 = 80;
const MAX_QR_BYTES = 1_200;
/** Narrower bars are not read reliably from a thermal print of 203 dpi. */
const MIN_MODULE = 0.19 * MM;
const THERMAL_DOT = (25.4 / 203) * MM;
/** A short text would otherwise get bars too coarse for hand scanners up close. */
const MAX_DOTS = 5;
const QUIET_MODULES = 10;
const QR_QUIET_MODULES = 4;

/**
 * Draws a Code 128 as bars, sharp at any resolution, centred in its box. Modules are whole dots of
 * a 203 dpi label printer where the box allows. Throws PrintError `barcode_text` or
 * `barcode_too_long`.
 */
export function drawCode128(pdf: Pdf, text: string, box: BarcodeBox): void {
  checkCode128(text);
  const widths = linearModules(text);
  const modules = widths.reduce((sum, width) => sum + width, 0);
  const available = box.width / (modules + 2 * QUIET_MODULES);
  if (available < MIN_MODULE) {
    throw new PrintError('barcode_too_long', `条码内容过长，无法在此宽度打印：${text}`);
  }
  const dots = Math.floor(available / THERMAL_DOT);
  const module = dots >= 2 ? Math.min(dots, MAX_DOTS) * THERMAL_DOT : available;
  let x = box.x + (box.width - modules * module) / 2;
  pdf.doc.fillColor('#000000');
  widths.forEach((width, index) => {
    if (index % 2 === 0) pdf.doc.rect(x, box.y, width * module, box.height);
    x += width * module;
  });
  pdf.doc.fill();
}

/** Draws a QR code (error correction M) as a square of `size` points, quiet zone included. */
export function drawQr(pdf: Pdf, text: string, at: { x: number; y: number; size: number }): void {
  checkQr(text);
  const [symbol] = bwip.raw({ bcid: 'qrcode', text });
  if (!symbol || !('pixs' in symbol)) throw new PrintError('barcode_text', '二维码无法生成');
  const side = symbol.pixx;
  const module = at.size / (side + 2 * QR_QUIET_MODULES);
  const origin = QR_QUIET_MODULES * module;
  pdf.doc.fillColor('#000000');
  for (let row = 0; row < side; row += 1) {
    for (let start = 0; start < side; start += 1) {
      if (!symbol.pixs[row * side + start]) continue;
      let end = start;
      while (end < side && symbol.pixs[row * side + end]) end += 1;
      // Neighbouring squares are drawn as one, or viewers show hairlines between them.
      const left = at.x + origin + start * module;
      pdf.doc.rect(left, at.y + origin + row * module, (end - start) * module, module);
      start = end;
    }
  }
  pdf.doc.fill();
}

/** Widths of bar, space, bar … in modules. */
function linearModules(text: string): number[] {
  const [symbol] = bwip.raw('code128', text, {});
  if (!symbol || !('sbs' in symbol)) throw new PrintError('barcode_text', '条码无法生成');
  return symbol.sbs;
}

function checkCode128(text: string): void {
  if (!/^[\x20-\x7e]+$/.test(text) || text.length > MAX_CODE128) {
    throw new PrintError('barcode_text', `条码只能包含 1–${MAX_CODE128} 个英文、数字和符号`);
  }
}

function checkQr(text: string): void {
  if (text === '' || Buffer.byteLength(text) > MAX_QR_BYTES) {
    throw new PrintError('barcode_text', `二维码内容不能为空，且不超过 ${MAX_QR_BYTES} 字节`);
  }
}
