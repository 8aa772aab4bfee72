import { countPages, isPdf, splitPages } from './label-pages.ts';
import { PrintError } from './print-error.ts';
import { isZpl, splitZpl } from './zpl-labels.ts';

/** What labels are printed from: pages, or the commands of a label printer. */
export type LabelFormat = 'pdf' | 'zpl';

export const LABEL_MIMES: Readonly<Record<LabelFormat, string>> = {
  pdf: 'application/pdf',
  zpl: 'application/zpl',
};

/** What a file is by its bytes: whoever sent it may call it anything. Null: no label. */
export function labelFormat(bytes: Uint8Array): LabelFormat | null {
  if (isPdf(bytes)) return 'pdf';
  return isZpl(bytes) ? 'zpl' : null;
}

/** How many labels a file holds. @throws PrintError as {@link splitLabels} */
export async function countLabels(bytes: Uint8Array): Promise<number> {
  return knownFormat(bytes) === 'pdf' ? countPages(bytes) : splitZpl(bytes).length;
}

/** Each label as a file of its own, in order. @throws PrintError with the reason where it is none, or damaged */
export async function splitLabels(bytes: Uint8Array): Promise<Uint8Array[]> {
  return knownFormat(bytes) === 'pdf' ? splitPages(bytes) : splitZpl(bytes);
}

function knownFormat(bytes: Uint8Array): LabelFormat {
  const format = labelFormat(bytes);
  if (!format) throw new PrintError('no_label', reasonOf(bytes));
  return format;
}

/** What came in place of a label, in words for who has to ask for another. */
function reasonOf(bytes: Uint8Array): string {
  if (bytes.length === 0) return '文件是空的';
  const start = Buffer.from(bytes.subarray(0, 1024)).toString('latin1').trimStart();
  if (/^(?:\u00ef\u00bb\u00bf)?\s*<(?:!doctype|html|head|body)/i.test(start)) return '文件是网页，不是面单';
  if (/^(?:\u0089PNG|GIF8|\u00ff\u00d8\u00ff)/.test(start)) return '文件是图片，无法读取，请用 PDF、ZPL、PNG 或 JPEG';
  return '文件不是 PDF 或 ZPL';
}
