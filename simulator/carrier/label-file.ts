/** The labels of a purchase as one PDF, a page of 4 × 6 in for each parcel. */
import { drawBarcode, drawLines, LABEL_SIZE, makePdf } from '../wayfair/pdf.ts';
import { billablePounds } from './prices.ts';
import type { CarrierLabel, PlaceInput } from './state.ts';

export function labelFile(label: CarrierLabel): Promise<Buffer> {
  const { parcels, from, to, service, boughtAt, reference } = label;
  return makePdf(
    {
      size: LABEL_SIZE,
      title: `Label ${label.id}`,
      createdAt: boughtAt,
      pages: parcels.length,
    },
    (doc, page) => {
      const parcel = parcels[page];
      if (parcel === undefined) return;
      drawLines(doc, [`SWIFT ${service.toUpperCase()}`], { x: 18, y: 18, size: 20, bold: true });
      drawLines(doc, [`${page + 1} of ${parcels.length}`, `${billablePounds(parcel)} LB`], {
        x: 210,
        y: 20,
        size: 11,
      });
      drawLines(doc, ['FROM', ...linesOf(from)], { x: 18, y: 54, size: 8, width: 250 });
      drawLines(doc, ['SHIP TO', ...linesOf(to)], { x: 18, y: 130, size: 13, width: 250 });
      drawBarcode(doc, parcel.trackingNumber, { x: 24, y: 270, width: 240, height: 90 });
      drawLines(doc, [`REF ${reference.slice(0, 36)}`], { x: 18, y: 396, size: 8 });
    },
  );
}

/** What the built-in typefaces of a PDF cannot draw is left out. */
const plain = (text: string | undefined): string => (text ?? '').replace(/[^\u0020-\u00ff]/g, '').trim();

const linesOf = (place: PlaceInput): string[] => [
  plain(place.name),
  plain(place.address1),
  [plain(place.city), plain(place.state), plain(place.postalCode)].filter(Boolean).join(' '),
];
