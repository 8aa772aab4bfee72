/** Draws the documents of the channel: labels, packing slips, bills of lading, customs papers. */
import barcodes from 'bwip-js';
import PDFDocument from 'pdfkit';

type Doc = PDFKit.PDFDocument;

/** A 4 × 6 in label, and a letter page (points). */
export const LABEL_SIZE: [number, number] = [288, 432];
export const LETTER_SIZE: [number, number] = [612, 792];

/**
 * Makes a PDF of `pages` pages of one size; `draw` fills page by page. The creation date comes from
 * the caller so that the same data gives the same file.
 */
export function makePdf(
  options: { size: [number, number]; title: string; createdAt: number; pages: number },
  draw: (doc: Doc, page: number) => void,
): Promise<Buffer> {
  const { size, title, createdAt, pages } = options;
  const info = { Title: title, Producer: 'Simulator', CreationDate: new Date(createdAt) };
  const doc = new PDFDocument({ size, margin: 18, autoFirstPage: false, info });
  const chunks: Buffer[] = [];
  const done = new Promise<Buffer>((resolve, reject) => {
    doc.on('data', (chunk: Buffer) => chunks.push(chunk));
    doc.on('end', () => resolve(Buffer.concat(chunks)));
    doc.on('error', reject);
  });
  for (let page = 0; page < pages; page++) {
    doc.addPage();
    draw(doc, page);
  }
  doc.end();
  return done;
}

/** Code 128 as vector bars with its text below. */
export function drawBarcode(
  doc: Doc,
  text: string,
  box: { x: number; y: number; width: number; height: number },
): void {
  const [symbol] = barcodes.raw('code128', text);
  if (symbol === undefined || !('sbs' in symbol)) throw new Error(`no barcode for ${text}`);
  const modules = symbol.sbs.reduce((total, width) => total + width, 0);
  const unit = box.width / modules;
  let x = box.x;
  symbol.sbs.forEach((width, index) => {
    if (index % 2 === 0) doc.rect(x, box.y, width * unit, box.height).fill('#000');
    x += width * unit;
  });
  doc.font('Courier').fontSize(9);
  doc.text(text, box.x, box.y + box.height + 3, { width: box.width, align: 'center' });
}

export function drawLines(
  doc: Doc,
  lines: readonly (string | null)[],
  at: { x: number; y: number; size?: number; bold?: boolean; width?: number },
): void {
  doc
    .font(at.bold === true ? 'Helvetica-Bold' : 'Helvetica')
    .fontSize(at.size ?? 9)
    .fill('#000');
  const text = lines.filter((line) => line !== null && line !== '').join('\n');
  doc.text(text, at.x, at.y, at.width === undefined ? {} : { width: at.width });
}

/** A plain table; rows that do not fit the page are cut with a count, never dropped in silence. */
export function drawTable(
  doc: Doc,
  head: readonly string[],
  rows: readonly (readonly string[])[],
  at: { x: number; y: number; widths: readonly number[]; maxRows: number },
): number {
  const shown = rows.slice(0, at.maxRows);
  const left = rows.length - shown.length;
  let y = at.y;
  [head, ...shown].forEach((cells, index) => {
    doc
      .font(index === 0 ? 'Helvetica-Bold' : 'Helvetica')
      .fontSize(8)
      .fill('#000');
    let x = at.x;
    cells.forEach((cell, column) => {
      const width = at.widths[column] ?? 60;
      doc.text(cell, x, y, { width: width - 4, height: 20, ellipsis: true });
      x += width;
    });
    y += 22;
    doc
      .moveTo(at.x, y - 4)
      .lineTo(at.x + sum(at.widths), y - 4)
      .lineWidth(0.4)
      .stroke('#999');
  });
  if (left > 0) drawLines(doc, [`… and ${left} more`], { x: at.x, y, size: 8 });
  return y;
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, n) => total + n, 0);
