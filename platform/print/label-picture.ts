import { degrees, PDFDocument } from '@cantoo/pdf-lib';
import { readPicture } from '../pictures/picture.ts';
import { isZpl, plainZpl } from './zpl-labels.ts';

/** 4 × 6 inches, the label that parcel carriers and label printers have in common. */
const PAGE = { width: 288, height: 432 };
/** Fewer dots across no bars of a label are read from: a logo or a sign is no label. */
const LEAST = { short: 400, long: 600 };
/** Such a label at 600 dpi has nine million. */
const MOST_PIXELS = 16_000_000;

/**
 * A label that came as a picture, which many carriers send unless asked for another form, as a page that is
 * printed like any other: upright, as large as the page. The same picture gives the same page. ZPL is returned without
 * the settings of a printer, everything else as it came.
 */
export async function labelPage(bytes: Uint8Array): Promise<Uint8Array> {
  if (isZpl(bytes)) return plainZpl(bytes);
  const facts = readPicture(Buffer.from(bytes));
  if (!facts || facts.mime === 'image/webp' || !isOfLabel(facts)) return bytes;
  const document = await PDFDocument.create({ updateMetadata: false });
  const image = await (facts.mime === 'image/png' ? document.embedPng(bytes) : document.embedJpg(bytes)).catch(
    () => null,
  );
  if (!image) return bytes;
  const isLying = image.width > image.height;
  const room = isLying ? { width: PAGE.height, height: PAGE.width } : PAGE;
  const { width, height } = image.scaleToFit(room.width, room.height);
  const page = document.addPage([PAGE.width, PAGE.height]);
  if (isLying)
    page.drawImage(image, {
      x: (PAGE.width + height) / 2,
      y: (PAGE.height - width) / 2,
      width,
      height,
      rotate: degrees(90),
    });
  else page.drawImage(image, { x: (PAGE.width - width) / 2, y: (PAGE.height - height) / 2, width, height });
  return document.save();
}

const isOfLabel = ({ width, height }: { width: number; height: number }): boolean =>
  Math.min(width, height) >= LEAST.short && Math.max(width, height) >= LEAST.long && width * height <= MOST_PIXELS;
