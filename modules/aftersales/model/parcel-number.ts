import { scannedNumbers } from '#kit/model/scanned-numbers.ts';

/** USPS puts 420 and the ZIP of the receiver in front of its tracking number (IMpb, 30 or 34 digits). */
const USPS = /^420(?:\d{5}|\d{9})(9[1-5]\d{18,20})$/;
/** FedEx Ground and Express print 34 digits of which the last 14 are the tracking number, zeros in front. */
const FEDEX = /^96\d{18}(\d{14})$/;

/**
 * What a barcode read off a parcel may stand for: as it was read, then the tracking number that the
 * label of a carrier wraps in further digits.
 */
export function parcelNumbers(text: string): string[] {
  const numbers = scannedNumbers(text);
  const bare = (numbers[0] ?? '').replace(/[\s-]/g, '');
  const wrapped = USPS.exec(bare)?.[1] ?? FEDEX.exec(bare)?.[1]?.replace(/^0+/, '');
  return [...new Set([...numbers, ...(wrapped ? [wrapped] : [])])];
}
