import { repeatedNumber, trackingNumbers } from '#kit/model/tracking-number.ts';
import { command, moveInTransaction, type Command } from '#kit/server/command.ts';
import type { Tx } from '#kit/server/database.ts';
import { setColumns, setEach } from '#kit/server/stored-rows.ts';
import { setFacts } from '#modules/orders/server/index.ts';
import { labelOfCarrierOnly } from '../../model/carrier-errors.ts';
import {
  channelLabelOnly,
  notOwnLabel,
  trackingCount,
  trackingRepeated,
  trackingShared,
  trackingTaken,
  trackingUnclear,
} from '../../model/errors.ts';
import { needsChannelLabel } from '../../model/label-source.ts';
import { boxLifecycle, shipmentLifecycle } from '../../model/shipment-lifecycle.ts';
import type { BoxItem } from '../../model/carton-plan.ts';
import { box, shipment, type ShipmentRow } from '../../model/shipment.ts';
import { MOST_NUMBERS, numbersText } from '../../model/tracking.ts';
import { followCarrier } from '../carrier-code.ts';
import { boughtOf } from '../carriers/bought-methods.ts';
import { sharedByOrders, takeNumbers } from '../joint/joint-labels.ts';
import { jointly, partnerRefusals, moveJointShipments } from '../joint/joint-shipment.ts';
import type { LiveBox } from './deal-labels.ts';
import { takenElsewhere } from './label-reuse.ts';
import { labelBox } from './labels.ts';

/** 录入运单: an own carrier's numbers, one for all boxes or one each; no channel is asked. */
export const enterOwnLabel: Command = command(shipmentLifecycle, 'ownLabel', {
  async guard(tx, rows) {
    const bought = await boughtOf(tx, rows);
    return new Map([
      ...rows.flatMap((row) => {
        if (needsChannelLabel(row.orderType, row.accountOwner)) return [[row.id, channelLabelOnly()] as const];
        return bought.get(row.id)?.['isBought'] === true ? [[row.id, labelOfCarrierOnly()] as const] : [];
      }),
      ...(await partnerRefusals(tx, rows)),
    ]);
  },
  async run(tx, rows, { carrierCode, trackingNo }) {
    const read = trackingNumbers(trackingNo);
    if ('fault' in read) throw trackingUnclear(read.fault);
    const { numbers } = read;
    for (const row of rows) {
      const orderId = row.orderId;
      const boxes = await dealTyped(tx, row, numbers, 'sealed');
      await setColumns(tx, shipment, [row.id], {
        carrierCode,
        trackingNo: numbersText(numbers, MOST_NUMBERS.shipment),
        labelSource: 'own',
        labelError: null,
      });
      if (boxes.length > 0)
        await moveInTransaction(
          tx,
          labelBox,
          boxes.map((box) => box.id),
        );
      await setFacts(tx, orderId, {
        labelStatus: 'own',
        trackingNo: numbersText(numbers, MOST_NUMBERS.shipment),
      });
    }
    await moveJointShipments(tx, rows, labelPartner, { carrierCode, trackingNo });
  },
});

/**
 * Numbers that somebody typed, one for all boxes or one each, in the order of the boxes.
 * @throws Refusal 422 at the number: too few or too many, another order's, or one for goods of two orders
 * @returns the boxes
 */
export async function dealTyped(
  tx: Tx,
  { id, orderId, partnerCount }: Pick<ShipmentRow, 'id' | 'orderId' | 'partnerCount'>,
  numbers: readonly string[],
  status: 'sealed' | 'labelled',
): Promise<LiveBox[]> {
  const boxes = await tx.rows<LiveBox & { items: BoxItem[] }>`
    select id, shipment_id, box_no, items from box where tenant_id = ${tx.tenant} and status = ${status}
      and shipment_id = ${id} order by box_no`;
  if (numbers.length !== 1 && numbers.length !== boxes.length)
    throw trackingCount({ boxes: boxes.length, given: numbers.length });
  const repeated = repeatedNumber(numbers);
  if (repeated) throw trackingRepeated({ trackingNo: repeated });
  const foreign = await takenElsewhere(tx, orderId, numbers);
  if (foreign) throw trackingTaken({ trackingNo: foreign });
  const dealt = numbers.length === 1 ? boxes.map(() => numbers[0] as string) : numbers;
  const shared = partnerCount > 0 && (await sharedByOrders(tx, id, boxes, dealt));
  if (shared) throw trackingShared({ trackingNo: shared, boxes: boxes.length });
  await setEach(
    tx,
    box,
    boxes.map((one, at) => ({ id: one.id, trackingNo: dealt[at] as string })),
  );
  return boxes;
}

const labelPartner = command(shipmentLifecycle, 'ownLabel', { run: takeNumbers });

const unlabelBox = command(boxLifecycle, 'unlabel', { run: async () => undefined });

/** 撤回运单: numbers that were typed wrong, or should never have been typed, are taken back. */
export const retractLabel: Command = jointly(
  command(shipmentLifecycle, 'retractLabel', {
    async guard(_tx, rows) {
      return new Map(rows.filter((row) => row.labelSource !== 'own').map((row) => [row.id, notOwnLabel()]));
    },
    run: clearLabels,
  }),
);

/** Shipments whose labels are gone, though they are packed: numbers and files of their boxes are too. */
export async function clearLabels(tx: Tx, rows: readonly { id: string; orderId: string }[]): Promise<void> {
  const ids = rows.map((row) => row.id);
  const boxes = await tx.rows<{ id: string }>`
    update box set tracking_no = null, label_asset_id = null
    where tenant_id = ${tx.tenant} and status = 'labelled' and shipment_id = any(${ids}::uuid[])
    returning id`;
  if (boxes.length > 0)
    await moveInTransaction(
      tx,
      unlabelBox,
      boxes.map(({ id }) => id),
    );
  await tx.run`
    update shipment set tracking_no = null, label_source = null, label_hold = null
    where tenant_id = ${tx.tenant} and id = any(${ids}::uuid[])`;
  await followCarrier(tx, ids);
  for (const row of rows) await setFacts(tx, row.orderId, { labelStatus: null, trackingNo: null });
}
