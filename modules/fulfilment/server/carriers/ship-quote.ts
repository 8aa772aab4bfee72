import type { Fields, Values } from '#kit/model/field.ts';
import { invalid, type FieldError } from '#kit/model/refusal.ts';
import { dayIn } from '#kit/model/time.ts';
import { placeOf } from '#kit/server/actor.ts';
import type { Tx } from '#kit/server/database.ts';
import { parseBody, readFields } from '#kit/server/parse.ts';
import { requireSeen } from '#kit/server/query/seen-rows.ts';
import { implement, type Route } from '#kit/server/route.ts';
import { warehouse } from '#modules/base/model/warehouse.ts';
import { quoteShipping } from '#modules/base/server/index.ts';
import { boxesOf, cartonsOf, hugeBundles, MOST_BUNDLE_CARTONS, skuFaces } from '#modules/catalog/server/index.ts';
import { planCartons } from '../../model/carton-plan.ts';
import {
  MOST_QUOTED,
  quotedCarton,
  quotedUnits,
  quoteFields,
  shipQuoteRoute,
  type AnsweredQuote,
} from '../../model/ship-quote.ts';

/** 运费试算, by the prices of today. */
export const shipQuote: Route = implement(shipQuoteRoute, (call) => call.tx((tx) => quote(tx, { ...call.body })));

type Carton = AnsweredQuote['cartons'][number];

async function quote(tx: Tx, body: Readonly<Record<string, unknown>>): Promise<AnsweredQuote> {
  const request = parseBody(quoteFields, { ...body }, placeOf(tx.actor));
  const typed = readLines(tx, 'cartons', quotedCarton, body['cartons']);
  const units = readLines(tx, 'skus', quotedUnits, body['skus']);
  await requireSeen(tx, warehouse, request.warehouseId);
  refuseTooMany(typed.reduce((sum, { qty }) => sum + qty, 0));
  const cartons = [
    ...typed.flatMap(({ qty, ...carton }) => Array.from({ length: qty }, () => carton)),
    ...(await cartonsOfUnits(tx, units)),
  ];
  if (cartons.length === 0) throw fieldError('cartons', '请填写箱子的尺寸和重量，或选择SKU和件数');
  refuseTooMany(cartons.length);
  const { warehouseId, country, postalCode } = request;
  const found = await quoteShipping(tx, {
    warehouseId,
    country,
    postalCode,
    cartons,
    isResidential: request.isResidential ?? false,
    day: dayIn(tx.now, tx.actor.zone),
  });
  return { ...found, cartons };
}

/** Judged before so many cartons are made, where that is known. */
function refuseTooMany(cartons: number): void {
  if (cartons > MOST_QUOTED) throw fieldError('cartons', `一次最多试算 ${MOST_QUOTED} 箱，现有 ${cartons} 箱`);
}

const fieldError = (field: string, message: string): Error =>
  invalid([{ field, code: 'fulfilment.shipQuote', message }]);

/** Lines of a body, each judged by its fields; errors name their row. */
function readLines<const F extends Fields>(tx: Tx, name: string, fields: F, raw: unknown): Values<F>[] {
  if (raw === undefined || raw === null) return [];
  if (!Array.isArray(raw) || raw.length > MOST_QUOTED) throw fieldError(name, '行数不正确');
  const errors: FieldError[] = [];
  const lines = raw.map((line: unknown, at) => {
    const given = typeof line === 'object' && line !== null ? line : {};
    const read = readFields(fields, { ...given }, placeOf(tx.actor));
    errors.push(...read.errors.map((one) => ({ ...one, row: at + 1 })));
    return read.values as Values<F>;
  });
  if (errors.length > 0) throw invalid(errors);
  return lines;
}

/** Units in the cartons that they ship in (箱规), packed as the packing desk packs them. */
async function cartonsOfUnits(tx: Tx, units: readonly Values<typeof quotedUnits>[]): Promise<Carton[]> {
  const skuIds = units.map(({ skuId }) => skuId);
  const faces = new Map((await skuFaces(tx, skuIds)).map((face) => [face.id, face]));
  const cartons = await cartonsOf(tx, skuIds);
  const huge = await hugeBundles(tx, skuIds);
  const errors = units.flatMap(({ skuId }, at): FieldError[] => {
    const face = faces.get(skuId);
    if (face && cartons.get(skuId)?.length) return [];
    const boxes = huge.get(skuId)?.cartons;
    const message = !face
      ? 'SKU不存在'
      : boxes
        ? `${face.skuCode} 每套 ${boxes} 箱，超过 ${MOST_BUNDLE_CARTONS} 箱，请检查组合明细`
        : `${face.skuCode} 没有箱规，请先登记箱规或直接填箱子`;
    return [{ field: 'skuId', row: at + 1, code: 'fulfilment.shipQuote', message }];
  });
  if (errors.length > 0) throw invalid(errors);
  refuseTooMany(units.reduce((sum, { skuId, qty }) => sum + boxesOf(qty, cartons.get(skuId)), 0));
  const planned = planCartons(
    units.map(({ skuId, qty }) => ({
      shipmentLineId: '',
      orderLineId: '',
      skuId,
      channelSku: '',
      qty,
      firstPiece: 1,
      cartons: cartons.get(skuId) ?? [],
    })),
  );
  return planned.map(({ lengthMm, widthMm, heightMm, weightG }) => ({
    lengthMm,
    widthMm,
    heightMm,
    weightG,
  }));
}
