import { EncryptedPDFError, ParseSpeeds, PDFDocument, type PDFPage } from '@cantoo/pdf-lib';
import { PrintError } from './print-error.ts';

/** The number of pages of a PDF. Rejects with PrintError, as all functions here do. */
export async function countPages(bytes: Uint8Array): Promise<number> {
  return (await load(bytes)).getPageCount();
}

/** Each page as a PDF of its own, in order; size, rotation and crop box stay. The same page gives the same file. */
export async function splitPages(bytes: Uint8Array): Promise<Uint8Array[]> {
  const source = await load(bytes);
  const parts: Uint8Array[] = [];
  for (const index of source.getPageIndices()) {
    const part = await PDFDocument.create({ updateMetadata: false });
    await appendPages(part, source, [index]);
    parts.push(await part.save());
  }
  return parts;
}

/** Whether bytes begin as a PDF. Some producers put a few before the header; the specification allows 1,024. */
export const isPdf = (bytes: Uint8Array): boolean => Buffer.from(bytes.subarray(0, 1024)).includes('%PDF-');

/** What became of files that were put together by the one they belong to. */
export interface MergedGroups {
  /** Null: no page came together. */
  bytes: Uint8Array | null;
  /** By the place of the group: why none of its pages is in it. */
  faults: ReadonlyMap<number, PrintError>;
}

/** One PDF of all groups in their order; a group with a file that cannot be read is left out whole, and named. */
export async function mergeGroups(groups: readonly (readonly Uint8Array[])[]): Promise<MergedGroups> {
  const merged = await PDFDocument.create();
  const faults = new Map<number, PrintError>();
  for (const [at, parts] of groups.entries()) {
    try {
      const pages: PDFPage[] = [];
      for (const part of parts) pages.push(...(await copyAll(merged, await load(part))));
      for (const page of pages) merged.addPage(page);
    } catch (error) {
      if (!(error instanceof PrintError)) throw error;
      faults.set(at, error);
    }
  }
  return { bytes: merged.getPageCount() > 0 ? await merged.save() : null, faults };
}

const copyAll = (target: PDFDocument, source: PDFDocument): Promise<PDFPage[]> =>
  copy(target, source, source.getPageIndices());

async function copy(target: PDFDocument, source: PDFDocument, indices: number[]): Promise<PDFPage[]> {
  try {
    return await target.copyPages(source, indices);
  } catch (error) {
    throw damaged(error);
  }
}

async function appendPages(target: PDFDocument, source: PDFDocument, indices: number[]): Promise<void> {
  for (const page of await copy(target, source, indices)) target.addPage(page);
}

async function load(bytes: Uint8Array): Promise<PDFDocument> {
  if (!isPdf(bytes)) throw new PrintError('not_pdf', '文件不是 PDF');
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
function assertContents(page: PDFPage): void {
  const { Contents } = page.node.normalizedEntries();
  if (!Contents) return;
  for (let index = 0; index < Contents.size(); index += 1) {
    if (!page.doc.context.lookup(Contents.get(index))) throw damaged();
  }
}

function damaged(cause?: unknown): PrintError {
  return new PrintError('damaged', 'PDF 已损坏，无法读取', cause);
}
