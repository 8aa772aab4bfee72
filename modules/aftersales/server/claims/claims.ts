import { exponentOf } from '#kit/model/currency.ts';
import { lineAmount, parseDecimal, PRICE_SCALE } from '#kit/model/money.ts';
import type { Tx } from '#kit/server/database.ts';
import type { ReturnableLine } from '#modules/orders/server/index.ts';
import { CLAIMING_STATES } from '../../model/return-lifecycle.ts';

/** What a return claims of a line of an order. */
export interface Claim {
  orderLineId: string;
  returnId: string;
  /** Units that are promised to come back, came back, or were credited without. */
  units: number;
  /** Of these, units that are still to come. */
  open: number;
  /** Minor units of the order's currency. */
  credited: bigint;
}

/**
 * What returns claim of these lines of orders, each line of each return. Units that were promised and
 * did not come are free again once the return has been received.
 */
export const claimsOf = (tx: Tx, orderLineIds: readonly string[]): Promise<Claim[]> =>
  tx.rows<Claim>`
    select l.order_line_id, l.return_id, sum(l.credited)::bigint as credited,
      sum(case when r.type = 'refundOnly' then l.qty_requested
        when r.status in ('approved', 'receiving') then greatest(l.qty_requested, l.qty_received)
        else l.qty_received - l.qty_wrong + l.qty_accepted end)::integer as units,
      sum(case when r.type <> 'refundOnly' and r.status in ('approved', 'receiving')
        then greatest(0, l.qty_requested - l.qty_received) else 0 end)::integer as open
    from return_line l join return_order r on r.tenant_id = l.tenant_id and r.id = l.return_id
    where l.tenant_id = ${tx.tenant} and l.order_line_id = any(${orderLineIds}::uuid[])
      and r.status = any(${[...CLAIMING_STATES]}::text[])
    group by 1, 2`;

/** Units of a line that others than this return leave. */
export const unitsLeft = (line: ReturnableLine, claims: readonly Claim[], except: string | null): number =>
  claims
    .filter(({ orderLineId, returnId }) => orderLineId === line.id && returnId !== except)
    .reduce((left, { units }) => left - units, line.qtyShipped);

/** A line of a return, with the units that are to come of it and those that have. */
interface ComingLine {
  id: string;
  orderLineId: string | null;
  requested: number;
  received: number;
}

/** Units of the same line of the order that other lines of the return take, or still wait for. */
export const takenBeside = (line: Pick<ComingLine, 'id' | 'orderLineId'>, lines: readonly ComingLine[]): number =>
  lines
    .filter(({ id, orderLineId }) => id !== line.id && orderLineId === line.orderLineId)
    .reduce((sum, { requested, received }) => sum + Math.max(requested, received), 0);

/** What the buyer was charged for the units of a line that were sent, minor units. */
export function chargedFor(line: ReturnableLine, currency: string): bigint {
  if (line.qtyShipped === 0) return 0n;
  if (line.qtyShipped === line.qty - line.qtyCancelled) return line.lineNet;
  const price = parseDecimal(line.unitPrice, PRICE_SCALE) ?? 0n;
  return lineAmount(line.qtyShipped, price, exponentOf(currency));
}

/** What of that stands for so many units, minor units; rounded up, since all returns together are bound by the whole. */
export function chargedForUnits(line: ReturnableLine, units: number, currency: string): bigint {
  if (units === 0 || line.qtyShipped === 0) return 0n;
  const sent = BigInt(line.qtyShipped);
  return (chargedFor(line, currency) * BigInt(units) + sent - 1n) / sent;
}

/** What may still be credited for a line, minor units. */
export const creditLeft = (line: ReturnableLine, claims: readonly Claim[], currency: string): bigint =>
  claims
    .filter(({ orderLineId }) => orderLineId === line.id)
    .reduce((left, { credited }) => left - credited, chargedFor(line, currency));
