import { readFileSync } from 'node:fs';
import { buffer } from 'node:stream/consumers';
import PDFDocument from 'pdfkit';
import { breakText } from './break-text.ts';
import { PrintError } from './print-error.ts';

type PaperSize = 'A4' | { widthMm: number; heightMm: number };

type PdfOptions = {
  /** Shown by viewers instead of the file name. */
  title: string;
  size: PaperSize;
  fallbackFont?: FallbackFont | undefined;
};

/** A full font for characters outside the committed subset. */
export type FallbackFont = {
  path: string;
  /** PostScript name of the font to take from a collection (.ttc). */
  postscriptName?: string;
};

export type TextStyle = {
  /** In points. */
  size: number;
  bold?: boolean;
  color?: string;
};

/** A page in points with its origin at the top left; 1 mm = `MM` points. */
export type Pdf = {
  doc: PDFKit.PDFDocument;
  /** Width in points of a text on one line. */
  widthOf(text: string, style: TextStyle): number;
  /** The lines of a text that may be `width` points wide; `\n` breaks. */
  wrap(text: string, width: number, style: TextStyle): string[];
  /** Draws one line with its baseline at `y`. */
  drawLine(text: string, x: number, y: number, style: TextStyle): void;
  /** Characters that no font had and that were drawn as 〓. */
  missingGlyphs(): string[];
  /** Ends the document. */
  finish(): Promise<Buffer>;
};

export const MM = 72 / 25.4;

/**
 * The committed subsets in the order in which they are asked for a glyph. Known to pdfkit by their
 * file names: it also files every font under its PostScript name, which must not be the same.
 */
const WEIGHTS = {
  regular: ['NotoSansSC-Regular.ttf', 'NotoSans-Regular.ttf'],
  bold: ['NotoSansSC-Bold.ttf', 'NotoSans-Bold.ttf'],
} as const;
const FALLBACK = 'fallback';
const GETA = '〓';
const INVISIBLE = /\p{Cc}|[\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff]|\ufe0f/u;
const fontFiles = new Map<string, Buffer>();

/**
 * A PDF with the Chinese fonts registered. Every text drawn through it is checked for glyphs: what
 * the committed subset lacks comes from `fallbackFont`, what that lacks too is drawn as 〓 and
 * listed by `missingGlyphs`. Drawing throws PrintError `font_unusable` when the fallback is needed
 * and cannot be read.
 */
export function createPdf(options: PdfOptions): Pdf {
  const doc = new PDFDocument({
    size: options.size === 'A4' ? 'A4' : [options.size.widthMm * MM, options.size.heightMm * MM],
    margin: 0,
    bufferPages: true,
    autoFirstPage: false,
    info: { Title: options.title, Producer: 'Waybill', Creator: 'Waybill' },
  });
  for (const name of [...WEIGHTS.regular, ...WEIGHTS.bold]) doc.registerFont(name, fontFile(name));
  const { runsOf, missing } = glyphRuns(doc, options.fallbackFont);
  const widths = new Map<string, number>();

  function widthOf(text: string, style: TextStyle): number {
    let width = 0;
    for (const run of runsOf(text, style.bold === true)) {
      const key = `${run.font}\n${run.text}`;
      let unit = widths.get(key);
      if (unit === undefined) {
        unit = doc.font(run.font).fontSize(1).widthOfString(run.text);
        widths.set(key, unit);
      }
      width += unit * style.size;
    }
    return width;
  }

  return {
    doc,
    widthOf,
    wrap: (text, width, style) => breakText(text, width, (part) => widthOf(part, style)),
    drawLine(text, x, y, style) {
      let left = x;
      doc.fillColor(style.color ?? '#000000');
      for (const run of runsOf(text, style.bold === true)) {
        doc.font(run.font).fontSize(style.size).text(run.text, left, y, { lineBreak: false, baseline: 'alphabetic' });
        left += widthOf(run.text, style);
      }
    },
    missingGlyphs: () => [...missing],
    async finish() {
      doc.end();
      return buffer(doc);
    },
  };
}

type GlyphRun = { font: string; text: string };

/** Cuts texts into runs of one font each, by which font has the glyphs. */
function glyphRuns(
  doc: PDFKit.PDFDocument,
  fallback: FallbackFont | undefined,
): { runsOf(text: string, bold: boolean): GlyphRun[]; missing: Set<string> } {
  const missing = new Set<string>();
  const known = new Map<string, boolean>();
  let registered = false;

  function has(font: string, character: string): boolean {
    const key = font + character;
    let found = known.get(key);
    if (found === undefined) {
      found = fontHas(doc, font, character);
      known.set(key, found);
    }
    return found;
  }

  function fontFor(character: string, weight: readonly string[]): string | undefined {
    const committed = weight.find((font) => has(font, character));
    if (committed !== undefined || !fallback) return committed;
    if (!registered) registerFallback(doc, fallback);
    registered = true;
    return has(FALLBACK, character) ? FALLBACK : undefined;
  }

  function runsOf(text: string, bold: boolean): GlyphRun[] {
    const weight = bold ? WEIGHTS.bold : WEIGHTS.regular;
    const runs: GlyphRun[] = [];
    for (const character of text.normalize('NFC')) {
      // Controls and marks that steer a text but have no picture of their own.
      if (INVISIBLE.test(character)) continue;
      const font = fontFor(character, weight);
      if (font === undefined) missing.add(character);
      const run = { font: font ?? weight[0], text: font === undefined ? GETA : character };
      const last = runs[runs.length - 1];
      if (last?.font === run.font) last.text += run.text;
      else runs.push(run);
    }
    return runs;
  }
  return { runsOf, missing };
}

function registerFallback(doc: PDFKit.PDFDocument, fallback: FallbackFont): void {
  try {
    doc.registerFont(FALLBACK, fallback.path, fallback.postscriptName);
    doc.font(FALLBACK);
  } catch (error) {
    throw new PrintError('font_unusable', `打印字体无法读取：${fallback.path}`, error);
  }
}

/** pdfkit keeps its parsed font to itself; the pinned version holds it in `_font.font`. */
function fontHas(doc: PDFKit.PDFDocument, font: string, character: string): boolean {
  doc.font(font);
  const current = (
    doc as unknown as {
      _font: { font: { hasGlyphForCodePoint(code: number): boolean } };
    }
  )._font;
  return current.font.hasGlyphForCodePoint(character.codePointAt(0) ?? 0);
}

function fontFile(name: string): Buffer {
  let bytes = fontFiles.get(name);
  if (!bytes) {
    bytes = readFileSync(new URL(`./fonts/${name}`, import.meta.url));
    fontFiles.set(name, bytes);
  }
  return bytes;
}
