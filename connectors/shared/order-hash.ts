import { createHash } from 'node:crypto';
import type { HeadField, IncomingLine, IncomingOrder } from '#modules/channels/model/port.ts';

/** What of an order and its lines is hashed: a field that is forgotten here does not compile. */
type MeaningOfHead = Record<HeadField | 'channelOrderNo', string | null>;
type MeaningOfLine = Record<
  Exclude<keyof IncomingLine, 'lineNo' | 'name' | 'filledAt' | 'facts'>,
  string | number | boolean | null
>;

/**
 * SHA-256 over the meaning: the order of lines and the form of numbers and times do not count.
 * Of `extra`, what stands under `line<no>.` belongs to its line.
 * @param isMeaningless names in `extra` that move without the order meaning anything else
 */
export function orderHash(
  order: Omit<IncomingOrder, 'payloadHash'>,
  isMeaningless: (name: string) => boolean = () => false,
): string {
  const lines = order.lines
    .map((line) => [
      ...Object.values({
        channelSku: line.channelSku,
        channelItemId: line.channelItemId ?? null,
        qty: line.qty,
        unitPrice: line.unitPrice.toString(),
        isCancelled: line.isCancelled,
        estShipDate: line.estShipDate?.toISOString() ?? null,
      } satisfies MeaningOfLine),
      Object.entries(order.extra)
        .filter(([name]) => name.startsWith(`line${line.lineNo}.`) && !isMeaningless(name))
        .map(([name, value]) => [name.slice(name.indexOf('.')), value])
        .sort(byText),
    ])
    .sort(byText);
  const extra = Object.entries(order.extra)
    .filter(([name]) => !name.startsWith('line'))
    .sort(byText);
  const meaning = [
    ...Object.values({
      channelOrderNo: order.channelOrderNo,
      orderedAt: order.orderedAt.toISOString(),
      shipBy: order.shipBy?.toISOString() ?? null,
      deliverBy: order.deliverBy?.toISOString() ?? null,
      currency: order.currency,
      channelWarehouseCode: order.channelWarehouseCode ?? null,
      shipSpeed: order.shipSpeed ?? null,
      carrierCode: order.carrierCode ?? null,
    } satisfies MeaningOfHead),
    Object.entries(order.shipTo).sort(byText),
    lines,
    extra,
  ];
  return createHash('sha256').update(JSON.stringify(meaning)).digest('hex');
}

function byText(a: unknown, b: unknown): number {
  const [left, right] = [JSON.stringify(a), JSON.stringify(b)];
  return left < right ? -1 : left > right ? 1 : 0;
}
