import { readAddress } from '#kit/model/address.ts';
import { createHash } from 'node:crypto';
import type { FieldError } from '#kit/model/refusal.ts';
import { formatDecimal, parseDecimal, PRICE_SCALE } from '#kit/model/money.ts';
import type { IncomingLine, IncomingOrder } from '../model/port.ts';
import { headOfRows } from '#kit/server/import-export/head-of-rows.ts';
import { HEAD_KEYS, ORDER_SHEET, type OrderSheetRow } from '../model/order-sheet.ts';

/** A row of a sheet, numbered as in the sheet. */
export interface SheetLine {
  row: number;
  values: OrderSheetRow;
}

type HeadKey = (typeof HEAD_KEYS)[number];
export type SheetHead = { [K in HeadKey]?: OrderSheetRow[K] };

/** What rows of one PO say of it together, and at which rows they contradict each other. */
export function orderHead(lines: readonly SheetLine[]): { head: SheetHead; errors: FieldError[] } {
  const request = { keys: HEAD_KEYS, fields: ORDER_SHEET, name: '同一PO' };
  const { head, errors } = headOfRows(lines, request);
  return { head: head as SheetHead, errors };
}

/**
 * Rows that say the same line twice. With line numbers a row that repeats another word for word is the
 * same line, and left out; without, nobody knows whether a line was meant twice or pasted twice.
 */
export function linesOfRows(lines: readonly SheetLine[]): {
  lines: SheetLine[];
  errors: FieldError[];
} {
  const stored: SheetLine[] = [];
  const errors: FieldError[] = [];
  const byNo = new Map<number, SheetLine>();
  const unnumbered = new Map<string, number>();
  for (const line of lines) {
    const { row, values } = line;
    const { lineNo = null } = values;
    const text = goodsOf(values);
    if (lineNo === null) {
      const first = unnumbered.get(text);
      if (first === undefined) unnumbered.set(text, row);
      else
        errors.push({
          field: 'lineNo',
          row,
          code: 'repeated',
          message: `与第 ${first} 行重复；确为两行商品请填写不同的行号`,
        });
    } else {
      const first = byNo.get(lineNo);
      if (first) {
        if (goodsOf(first.values) !== text)
          errors.push({
            field: 'lineNo',
            row,
            code: 'repeated',
            message: `行号与第 ${first.row} 行相同，商品、数量或单价不同`,
          });
        continue;
      }
      byNo.set(lineNo, line);
    }
    stored.push(line);
  }
  return { lines: stored, errors };
}

const goodsOf = ({ channelSku, skuCode, qty, unitPrice }: OrderSheetRow): string =>
  JSON.stringify([channelSku ?? null, skuCode ?? null, qty, priceOf(unitPrice).toString()]);

const priceOf = (unitPrice: string): bigint => parseDecimal(unitPrice, PRICE_SCALE) ?? 0n;

/** What is known of an order that the sheet names again. */
export interface KnownHead {
  orderedAt: Date;
  currency: string;
}

/**
 * Rows of one PO as the order that its channel would tell. What the sheet does not say is withheld, not
 * gone: of a known order it stays. Pure.
 * @param skuOf the channel's part number of a row
 * @param known the order as it stands, where there is one
 * @param now when an order counts as placed that nobody gives a day
 */
export function orderOfRows(
  lines: readonly SheetLine[],
  head: SheetHead,
  skuOf: (line: SheetLine) => { channelSku: string; name: string; channelItemId?: string },
  { known, now, currency }: { known: KnownHead | null; now: Date; currency: string },
): IncomingOrder {
  const [first] = lines as [SheetLine, ...SheetLine[]];
  const numbered = lines.map((line, at) => ({ line, no: line.values.lineNo ?? at + 1 }));
  const order: Omit<IncomingOrder, 'payloadHash'> = {
    channelOrderNo: first.values.channelOrderNo,
    orderedAt: orderedAtOf(head.orderedAt ?? null, known, now),
    ...(head.shipBy ? { shipBy: head.shipBy } : {}),
    currency: head.currency ?? known?.currency ?? currency,
    ...(head.warehouseCode ? { channelWarehouseCode: head.warehouseCode } : {}),
    ...(head.shipSpeed ? { shipSpeed: head.shipSpeed } : {}),
    ...(head.carrierCode ? { carrierCode: head.carrierCode } : {}),
    shipTo: { ...readAddress('shipTo', head), country: head.shipToCountry ?? (known ? '' : 'US') },
    lines: distinctNumbers(numbered).map(({ line, no }): IncomingLine => ({
      lineNo: no,
      ...skuOf(line),
      qty: line.values.qty,
      unitPrice: priceOf(line.values.unitPrice),
      isCancelled: false,
    })),
    isPartial: true,
    extra: {},
  };
  return { ...order, payloadHash: hashOf(order) };
}

/** Line numbers of an order are its own; a row without one takes the next that is free. */
function distinctNumbers<T extends { no: number; line: SheetLine }>(numbered: readonly T[]): T[] {
  const taken = new Set(numbered.flatMap(({ line }) => line.values.lineNo ?? []));
  let next = 1;
  return numbered.map((one) => {
    if (one.line.values.lineNo) return one;
    while (taken.has(next)) next += 1;
    taken.add(next);
    return { ...one, no: next };
  });
}

/** A sheet says minutes: an instant within the minute that is known is the one that is known. */
function orderedAtOf(answers: Date | null, known: KnownHead | null, now: Date): Date {
  if (!known) return answers ?? now;
  const minute = (at: Date): number => Math.floor(at.getTime() / 60_000);
  return answers && minute(answers) !== minute(known.orderedAt) ? answers : known.orderedAt;
}

/** Over what the rows mean, in no order of theirs; never equal to what a channel's own telling gives. */
function hashOf(order: Omit<IncomingOrder, 'payloadHash'>): string {
  const lines = order.lines
    .map(({ channelSku, qty, unitPrice }) => [channelSku, qty, formatDecimal(unitPrice, PRICE_SCALE)])
    .map((line) => JSON.stringify(line))
    .sort();
  const { shipBy, orderedAt, ...rest } = order;
  const meaning = JSON.stringify([
    'sheet',
    orderedAt.toISOString(),
    shipBy?.toISOString() ?? null,
    [rest.channelOrderNo, rest.currency, rest.channelWarehouseCode, rest.shipSpeed],
    rest.carrierCode ?? null,
    rest.shipTo,
    lines,
  ]);
  return createHash('sha256').update(meaning).digest('hex');
}
