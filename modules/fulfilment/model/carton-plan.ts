/**
 * Which boxes an order's units ship in (domain.md §2.2): a unit of N cartons makes N boxes; a
 * carton that takes k units makes ceil(qty / k) boxes. Pure.
 */
export interface CartonSpec {
  cartonNo: number;
  label: string;
  lengthMm: number;
  widthMm: number;
  heightMm: number;
  grossWeightG: number;
  unitsPerCarton: number;
}

export interface PlanLine {
  shipmentLineId: string;
  orderLineId: string;
  skuId: string;
  channelSku: string;
  qty: number;
  /** Number of the first piece: pieces of one order line are numbered over all its shipments. */
  firstPiece: number;
  cartons: readonly CartonSpec[];
}

/** One carton (or part of one) inside a box. */
export interface BoxItem {
  shipmentLineId: string;
  orderLineId: string;
  skuId: string;
  channelSku: string;
  /** First piece in it, 1..quantity of the order line. */
  piece: number;
  /** Pieces in it. */
  qty: number;
  cartonNo: number;
  cartons: number;
  label: string;
}

export interface PlannedBox {
  items: BoxItem[];
  content: string;
  lengthMm: number;
  widthMm: number;
  heightMm: number;
  weightG: number;
}

/** Boxes of one shipment: more come on several lorries, and are shipments of their own. */
export const MOST_PLANNED_BOXES = 1_000;

/** Plans the boxes of a shipment. @throws when a line has no cartons */
export function planCartons(lines: readonly PlanLine[]): PlannedBox[] {
  return lines.flatMap((line) => {
    const [only] = line.cartons;
    if (!only) throw new Error(`${line.channelSku} has no cartons`);
    return line.cartons.length === 1 ? packTogether(line, only) : packSeparately(line);
  });
}

function packTogether(line: PlanLine, carton: CartonSpec): PlannedBox[] {
  const boxes: PlannedBox[] = [];
  for (let done = 0; done < line.qty; done += carton.unitsPerCarton) {
    const qty = Math.min(carton.unitsPerCarton, line.qty - done);
    const isFull = qty === carton.unitsPerCarton;
    const weightG = isFull
      ? carton.grossWeightG
      : Math.max(1, Math.round((carton.grossWeightG * qty) / carton.unitsPerCarton));
    boxes.push(boxOf(line, carton, line.firstPiece + done, qty, weightG));
  }
  return boxes;
}

function packSeparately(line: PlanLine): PlannedBox[] {
  const boxes: PlannedBox[] = [];
  for (let piece = 0; piece < line.qty; piece++)
    for (const carton of line.cartons) boxes.push(boxOf(line, carton, line.firstPiece + piece, 1, carton.grossWeightG));
  return boxes;
}

function boxOf(line: PlanLine, carton: CartonSpec, piece: number, qty: number, weightG: number): PlannedBox {
  const item: BoxItem = {
    shipmentLineId: line.shipmentLineId,
    orderLineId: line.orderLineId,
    skuId: line.skuId,
    channelSku: line.channelSku,
    piece,
    qty,
    cartonNo: carton.cartonNo,
    cartons: line.cartons.length,
    label: carton.label,
  };
  return {
    items: [item],
    content: contentOf([item]),
    lengthMm: carton.lengthMm,
    widthMm: carton.widthMm,
    heightMm: carton.heightMm,
    weightG,
  };
}

/** What is written on a box: `WB-BED ×1 第1件 1/3 床头`. */
const contentOf = (items: readonly BoxItem[]): string =>
  items
    .map((item) =>
      item.cartons > 1
        ? `${item.channelSku} 第${item.piece}件 ${item.cartonNo}/${item.cartons} ${item.label}`
        : `${item.channelSku} ×${item.qty}`,
    )
    .join('；')
    .slice(0, 255);

/** Cartons that are missing for whole pieces, named as the packer knows them: `缺 3/3 床尾`. */
export function missingCartons(
  line: {
    channelSku: string;
    qty: number;
    cartons: readonly { cartonNo: number; label: string }[];
  },
  items: readonly BoxItem[],
): string[] {
  const total = line.cartons.length;
  const counts = new Map<number, number>();
  for (const item of items) counts.set(item.cartonNo, (counts.get(item.cartonNo) ?? 0) + item.qty);
  return line.cartons
    .filter((carton) => (counts.get(carton.cartonNo) ?? 0) < line.qty)
    .map((carton) => {
      const lacking = line.qty - (counts.get(carton.cartonNo) ?? 0);
      const name = total > 1 ? `${carton.cartonNo}/${total} ${carton.label}` : carton.label;
      return `${line.channelSku} 缺 ${name}${lacking > 1 ? ` ×${lacking}` : ''}`;
    });
}
