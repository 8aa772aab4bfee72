import { decodePDFRawStream, PDFDocument, PDFRawStream } from '@cantoo/pdf-lib';
import { printedText } from '#platform/print/printed-text.ts';

/**
 * All that a PDF says, without blanks: papers drawn here, and papers of a channel in the standard
 * fonts, whose texts stand in the drawing as they are.
 */
export async function pdfWords(bytes: Buffer): Promise<string> {
  const own = await printedText(bytes).catch(() => []);
  const document = await PDFDocument.load(bytes, { updateMetadata: false });
  const plain = document.context.enumerateIndirectObjects().flatMap(([, object]) => {
    if (!(object instanceof PDFRawStream)) return [];
    const drawn = decoded(object);
    return [...drawn.matchAll(/\[([^\]]*)\] TJ/g)].map(([, pieces = '']) =>
      [...pieces.matchAll(/<([0-9a-f]*)>/gi)]
        .map(([, hex = '']) => Buffer.from(hex, 'hex').toString('latin1'))
        .join(''),
    );
  });
  return [...own.flat(), ...plain].join('').replaceAll(/\s/g, '');
}

/** Empty for streams that are no drawing: pictures, fonts. */
function decoded(stream: PDFRawStream): string {
  try {
    return Buffer.from(decodePDFRawStream(stream).decode()).toString('latin1');
  } catch {
    return '';
  }
}
