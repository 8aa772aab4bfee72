import { cartonsPerPiece, openPieces } from './cartons.ts';
import type { TransactionMessage, WireContext } from './context.ts';
import type { Notice } from './notice-input.ts';
import type { LabelEvent, PurchaseOrder } from './state.ts';

/**
 * Pieces shipped per part. In small parcels every carton of a multi-carton piece lists the part:
 * once in each carton, or its pieces in one carton and 0 in the others. Freight lists cartons only.
 */
export function quantities(notice: Notice, order: PurchaseOrder, event: LabelEvent | undefined, context: WireContext) {
  const errors: TransactionMessage[] = [];
  const lines: { partNumber: string; quantity: number }[] = [];
  for (const [partNumber, reported] of noticeParts(notice)) {
    const refuse = (message: string) => errors.push({ key: partNumber, message });
    const requested = openPieces(order).get(partNumber);
    if (requested === undefined) {
      const isKnown = order.products.some((p) => p.partNumber === partNumber);
      refuse(isKnown ? 'Line item has been cancelled' : 'Part number is not on the purchase order');
      continue;
    }
    const quantity = piecesOf(reported, partNumber, event);
    if (quantity === null) {
      refuse('Packages do not hold complete units of this part');
      continue;
    }
    const before = context.state.notices
      .filter((n) => n.poNumber === order.poNumber)
      .flatMap((n) => n.lines)
      .filter((line) => line.partNumber === partNumber)
      .reduce((total, line) => total + line.quantity, 0);
    if (before + quantity > requested && !context.world.settings.lenientRepeats) {
      refuse('Quantity already processed');
      continue;
    }
    lines.push({ partNumber, quantity });
  }
  return { errors, lines };
}

interface NoticePart {
  smallPackages: number;
  smallQuantity: number;
  largePackages: number;
}

function noticeParts(notice: Notice): Map<string, NoticePart> {
  const parts = new Map<string, NoticePart>();
  const entry = (partNumber: string) => {
    const known = parts.get(partNumber) ?? { smallPackages: 0, smallQuantity: 0, largePackages: 0 };
    parts.set(partNumber, known);
    return known;
  };
  for (const { items } of notice.smallParcelShipments ?? []) {
    for (const item of items) {
      entry(item.partNumber).smallPackages += 1;
      entry(item.partNumber).smallQuantity += item.quantity;
    }
  }
  for (const { partNumber, packages } of notice.largeParcelShipments ?? []) {
    entry(partNumber).largePackages += packages.length;
  }
  return parts;
}

/** @returns whole pieces, or null when the packages do not make any */
function piecesOf(reported: NoticePart, partNumber: string, event: LabelEvent | undefined): number | null {
  const perPiece = cartonsPerPiece(event, partNumber);
  let pieces = 0;
  if (reported.smallPackages > 0) {
    const cartonStyle = perPiece > 1 && reported.smallQuantity === reported.smallPackages;
    const small = cartonStyle ? reported.smallQuantity / perPiece : reported.smallQuantity;
    const complete = cartonStyle || perPiece === 1 || reported.smallPackages === small * perPiece;
    if (!complete || !Number.isInteger(small) || small < 1) return null;
    pieces += small;
  }
  if (reported.largePackages > 0) {
    const large = freightPieces(reported.largePackages, perPiece, partNumber, event);
    if (!Number.isInteger(large)) return null;
    pieces += large;
  }
  return pieces > 0 ? pieces : null;
}

/** All registered boxes of the part are all its pieces, even where a box holds several. */
function freightPieces(packages: number, perPiece: number, partNumber: string, event: LabelEvent | undefined): number {
  const boxes = (event?.boxes ?? []).filter((box) => box.contents.some((content) => content.partNumber === partNumber));
  if (boxes.length !== packages) return packages / perPiece;
  const pieces = boxes.flatMap((box) => box.contents).filter((c) => c.partNumber === partNumber);
  return new Set(pieces.map((content) => content.piece)).size;
}
