import { EncryptedPDFError, ParseSpeeds, PDFDocument } from '@cantoo/pdf-lib';
import { PrintError } from './print-error.ts';

/** The number of pages of a PDF. Rejects with PrintError, as all functions here do. */
export async function countPages(bytes: Uint8Array): Promise<number> {
  return (await load(bytes)).getPageCount();
}

/** Each page as a PDF of its own, in order; size, rotation and crop box stay. */
export async function splitPages(bytes: Uint8Array): Promise<Uint8Array[]> {
  const source = await load(bytes);
  const parts: Uint8Array[] = [];
  for (const index of source.getPageIndices()) {
    const part = await PDFDocument.create();
    await appendPages(part, source, [index]);
    parts.push(await part.save());
  }
  return parts;
}

/** One PDF with the pages of all parts, in the order given. */
export async function mergePdfs(parts: readonly Uint8Array[]): Promise<Uint8Array> {
  if (parts.length === 0) throw new PrintError('empty', '没有可合并的 PDF');
  const merged = await PDFDocument.create();
  for (const part of parts) {
    const source = await load(part);
    await appendPages(merged, source, source.getPageIndices());
  }
  return merged.save();
}

async function appendPages(
  target: PDFDocument,
  source: PDFDocument,
  indices: number[],
): Promise<void> {
  try {
    for (const page of await target.copyPages(source, indices)) target.addPage(page);
  } catch (error) {
    throw damaged(error);
  }
}

async function load(bytes: Uint8Array): Promise<PDFDocument> {
  // Some producers put a few bytes before the header; the specification allows 1,024 of them.
  if (!Buffer.from(bytes.subarray(0, 1024)).includes('%PDF-')) {
    throw new PrintError('not_pdf', '文件不是 PDF');
  }
  try {
    const document = await parse(bytes);
    for (const page of document.getPages()) assertContents(page);
    return document;
  } catch (error) {
    throw error instanceof PrintError ? error : damaged(error);
  }
}

async function parse(bytes: Uint8Array): Promise<PDFDocument> {
  const options = { parseSpeed: ParseSpeeds.Fastest, updateMetadata: false };
  try {
    return await PDFDocument.load(bytes, options);
  } catch (error) {
    if (!(error instanceof EncryptedPDFError)) throw error;
  }
  try {
    // Labels are often locked against editing only: they open with an empty password.
    return await PDFDocument.load(bytes, { ...options, password: '' });
  } catch (error) {
    throw new PrintError('encrypted', 'PDF 已加密，无法处理', error);
  }
}

/** The parser skips what it cannot read; a page that lost its content would print blank. */
function assertContents(page: ReturnType<PDFDocument['getPages']>[number]): void {
  const { Contents } = page.node.normalizedEntries();
  if (!Contents) return;
  for (let index = 0; index < Contents.size(); index += 1) {
    if (!page.doc.context.lookup(Contents.get(index))) throw damaged();
  }
}

function damaged(cause?: unknown): PrintError {
  return new PrintError('damaged', 'PDF 已损坏，无法读取', cause);
}
