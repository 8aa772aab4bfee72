import { decodePDFRawStream, PDFDict, PDFDocument, PDFName, PDFRawStream } from '@cantoo/pdf-lib';

/**
 * The texts of a PDF drawn by this folder, page by page and line by line in drawing order, for
 * tests of printed papers. Understands what pdfkit writes, not PDFs in general.
 */
export async function printedText(bytes: Uint8Array): Promise<string[][]> {
  const document = await PDFDocument.load(bytes, { updateMetadata: false });
  return document.getPages().map((page) => {
    const { Font, Contents } = page.node.normalizedEntries();
    const maps = new Map<string, string[]>();
    for (const [name, reference] of Font.entries()) {
      maps.set(name.asString(), glyphTexts(document.context.lookup(reference, PDFDict)));
    }
    const streams = Contents?.asArray() ?? [];
    const source = streams.map((reference) => streamText(document.context.lookup(reference)));
    return shownTexts(source.join('\n'), maps);
  });
}

/** Texts by glyph number, from the map that pdfkit adds for copying and searching. */
function glyphTexts(font: PDFDict): string[] {
  const texts: string[] = [];
  const source = streamText(font.lookup(PDFName.of('ToUnicode')));
  for (const range of source.matchAll(/<([0-9a-f]+)> <[0-9a-f]+> \[([^\]]*)\]/gi)) {
    const first = Number.parseInt(range[1] ?? '0', 16);
    [...(range[2] ?? '').matchAll(/<([0-9a-f ]*)>/gi)].forEach((match, index) => {
      const units = (match[1] ?? '').replaceAll(' ', '');
      texts[first + index] = Buffer.from(units, 'hex').swap16().toString('utf16le');
    });
  }
  return texts;
}

function shownTexts(source: string, maps: ReadonlyMap<string, string[]>): string[] {
  const lines: string[] = [];
  let texts: string[] = [];
  for (const token of source.matchAll(/(\/F\d+) [\d.]+ Tf|\[([^\]]*)\] TJ/g)) {
    if (token[1] !== undefined) texts = maps.get(token[1]) ?? [];
    else {
      const hex = [...(token[2] ?? '').matchAll(/<([0-9a-f]*)>/gi)].map((match) => match[1]);
      const glyphs = hex.join('').match(/.{4}/g) ?? [];
      lines.push(glyphs.map((glyph) => texts[Number.parseInt(glyph, 16)] ?? '').join(''));
    }
  }
  return lines;
}

function streamText(stream: unknown): string {
  if (!(stream instanceof PDFRawStream)) return '';
  return Buffer.from(decodePDFRawStream(stream).decode()).toString('latin1');
}
