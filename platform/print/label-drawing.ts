import { drawCode128, drawQr } from './barcode.ts';
import { createPdf, MM } from './pdf-document.ts';
import type { FallbackFont, Pdf, TextStyle } from './pdf-document.ts';
import type { PrintedPdf } from './table-page.ts';

type LabelLine = {
  text: string;
  /** Small and grey before the text. */
  label?: string;
  /** In points; default 11. */
  size?: number;
  bold?: boolean;
  align?: 'left' | 'center' | 'right';
  /** A line across the label below. */
  rule?: boolean;
};

type LabelContent = {
  lines: readonly LabelLine[];
  /** Code 128 at the bottom, over the full width, its text below it. */
  barcodeText?: string;
  /** QR code at the top right; the lines beside it are narrower. */
  qrText?: string;
};

type LabelSheet = LabelContent & { widthMm: number; heightMm: number };

const DEFAULT_SIZE = 11;
const LINE_FACTOR = 1.35;
const GRAY = '#444444';
/** Tried in turn until the lines fit. */
const FACTORS = [1, 0.95, 0.9, 0.85, 0.8, 0.75, 0.7, 0.65, 0.6, 0.55];

/**
 * Labels for a label printer, one to a page, all of one size. Text that would not fit above the
 * barcode is set smaller, all lines by the same factor, and cut only below about half its size
 * (`clipped` counts those labels). Rejects with PrintError (barcode, font).
 */
export async function drawLabelPdf(
  content: LabelSheet | { widthMm: number; heightMm: number; labels: readonly LabelContent[] },
  options: { title?: string; fallbackFont?: FallbackFont } = {},
): Promise<PrintedPdf & { clipped: number }> {
  const labels = 'labels' in content ? content.labels : [content];
  const pdf = createPdf({
    title: options.title ?? '标签',
    size: { widthMm: content.widthMm, heightMm: content.heightMm },
    fallbackFont: options.fallbackFont,
  });
  let clipped = 0;
  for (const label of labels) if (!drawLabel(pdf, label)) clipped += 1;
  return {
    bytes: await pdf.finish(),
    pages: labels.length,
    missingGlyphs: pdf.missingGlyphs(),
    clipped,
  };
}

/** Answers whether everything fitted. */
function drawLabel(pdf: Pdf, label: LabelContent): boolean {
  const { doc } = pdf;
  doc.addPage();
  const margin = Math.min(4 * MM, doc.page.width * 0.05);
  const width = doc.page.width - 2 * margin;
  let bottom = doc.page.height - margin;
  if (label.barcodeText !== undefined) {
    bottom = drawBottomBarcode(pdf, label.barcodeText, margin, bottom, width) - 6;
  }
  const qrSize = label.qrText === undefined ? 0 : Math.min(26 * MM, width * 0.4);
  if (label.qrText !== undefined) {
    const at = { x: doc.page.width - margin - qrSize, y: margin, size: qrSize };
    drawQr(pdf, label.qrText, at);
  }
  const area: LabelArea = { left: margin, top: margin, width, bottom, qrSize };
  for (const factor of FACTORS) {
    const placed = placeLines(pdf, label.lines, area, factor);
    const fits = placed.bottom <= bottom;
    if (!fits && factor !== FACTORS.at(-1)) continue;
    placed.draw();
    return fits;
  }
  return true;
}

/** Answers the upper edge. */
function drawBottomBarcode(pdf: Pdf, text: string, left: number, bottom: number, width: number): number {
  const style: TextStyle = { size: 11, bold: true };
  const height = Math.min(20 * MM, pdf.doc.page.height * 0.22);
  const top = bottom - height - 14;
  drawCode128(pdf, text, { x: left, y: top, width, height });
  pdf.drawLine(text, left + (width - pdf.widthOf(text, style)) / 2, bottom - 2, style);
  return top;
}

type LabelArea = { left: number; top: number; width: number; bottom: number; qrSize: number };

/** Lays the lines out without drawing, so that the size can be found that fits. */
function placeLines(
  pdf: Pdf,
  lines: readonly LabelLine[],
  area: LabelArea,
  factor: number,
): { bottom: number; draw(): void } {
  const steps: (() => void)[] = [];
  let y = area.top;
  for (const line of lines) {
    const size = (line.size ?? DEFAULT_SIZE) * factor;
    const style: TextStyle = { size, bold: line.bold === true };
    const labelStyle: TextStyle = { size: size * 0.8, color: GRAY };
    const labelText = line.label === undefined ? '' : `${line.label}：`;
    const labelWidth = pdf.widthOf(labelText, labelStyle);
    const besideQr = area.qrSize > 0 && y < area.top + area.qrSize;
    const width = area.width - (besideQr ? area.qrSize + 4 : 0);
    pdf.wrap(line.text, width - labelWidth, style).forEach((text, index) => {
      const baseline = y + size * 1.05;
      y += size * LINE_FACTOR;
      const free = Math.max(width - labelWidth - pdf.widthOf(text, style), 0);
      const indent = line.align === 'right' ? free : line.align === 'center' ? free / 2 : 0;
      if (y > area.bottom) return;
      steps.push(() => {
        if (index === 0) pdf.drawLine(labelText, area.left + indent, baseline, labelStyle);
        pdf.drawLine(text, area.left + indent + labelWidth, baseline, style);
      });
    });
    if (!line.rule) continue;
    const at = y + 2 * factor;
    y += 5 * factor;
    if (y <= area.bottom) {
      steps.push(() => {
        const { doc } = pdf;
        doc
          .moveTo(area.left, at)
          .lineTo(area.left + width, at)
          .lineWidth(0.8);
        doc.strokeColor('#000000').stroke();
      });
    }
  }
  return { bottom: y, draw: () => steps.forEach((step) => step()) };
}
