import { exponentOf } from '#kit/model/currency.ts';
import { lineAmount, parseDecimal, PRICE_SCALE } from '#kit/model/money.ts';
import { invalid, type FieldError } from '#kit/model/refusal.ts';
import { addDays, dayIn } from '#kit/model/time.ts';
import type { Tx } from '#kit/server/database.ts';
import { amountFaults } from '#kit/server/draft/amount-bounds.ts';
import { draftSlots } from '#kit/server/draft/draft-slots.ts';
import { pick } from '#kit/server/stored-rows.ts';
import { currencyFaults } from '#modules/base/server/index.ts';
import { shipment } from '#modules/fulfilment/model/shipment.ts';
import { claim, claimLine } from '../../model/claim.ts';
import { claimFaults } from '../../model/claim-errors.ts';
import { returnOrder } from '../../model/return-order.ts';
import { claimDaysOf } from './claim-terms.ts';

/** A claim while it is written: amounts, the last day to hand it in and whose order it is follow. */
export const claimDraft = draftSlots(
  { of: claim, lines: claimLine, head: claim.fields, line: claimLine.fields },
  {
    async derive(tx, { head, lines: typed, before }) {
      const errors = await currencyFaults(tx, head, ['currency'], before ?? {});
      if (head.incidentOn > dayIn(tx.now, tx.actor.zone)) errors.push(claimFaults.ahead());
      const source = await sourceOf(tx, head.shipmentId);
      const returned = await returnOf(tx, head.returnId);
      errors.push(...partyFaults(head, source, returned));
      if (errors.length > 0) throw invalid(errors);
      const exponent = exponentOf(head.currency);
      const amounts = typed.map(({ qty, unitPrice }) =>
        lineAmount(qty, parseDecimal(unitPrice, PRICE_SCALE) ?? 0n, exponent),
      );
      const beyond = amountFaults(amounts, exponent, { field: 'unitPrice', title: '金额' });
      if (beyond.length > 0) throw invalid(beyond);
      const goodsTotal = amounts.reduce((sum, amount) => sum + amount, 0n);
      const days = await claimDaysOf(tx, head.party, {
        carrierCode: head.carrierCode,
        supplierId: head.supplierId,
      });
      return {
        head: {
          goodsTotal,
          total: goodsTotal + (head.otherAmount ?? 0n),
          lineCount: typed.length,
          dueOn: addDays(head.incidentOn, days.fileDays),
          remindOn: addDays(head.incidentOn, days.fileDays - days.remindDays),
          orderId: source?.orderId ?? returned?.orderId ?? null,
          accountId: source?.accountId ?? returned?.accountId ?? null,
        },
        lines: amounts.map((amount) => ({ currency: head.currency, amount })),
      };
    },
  },
);

interface ShipmentSource {
  shipmentNo: string;
  status: string;
  orderId: string;
  accountId: string;
  warehouseId: string;
}

async function sourceOf(tx: Tx, shipmentId: string | null): Promise<ShipmentSource | null> {
  if (!shipmentId) return null;
  const keys = ['shipmentNo', 'status', 'orderId', 'accountId', 'warehouseId'] as const;
  const [found] = await pick(tx, shipment, keys)`id = ${shipmentId}::uuid`;
  return found ?? null;
}

interface ReturnSource {
  orderId: string | null;
  accountId: string | null;
}

async function returnOf(tx: Tx, returnId: string | null): Promise<ReturnSource | null> {
  if (!returnId) return null;
  const [found] = await pick(tx, returnOrder, ['orderId', 'accountId'])`id = ${returnId}::uuid`;
  return found ?? null;
}

const LEFT: ReadonlySet<string> = new Set(['shipped', 'inTransit', 'exception', 'delivered', 'lost']);

function partyFaults(
  head: {
    party: string;
    carrierCode: string | null;
    supplierId: string | null;
    warehouseId: string;
  },
  source: ShipmentSource | null,
  returned: ReturnSource | null,
): FieldError[] {
  const errors: FieldError[] = [];
  if (head.party === 'carrier' && !head.carrierCode && !source) errors.push(claimFaults.carrier());
  if (head.party === 'supplier' && !head.supplierId) errors.push(claimFaults.supplier());
  if (!source) return errors;
  if (returned?.orderId && returned.orderId !== source.orderId) errors.push(claimFaults.otherOrder());
  if (!LEFT.has(source.status)) errors.push(claimFaults.unshipped({ shipmentNo: source.shipmentNo }));
  if (source.warehouseId !== head.warehouseId) errors.push(claimFaults.otherWarehouse());
  return errors;
}
