import { drawCode128 } from './barcode.ts';
import { createPdf, MM } from './pdf-document.ts';
import type { FallbackFont, Pdf, TextStyle } from './pdf-document.ts';
import { drawTable } from './table-rows.ts';
import type { TableColumn } from './table-rows.ts';

export type TablePage = {
  title: string;
  subtitle?: string;
  /** Code 128 at the top right, its text below it. */
  barcodeText?: string;
  /** Shown in a grid of three; a long value takes a line of its own. Empty values are left out. */
  headerFields: readonly { label: string; value: string }[];
  columns: readonly TableColumn[];
  rows: readonly (readonly string[])[];
  /** Drawn bold under the last row. */
  totalRow?: readonly string[];
  /** Below the table, on one page: who signed, by a drawing of our own making or by name. */
  signature?: { label: string; name: string; picture: Buffer | null };
  /** At the bottom of every page, beside the page number. */
  footer?: string;
};

export type PrintedPdf = {
  bytes: Buffer;
  pages: number;
  /** Characters that no font had; they are printed as 〓. */
  missingGlyphs: string[];
};

const MARGIN = 12 * MM;
const BOTTOM = 16 * MM;
const GRAY = '#5f6670';
const TITLE: TextStyle = { size: 17, bold: true };
const SUBTITLE: TextStyle = { size: 10, color: GRAY };
const LABEL: TextStyle = { size: 8.5, color: GRAY };
const VALUE: TextStyle = { size: 10 };
const SMALL: TextStyle = { size: 8, color: GRAY };
const FIELDS_PER_LINE = 3;

/**
 * An A4 paper with a head, a table that goes on over as many pages as it needs (its header row
 * repeated) and a foot with page x / y. Several papers make one PDF, each with its own page count.
 * Rejects with PrintError (barcode, font).
 */
export async function drawTablePdf(
  content: TablePage | readonly TablePage[],
  options: { fallbackFont?: FallbackFont } = {},
): Promise<PrintedPdf> {
  const papers = Array.isArray(content) ? (content as readonly TablePage[]) : [content as TablePage];
  const pdf = createPdf({
    title: papers[0]?.title ?? '',
    size: 'A4',
    fallbackFont: options.fallbackFont,
  });
  for (const paper of papers) await drawPaper(pdf, paper);
  const pages = pdf.doc.bufferedPageRange().count;
  return { bytes: await pdf.finish(), pages, missingGlyphs: pdf.missingGlyphs() };
}

async function drawPaper(pdf: Pdf, paper: TablePage): Promise<void> {
  const { doc } = pdf;
  const first = doc.bufferedPageRange().count;
  doc.addPage();
  const left = MARGIN;
  const width = doc.page.width - 2 * MARGIN;
  let top = drawHead(pdf, paper, left, width);
  top = drawFields(pdf, paper, left, top, width);
  const end = await drawTable(pdf, paper, {
    left,
    top,
    width,
    bottom: doc.page.height - BOTTOM,
    newPage() {
      doc.addPage();
      return drawRunningHead(pdf, paper, left, width);
    },
  });
  if (paper.signature) drawSignature(pdf, paper, paper.signature, { left, top: end, width });
  drawFeet(pdf, paper, first);
}

const SIGNATURE_HEIGHT = 26 * MM;

/** A line to sign on, with what was signed already. */
function drawSignature(
  pdf: Pdf,
  paper: TablePage,
  { label, name, picture }: NonNullable<TablePage['signature']>,
  { left, top, width }: { left: number; top: number; width: number },
): void {
  const { doc } = pdf;
  let y = top + 8;
  if (y + SIGNATURE_HEIGHT > doc.page.height - BOTTOM) {
    doc.addPage();
    y = drawRunningHead(pdf, paper, left, width);
  }
  const base = y + SIGNATURE_HEIGHT - 10;
  const text = `${label}：`;
  const x = left + pdf.widthOf(text, VALUE) + 4;
  pdf.drawLine(text, left, base, VALUE);
  if (picture) doc.image(picture, x, y, { fit: [60 * MM, SIGNATURE_HEIGHT - 14] });
  pdf.drawLine(name, picture ? x + 64 * MM : x, base, VALUE);
  rule(pdf, x, base + 4, 60 * MM, 0.5);
}

/** Answers where the next part begins. */
function drawHead(pdf: Pdf, paper: TablePage, left: number, width: number): number {
  const barcode = paper.barcodeText;
  const barcodeWidth = barcode === undefined ? 0 : 72 * MM;
  const barcodeHeight = 11 * MM;
  const textWidth = width - barcodeWidth - (barcodeWidth > 0 ? 4 * MM : 0);
  let y = MARGIN;
  for (const line of pdf.wrap(paper.title, textWidth, TITLE)) {
    y += TITLE.size * 1.2;
    pdf.drawLine(line, left, y, TITLE);
  }
  y += 4;
  for (const line of paper.subtitle ? pdf.wrap(paper.subtitle, textWidth, SUBTITLE) : []) {
    y += SUBTITLE.size * 1.4;
    pdf.drawLine(line, left, y, SUBTITLE);
  }
  if (barcode !== undefined) {
    const x = left + width - barcodeWidth;
    drawCode128(pdf, barcode, { x, y: MARGIN, width: barcodeWidth, height: barcodeHeight });
    const textX = x + (barcodeWidth - pdf.widthOf(barcode, VALUE)) / 2;
    pdf.drawLine(barcode, textX, MARGIN + barcodeHeight + 11, VALUE);
    y = Math.max(y, MARGIN + barcodeHeight + 14);
  }
  y += 8;
  rule(pdf, left, y, width, 1);
  return y + 4;
}

function drawFields(pdf: Pdf, paper: TablePage, left: number, top: number, width: number): number {
  const gap = 12;
  const cellWidth = (width - gap * (FIELDS_PER_LINE - 1)) / FIELDS_PER_LINE;
  const lineHeight = VALUE.size * 1.4;
  let y = top;
  let column = 0;
  let tallest = 0;
  const endLine = () => {
    y += tallest;
    column = 0;
    tallest = 0;
  };
  for (const { label, value } of paper.headerFields) {
    if (value === '') continue;
    const labelText = `${label}：`;
    const labelWidth = pdf.widthOf(labelText, LABEL);
    const whole = pdf.widthOf(value, VALUE) > (cellWidth - labelWidth) * 2;
    if (whole && column > 0) endLine();
    const available = (whole ? width : cellWidth) - labelWidth;
    const lines = pdf.wrap(value, available, VALUE);
    const x = left + column * (cellWidth + gap);
    pdf.drawLine(labelText, x, y + lineHeight, LABEL);
    lines.forEach((line, index) => {
      pdf.drawLine(line, x + labelWidth, y + lineHeight * (index + 1), VALUE);
    });
    tallest = Math.max(tallest, lines.length * lineHeight + 2);
    column += 1;
    if (whole || column === FIELDS_PER_LINE) endLine();
  }
  endLine();
  return y + 8;
}

/** From the second page on: enough to know which paper a loose sheet belongs to. */
function drawRunningHead(pdf: Pdf, paper: TablePage, left: number, width: number): number {
  const y = MARGIN + 8;
  pdf.drawLine(pdf.wrap(paper.title, width * 0.6, SMALL)[0] ?? '', left, y, SMALL);
  const mark = paper.barcodeText ?? '';
  pdf.drawLine(mark, left + width - pdf.widthOf(mark, SMALL), y, SMALL);
  return y + 6;
}

function drawFeet(pdf: Pdf, paper: TablePage, first: number): void {
  const { doc } = pdf;
  const total = doc.bufferedPageRange().count - first;
  for (let index = 0; index < total; index += 1) {
    doc.switchToPage(first + index);
    const width = doc.page.width - 2 * MARGIN;
    const y = doc.page.height - 8 * MM;
    rule(pdf, MARGIN, y - 11, width, 0.5);
    const pageText = `第 ${index + 1} / ${total} 页`;
    const pageWidth = pdf.widthOf(pageText, SMALL);
    pdf.drawLine(pageText, MARGIN + width - pageWidth, y, SMALL);
    const room = width - pageWidth - 12;
    pdf.drawLine(pdf.wrap(paper.footer ?? '', room, SMALL)[0] ?? '', MARGIN, y, SMALL);
  }
}

function rule(pdf: Pdf, x: number, y: number, width: number, thickness: number): void {
  pdf.doc
    .moveTo(x, y)
    .lineTo(x + width, y)
    .lineWidth(thickness)
    .strokeColor('#000000')
    .stroke();
}
