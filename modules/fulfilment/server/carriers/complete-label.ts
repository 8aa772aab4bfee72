import type { Refusal } from '#kit/model/refusal.ts';
import { trackingNumbers } from '#kit/model/tracking-number.ts';
import { command, type Command } from '#kit/server/command.ts';
import type { Tx } from '#kit/server/database.ts';
import { pick, setColumns } from '#kit/server/stored-rows.ts';
import { setFacts } from '#modules/orders/server/index.ts';
import {
  costBelowQuote,
  costKnown,
  currencyMissing,
  currencyOfQuote,
  labelComplete,
  nothingToComplete,
  numbersKnown,
} from '../../model/carrier-errors.ts';
import { labelDenied, trackingUnclear } from '../../model/errors.ts';
import { denialIn } from '../../model/label-denial.ts';
import { withoutPrice } from '../../model/label-hold.ts';
import { shipmentLifecycle } from '../../model/shipment-lifecycle.ts';
import { box, shipment, type ShipmentRow } from '../../model/shipment.ts';
import { shippingLabel } from '../../model/shipping-label.ts';
import { MOST_NUMBERS, numbersText } from '../../model/tracking.ts';
import { takeNumbers } from '../joint/joint-labels.ts';
import { partnersOf } from '../joint/joint-shipment.ts';
import { dealTyped } from '../packing/own-label.ts';
import { endHold, pagesFault } from '../packing/label-hold.ts';
import type { StoredLabel } from './label-money.ts';

/** 补录面单: a label was paid whose answer lacks a number or the price; somebody reads them at the carrier. */
export const completeLabel: Command = command(shipmentLifecycle, 'completeLabel', {
  async guard(_tx, rows) {
    const isWhole = ({ labelHold, labelSource }: ShipmentRow): boolean =>
      labelHold === null || labelSource !== 'carrier';
    return new Map<string, Refusal>([
      ...rows.filter(isWhole).map(({ id }) => [id, labelComplete()] as const),
      ...rows.flatMap(({ id, labelHold }) => {
        const reason = denialIn(labelHold);
        return reason ? [[id, labelDenied({ reason })] as const] : [];
      }),
    ]);
  },
  async run(tx, rows, { trackingNo, cost, currency }) {
    for (const row of rows) {
      const label = await tx.maybe<StoredLabel>`
        select * from shipping_label where tenant_id = ${tx.tenant} and shipment_id = ${row.id}::uuid
          and status = 'active' for update`;
      if (!label) throw labelComplete();
      // What the dialog showed and nobody changed is no answer.
      const typed = trackingNo && trackingNo !== row.trackingNo ? trackingNo : null;
      const isPriced = cost !== null && cost !== undefined && cost !== label.cost;
      if (typed === null && !isPriced) throw nothingToComplete();
      if (isPriced) await takePrice(tx, label, cost, currency || null);
      if (typed === null) await endHold(tx, row, withoutPrice(row.labelHold));
      else await takeTyped(tx, row, label, typed);
    }
  },
});

/** On an account of the platform the price that was set aside is the least: what it is charged by is not typed down. */
async function takePrice(tx: Tx, label: StoredLabel, cost: bigint, given: string | null): Promise<void> {
  if (label.cost !== null) throw costKnown();
  const currency = given ?? label.currency;
  if (currency === null) throw currencyMissing();
  if (label.owner === 'platform' && label.currency !== null) {
    if (currency !== label.currency) throw currencyOfQuote({ currency: label.currency });
    if (cost < (label.quotedCost ?? 0n)) throw costBelowQuote();
  }
  const note = [label.note, `面单费由 ${tx.actor.username} 补录`].filter(Boolean).join('；');
  await setColumns(tx, shippingLabel, [label.id], { cost, currency, note });
}

async function takeTyped(tx: Tx, row: ShipmentRow, label: StoredLabel, typed: string): Promise<void> {
  const read = trackingNumbers(typed);
  if ('fault' in read) throw trackingUnclear(read.fault);
  const [unnumbered] = await pick(tx, box, ['id'])`
    shipment_id = ${row.id}::uuid and status = 'labelled' and tracking_no is null limit 1`;
  if (!unnumbered) throw numbersKnown();
  const boxes = await dealTyped(tx, row, read.numbers, 'labelled');
  const trackingNo = numbersText(read.numbers, MOST_NUMBERS.shipment);
  await setColumns(tx, shipment, [row.id], { trackingNo });
  await setColumns(tx, shippingLabel, [label.id], {
    trackingNo: numbersText(read.numbers, MOST_NUMBERS.label),
  });
  await endHold(tx, row, await pagesFault(tx, row, boxes));
  await setFacts(tx, row.orderId, { trackingNo });
  await takeNumbers(tx, await partnersOf(tx, [row]));
}
