import type { OrderForShipment } from '#modules/orders/server/index.ts';
import type { IncomingOrder } from '../model/port.ts';

/** Units by part number: one part may stand on several lines of an order. */
function byPart(lines: readonly { channelSku: string; units: number }[]): Map<string, number> {
  const sums = new Map<string, number>();
  for (const { channelSku, units } of lines) sums.set(channelSku, (sums.get(channelSku) ?? 0) + units);
  return sums;
}

/** Parts of which the channel still wants more units than we mean to ship, and how many of each. */
export function unitsAbove(
  reported: Pick<IncomingOrder, 'lines'>,
  order: Pick<OrderForShipment, 'lines'>,
): { channelSku: string; told: number; ours: number }[] {
  const requested = byPart(
    reported.lines.map((line) => ({
      channelSku: line.channelSku,
      units: line.isCancelled ? 0 : line.qty,
    })),
  );
  const ours = byPart(
    order.lines.map((line) => ({
      channelSku: line.channelSku,
      units: line.qty - line.qtyCancelled,
    })),
  );
  return [...requested]
    .map(([channelSku, units]) => ({ channelSku, told: units, ours: ours.get(channelSku) ?? 0 }))
    .filter((part) => part.told > part.ours && ours.has(part.channelSku));
}
