/** The papers of an order as PDF. Built when asked for, from what the channel knows. */
import { PARENT_SUPPLIER } from '../catalogue.ts';
import { addressOf, warehouseOf } from './orders.ts';
import { drawBarcode, drawLines, drawTable, LABEL_SIZE, LETTER_SIZE, makePdf } from './pdf.ts';
import type { LabelBox, LabelEvent, PostalAddress, PurchaseOrder } from './state.ts';

/** One page per box. `extraPages` makes the file disagree with the boxes (a fault). */
export function labelPdf(order: PurchaseOrder, event: LabelEvent, extraPages = 0): Promise<Buffer> {
  const pages = Math.max(1, event.boxes.length + extraPages);
  const title = `Labels ${order.poNumber}`;
  const options = { size: LABEL_SIZE, title, createdAt: event.eventDate, pages };
  return makePdf(options, (doc, page) => {
    const box = event.boxes[Math.min(page, event.boxes.length - 1)];
    if (box !== undefined) drawLabel(doc, order, event, box);
  });
}

export function packingSlipPdf(order: PurchaseOrder): Promise<Buffer> {
  const title = `Packing slip ${order.poNumber}`;
  const options = { size: LETTER_SIZE, title, createdAt: order.poDate, pages: 1 };
  return makePdf(options, (doc) => {
    drawLines(doc, ['Packing Slip'], { x: 40, y: 36, size: 20, bold: true });
    drawBarcode(doc, order.poNumber, { x: 380, y: 36, width: 190, height: 34 });
    drawLines(doc, [`PO ${order.poNumber}`, `Order ${order.orderId}`, dayOf(order.poDate)], {
      x: 40,
      y: 70,
    });
    drawLines(doc, ['Ship to', ...addressLines(order.shipTo)], { x: 40, y: 130 });
    drawLines(doc, ['Ship from', ...addressLines(addressOf(warehouseOf(order.warehouseId)))], {
      x: 320,
      y: 130,
    });
    const rows = order.products
      .filter((product) => !product.isCancelled)
      .map((product) => [product.partNumber, product.name, String(product.quantity), String(product.pieceCount)]);
    const y = drawTable(doc, ['Item', 'Description', 'Qty', 'Cartons'], rows, {
      x: 40,
      y: 240,
      widths: [140, 280, 55, 60],
      maxRows: 18,
    });
    drawLines(doc, ['Thank you for your order. Questions? Contact the store you ordered from.'], {
      x: 40,
      y: y + 20,
    });
  });
}

/** The bill of lading of one freight shipment. */
export function billOfLadingPdf(order: PurchaseOrder, event: LabelEvent): Promise<Buffer> {
  const title = `Bill of lading ${event.bolNumber ?? order.poNumber}`;
  const options = { size: LETTER_SIZE, title, createdAt: event.eventDate, pages: 1 };
  return makePdf(options, (doc) => {
    drawLines(doc, ['Straight Bill of Lading'], { x: 40, y: 36, size: 20, bold: true });
    drawBarcode(doc, event.proNumber ?? order.poNumber, { x: 380, y: 36, width: 190, height: 34 });
    drawLines(
      doc,
      [
        `BOL ${event.bolNumber ?? ''}`,
        `PRO ${event.proNumber ?? ''}`,
        `Carrier ${event.carrier} (${event.carrierCode})`,
        `Pickup ${dayOf(event.pickupDate)}`,
        `PO ${order.poNumber}`,
      ],
      { x: 40, y: 66 },
    );
    drawLines(doc, ['Shipper', ...addressLines(addressOf(warehouseOf(order.warehouseId)))], {
      x: 40,
      y: 150,
    });
    drawLines(doc, ['Consignee', ...addressLines(order.shipTo)], { x: 320, y: 150 });
    drawTable(doc, ['Carton', 'Contents', 'Size (in)', 'Weight (lb)'], event.boxes.map(boxRow), {
      x: 40,
      y: 260,
      widths: [55, 270, 130, 80],
      maxRows: 20,
    });
  });
}

/** All freight of one warehouse and day on one bill. */
export function consolidatedBolPdf(number: string, events: readonly LabelEvent[], createdAt: number): Promise<Buffer> {
  const options = { size: LETTER_SIZE, title: `Consolidated ${number}`, createdAt, pages: 1 };
  return makePdf(options, (doc) => {
    drawLines(doc, ['Consolidated Bill of Lading'], { x: 40, y: 36, size: 20, bold: true });
    drawLines(doc, [number], { x: 40, y: 66 });
    const rows = events.map((event) => [
      event.poNumber,
      event.proNumber ?? '',
      event.carrier,
      String(event.boxes.length),
      String(Math.round(totalWeight(event))),
    ]);
    drawTable(doc, ['PO', 'PRO', 'Carrier', 'Cartons', 'Weight (lb)'], rows, {
      x: 40,
      y: 110,
      widths: [110, 110, 170, 65, 80],
      maxRows: 26,
    });
  });
}

/** Commercial invoice for goods that cross a border. */
export function customsPdf(order: PurchaseOrder, event: LabelEvent): Promise<Buffer> {
  const title = `Commercial invoice ${order.poNumber}`;
  const options = { size: LETTER_SIZE, title, createdAt: event.eventDate, pages: 1 };
  return makePdf(options, (doc) => {
    drawLines(doc, ['Commercial Invoice'], { x: 40, y: 36, size: 20, bold: true });
    drawLines(doc, [`PO ${order.poNumber}`, dayOf(event.eventDate)], { x: 40, y: 66 });
    drawLines(doc, ['Exporter', PARENT_SUPPLIER.name, ...addressLines(addressOf(warehouseOf(order.warehouseId)))], {
      x: 40,
      y: 110,
    });
    drawLines(doc, ['Consignee', ...addressLines(order.shipTo)], { x: 320, y: 110 });
    const rows = order.products.map((product) => [
      product.partNumber,
      product.name,
      String(product.quantity),
      `USD ${product.price.toFixed(2)}`,
      `USD ${(product.price * product.quantity).toFixed(2)}`,
    ]);
    drawTable(doc, ['Part', 'Description', 'Qty', 'Unit value', 'Total value'], rows, {
      x: 40,
      y: 230,
      widths: [130, 210, 40, 75, 80],
      maxRows: 20,
    });
  });
}

function drawLabel(doc: PDFKit.PDFDocument, order: PurchaseOrder, event: LabelEvent, box: LabelBox): void {
  const from = addressOf(warehouseOf(order.warehouseId));
  drawLines(doc, ['FROM', ...addressLines(from)], { x: 18, y: 18, size: 7, width: 150 });
  drawLines(
    doc,
    [
      event.carrier,
      order.shipSpeed.replaceAll('_', ' '),
      `${box.weightLb.toFixed(1)} LB`,
      `${box.lengthIn} x ${box.widthIn} x ${box.heightIn} IN`,
    ],
    { x: 172, y: 18, size: 8, bold: true, width: 100 },
  );
  doc.moveTo(18, 92).lineTo(270, 92).lineWidth(1.5).stroke('#000');
  drawLines(doc, ['SHIP TO', ...addressLines(order.shipTo)], {
    x: 18,
    y: 100,
    size: 11,
    width: 252,
  });
  doc.moveTo(18, 198).lineTo(270, 198).lineWidth(1.5).stroke('#000');
  const kind = event.shipClass === 'ltl' ? 'PRO #' : 'TRACKING #';
  drawLines(doc, [kind], { x: 18, y: 204, size: 8, bold: true });
  drawBarcode(doc, box.trackingNumber, { x: 28, y: 218, width: 232, height: 58 });
  drawBarcode(doc, box.ucc, { x: 28, y: 300, width: 232, height: 36 });
  doc.moveTo(18, 356).lineTo(270, 356).lineWidth(1.5).stroke('#000');
  drawLines(doc, [`PO ${order.poNumber}`], { x: 18, y: 362, size: 12, bold: true });
  drawLines(doc, [`CARTON ${box.carton} OF ${event.boxes.length}`], {
    x: 150,
    y: 362,
    size: 12,
    bold: true,
    width: 120,
  });
  drawLines(doc, box.contents.slice(0, 4).map(contentText), { x: 18, y: 382, size: 8, width: 252 });
}

const contentText = (content: LabelBox['contents'][number]) =>
  `${content.partNumber} unit ${content.piece} carton ${content.sequence}`;

const boxRow = (box: LabelBox): string[] => [
  String(box.carton),
  box.contents.map(contentText).join('; '),
  `${box.lengthIn} x ${box.widthIn} x ${box.heightIn}`,
  box.weightLb.toFixed(1),
];

const totalWeight = (event: LabelEvent) => event.boxes.reduce((total, box) => total + box.weightLb, 0);

const addressLines = (address: PostalAddress) => [
  address.name,
  address.address1,
  address.address2,
  `${address.city}, ${address.state} ${address.postalCode}`,
  address.country,
];

const dayOf = (instant: number) => new Date(instant).toISOString().slice(0, 10);
