import fc from 'fast-check';
import { expect, test } from 'vitest';
import { missingCartons, planCartons, type BoxItem, type CartonSpec, type PlanLine } from './carton-plan.ts';

const carton = (cartonNo: number, more: Partial<CartonSpec> = {}): CartonSpec => ({
  cartonNo,
  label: `箱${cartonNo}`,
  lengthMm: 100 * cartonNo,
  widthMm: 200,
  heightMm: 300,
  grossWeightG: 1000 * cartonNo,
  unitsPerCarton: 1,
  ...more,
});

const line = (id: string, qty: number, cartons: CartonSpec[], firstPiece = 1): PlanLine => ({
  shipmentLineId: `shipment-${id}`,
  orderLineId: `order-${id}`,
  skuId: `sku-${id}`,
  channelSku: id.toUpperCase(),
  qty,
  firstPiece,
  cartons,
});

/** Either one carton of several units, or several cartons of one: the product refuses a mixture. */
const anyLine = (id: string) =>
  fc
    .tuple(
      fc.integer({ min: 1, max: 12 }),
      fc.integer({ min: 1, max: 30 }),
      fc.oneof(
        fc.integer({ min: 1, max: 7 }).map((units) => [carton(1, { unitsPerCarton: units })]),
        fc.integer({ min: 2, max: 6 }).map((n) => Array.from({ length: n }, (_, index) => carton(index + 1))),
      ),
    )
    .map(([qty, firstPiece, cartons]) => line(id, qty, cartons, firstPiece));

const anyShipment = fc
  .integer({ min: 1, max: 4 })
  .chain((n) => fc.tuple(...Array.from({ length: n }, (_, index) => anyLine(`line${index}`))));

const RUNS = { seed: 20_261_121, numRuns: 300 };
const itemsOf = (boxes: readonly { items: BoxItem[] }[]): BoxItem[] => boxes.flatMap(({ items }) => items);

test('two beds of three cartons are six boxes, each with its piece and carton on it', () => {
  const boxes = planCartons([
    line('bed', 2, [carton(1, { label: '床头' }), carton(2, { label: '床边' }), carton(3, { label: '床尾' })]),
  ]);
  expect(boxes.map(({ content }) => content)).toEqual([
    'BED 第1件 1/3 床头',
    'BED 第1件 2/3 床边',
    'BED 第1件 3/3 床尾',
    'BED 第2件 1/3 床头',
    'BED 第2件 2/3 床边',
    'BED 第2件 3/3 床尾',
  ]);
});

test('seven units in cartons of three are two full boxes and a lighter one', () => {
  const boxes = planCartons([line('vase', 7, [carton(1, { unitsPerCarton: 3, grossWeightG: 900 })], 4)]);
  expect(boxes.map(({ weightG }) => weightG)).toEqual([900, 900, 300]);
  expect(itemsOf(boxes).map(({ piece, qty }) => [piece, qty])).toEqual([
    [4, 3],
    [7, 3],
    [10, 1],
  ]);
});

test('every unit of an N-carton SKU lies in exactly N boxes, one of each carton', () => {
  fc.assert(
    fc.property(anyShipment, (lines) => {
      const boxes = planCartons(lines);
      for (const { shipmentLineId, qty, firstPiece, cartons } of lines) {
        const own = boxes.filter(({ items }) => items.some((item) => item.shipmentLineId === shipmentLineId));
        for (let piece = firstPiece; piece < firstPiece + qty; piece++) {
          const holding = own.flatMap(({ items }) =>
            items.filter((item) => item.piece <= piece && piece < item.piece + item.qty),
          );
          expect(holding.map(({ cartonNo }) => cartonNo).toSorted()).toEqual(cartons.map(({ cartonNo }) => cartonNo));
        }
        const pieces = itemsOf(own).flatMap((item) => [item.piece, item.piece + item.qty - 1]);
        expect(Math.min(...pieces)).toBe(firstPiece);
        expect(Math.max(...pieces)).toBe(firstPiece + qty - 1);
      }
    }),
    RUNS,
  );
});

test('a box holds one kind of carton, weighs something and never more than a full one', () => {
  fc.assert(
    fc.property(anyShipment, (lines) => {
      for (const { items, weightG, lengthMm } of planCartons(lines)) {
        expect(items).toHaveLength(1);
        const [item] = items as [BoxItem];
        const own = lines.find((one) => one.shipmentLineId === item.shipmentLineId) as PlanLine;
        const spec = own.cartons.find(({ cartonNo }) => cartonNo === item.cartonNo) as CartonSpec;
        expect(lengthMm).toBe(spec.lengthMm);
        expect(weightG).toBeGreaterThan(0);
        expect(weightG).toBeLessThanOrEqual(spec.grossWeightG);
        expect(item.qty).toBeLessThanOrEqual(spec.unitsPerCarton);
      }
    }),
    RUNS,
  );
});

test('a whole plan lacks nothing; without any one of its boxes that carton is named', () => {
  fc.assert(
    fc.property(anyShipment, fc.nat(), (lines, which) => {
      const boxes = planCartons(lines);
      const lacking = (stored: typeof boxes): string[] =>
        lines.flatMap((one) =>
          missingCartons(
            one,
            itemsOf(stored).filter((item) => item.shipmentLineId === one.shipmentLineId),
          ),
        );
      expect(lacking(boxes)).toEqual([]);
      const lost = boxes[which % boxes.length] as (typeof boxes)[number];
      const [item] = lost.items as [BoxItem];
      const [named, ...more] = lacking(boxes.filter((box) => box !== lost));
      expect(more).toEqual([]);
      expect(named).toContain(`${item.channelSku} 缺 `);
      expect(named).toContain(item.label);
      if (item.qty > 1) expect(named).toContain(`×${item.qty}`);
    }),
    RUNS,
  );
});

test('a SKU without cartons cannot be packed by rule', () => {
  expect(() => planCartons([line('bare', 1, [])])).toThrow('BARE has no cartons');
});
