import { decimalText } from '#kit/model/decimal-text.ts';
import { numberKey } from '#kit/model/numbers.ts';
import { bareKey, parcelKeys, parcelNumbers } from '#kit/model/tracking-number.ts';
import { inchesToMm } from '#kit/model/unit.ts';
import { GRAMS } from './scale.ts';
import { cartonCodeOf } from './station-codes.ts';
import type { StationBox, StationLine, StationMeasures, StationShipment } from './station.ts';

type Keys = ReadonlySet<string>;

const keysOf = (code: string): Keys => new Set(parcelNumbers(code).map(numberKey));

const has = (keys: Keys, code: string | null): boolean => code !== null && keys.has(numberKey(code));

/** Whether a box goes under the number that was read. */
const isTracked = ({ trackingNo }: StationBox, code: string): boolean =>
  trackingNo !== null && parcelKeys(code).includes(bareKey(trackingNo));

/** Whether goods are called so: by our code, UPC, alias, or that of the channel. */
const isLine = ({ channelSku, codes }: StationLine, keys: Keys): boolean =>
  [channelSku, ...codes].some((code) => has(keys, code));

/** A component of a bundle stands in front of the name of its carton: `WB-LEG 1 床脚`. */
const isComponent = (box: StationBox, keys: Keys): boolean =>
  box.items.some(({ label }) => label.includes(' ') && has(keys, label.split(' ')[0] ?? null));

/** Which of its cartons goods are, where the code says so. */
function goodsOf(code: string): { keys: Keys; cartonNo: number | null } {
  const carton = cartonCodeOf(code);
  return carton ? { keys: keysOf(carton.goods), cartonNo: carton.cartonNo } : { keys: keysOf(code), cartonNo: null };
}

/** Boxes into which goods belong by what was read off them. */
function boxesOfGoods(shipment: Pick<StationShipment, 'lines' | 'boxes'>, code: string): StationBox[] {
  const { keys, cartonNo } = goodsOf(code);
  const lines = new Set(shipment.lines.filter((line) => isLine(line, keys)).map(({ id }) => id));
  return shipment.boxes.filter(
    (box) =>
      box.items.some((item) => lines.has(item.shipmentLineId) && (cartonNo === null || item.cartonNo === cartonNo)) ||
      (cartonNo === null && isComponent(box, keys)),
  );
}

/** Goods of several cartons that a code names, and whether it says which of them it was read off. */
export function cartonGoods(
  shipment: Pick<StationShipment, 'lines' | 'boxes'>,
  code: string,
): { skuIds: string[]; isMarked: boolean } {
  const { keys, cartonNo } = goodsOf(code);
  const several = new Set(
    shipment.boxes.flatMap(({ items }) =>
      items.flatMap(({ cartons, shipmentLineId }) => (cartons > 1 ? [shipmentLineId] : [])),
    ),
  );
  const lines = shipment.lines.filter((line) => several.has(line.id) && isLine(line, keys));
  return { skuIds: lines.map(({ skuId }) => skuId), isMarked: cartonNo !== null };
}

/** Whether a code leads to this box: its own number, or that of goods in it. The server asks it too. */
export const isOfBox = (shipment: Pick<StationShipment, 'lines' | 'boxes'>, box: StationBox, code: string): boolean =>
  has(keysOf(code), box.boxNo) || isTracked(box, code) || boxesOfGoods(shipment, code).includes(box);

/** What a code means in a shipment. */
export type CartonScan =
  | { means: 'box'; box: StationBox }
  /** All that it may mean is packed already. */
  | { means: 'packed'; box: StationBox; isMore: boolean }
  | { means: 'shipment' }
  | { means: 'unknown' };

/** Looks a code up in a shipment: a box by its number, goods as their next open box. */
export function cartonScan(shipment: StationShipment, code: string): CartonScan {
  const keys = keysOf(code);
  const named = shipment.boxes.find((box) => has(keys, box.boxNo) || isTracked(box, code));
  if (named)
    return named.status === 'open' ? { means: 'box', box: named } : { means: 'packed', box: named, isMore: false };
  const goods = boxesOfGoods(shipment, code);
  const open =
    goods.find((box) => box.status === 'open' && box.id !== shipment.atHand) ??
    goods.find((box) => box.status === 'open');
  if (open) return { means: 'box', box: open };
  const [packed] = goods;
  if (packed) return { means: 'packed', box: packed, isMore: goodsOf(code).cartonNo === null };
  const own = [shipment.shipmentNo, shipment.channelOrderNo, shipment.orderNo];
  return own.some((number) => has(keys, number)) ? { means: 'shipment' } : { means: 'unknown' };
}

/** `第 2/3 箱 床尾`: a box by its place in its unit, or in the shipment. */
export function boxTitle(shipment: Pick<StationShipment, 'boxes'>, box: StationBox): string {
  const [item] = box.items;
  if (item && item.cartons > 1) return `第 ${item.cartonNo}/${item.cartons} 箱 ${item.label}`;
  return `第 ${shipment.boxes.findIndex(({ id }) => id === box.id) + 1}/${shipment.boxes.length} 箱`;
}

const WEIGHT = /^([+-]?(?:\d{1,5}(?:\.\d{0,3})?|\.\d{1,3}))\s*(lbs?|kg|oz|g|)$/i;
const SIZES = /^([\d.]{1,6})x([\d.]{1,6})x([\d.]{1,6})$/;

/**
 * Measures as they are typed: `12.5`, `12.5 kg`, `24x18x6` or both. Pounds and inches where no unit
 * stands.
 * @returns null where the text is no measure; what is not above zero comes as it was typed
 */
export function measuresOfText(text: string): StationMeasures | null {
  const plain = text
    .trim()
    .toLowerCase()
    .replace(/\s*[x×*]\s*(?=[\d.])/g, 'x');
  const [first = '', ...others] = plain.split(/\s+(?=[\d.]+x)/);
  if (others.length > 1) return null;
  const sizes = SIZES.exec(others[0] ?? first);
  const weight = others.length === 0 && sizes ? null : WEIGHT.exec(first);
  if (!sizes && !weight) return null;
  if (others.length > 0 && (!sizes || !weight)) return null;
  const measures: StationMeasures = {};
  if (weight) {
    const read = decimalText(weight[1] ?? '');
    if (!('decimal' in read)) return null;
    measures.weightG = Math.round(Number(read.decimal) * (GRAMS[weight[2] || 'lb'] ?? 0));
  }
  if (sizes) {
    const [length = 0, width = 0, height = 0] = sizes.slice(1).map((one) => inchesToMm(Number(one)));
    Object.assign(measures, { lengthMm: length, widthMm: width, heightMm: height });
  }
  return measures;
}
