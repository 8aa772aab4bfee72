import { PDFDocument } from '@cantoo/pdf-lib';
import { readPicture } from '../pictures/picture.ts';

/** A4, in points. */
const PAGE = { width: 595.28, height: 841.89 };
const MARGIN = 34;
/** More would take hundreds of megabytes to unpack. */
const MOST_PIXELS = 64_000_000;

/**
 * A photo as a page of its own: upright A4, the picture as large as the page lets it.
 * @returns null for what is no PNG or JPEG, cannot be read, or is too large to be unpacked
 */
export async function picturePage(bytes: Uint8Array): Promise<Uint8Array | null> {
  const facts = readPicture(Buffer.from(bytes));
  if (!facts || facts.width * facts.height > MOST_PIXELS) return null;
  if (facts.mime !== 'image/png' && facts.mime !== 'image/jpeg') return null;
  const document = await PDFDocument.create({ updateMetadata: false });
  const image = await (facts.mime === 'image/png' ? document.embedPng(bytes) : document.embedJpg(bytes)).catch(
    () => null,
  );
  if (!image) return null;
  const { width, height } = image.scaleToFit(PAGE.width - 2 * MARGIN, PAGE.height - 2 * MARGIN);
  const page = document.addPage([PAGE.width, PAGE.height]);
  page.drawImage(image, { x: (PAGE.width - width) / 2, y: (PAGE.height - height) / 2, width, height });
  return document.save();
}
