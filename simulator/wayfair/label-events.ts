/** Label events: how they are read, and how one looks on the wire. */
import { upcOf } from '../catalogue.ts';
import { sees } from '../world.ts';
import { PREFIX } from './context.ts';
import { selectRows } from './filters.ts';
import { orderToWire } from './orders.ts';
import { storageUrl } from './storage-url.ts';
import type { WireContext } from './context.ts';
import type { ListArguments } from './filters.ts';
import type { LabelEvent } from './state.ts';

export function listLabelEvents(args: ListArguments, context: WireContext) {
  const visible = context.state.labelEvents.filter(
    (event) => event.visibleAt <= context.now && sees(context.client, event.warehouseId),
  );
  const rows = selectRows(visible, args, field, context.world.settings.limitCap);
  return rows.map((event) => labelEventToWire(event, context));
}

/** `poNumber` is the digits only; `fullPoNumber` of the labels is the whole number. */
export function labelEventToWire(event: LabelEvent, context: WireContext) {
  const order = context.state.orders[event.poNumber];
  const records = labelRecords(event);
  return {
    id: event.id,
    eventDate: event.eventDate,
    pickupDate: event.pickupDate,
    poNumber: digitsOf(event.poNumber),
    billOfLading: event.bolNumber === null ? null : { url: apiUrl(context, 'bill_of_lading', event.poNumber) },
    consolidatedShippingLabel: { url: labelUrl(event, context) },
    customsDocument: {
      required: order?.customsRequired ?? false,
      url: order?.customsRequired === true ? storageUrl(context, 'customs', event.poNumber) : null,
    },
    generatedShippingLabels: records.map((record) => ({
      poNumber: digitsOf(event.poNumber),
      fullPoNumber: event.poNumber,
      carrier: event.carrier,
      carrierCode: event.carrierCode,
      ...record,
    })),
    shippingLabelInfo: records.map((record) => ({
      carrier: event.carrier,
      carrierCode: event.carrierCode,
      trackingNumber: record.trackingNumber,
    })),
    purchaseOrder: order === undefined ? null : orderToWire(order, context),
    shippingUnits: event.boxes.flatMap((box) =>
      box.contents.map((content) => ({
        groupIdentifier: content.piece,
        sequenceIdentifier: content.sequence,
        part: {
          supplierPartNumber: content.partNumber,
          upc: upcOf(content.partNumber),
        },
      })),
    ),
  };
}

const digitsOf = (poNumber: string) => poNumber.replace(/\D/g, '');

/** Parcels carry one number per box; freight carries one PRO number over all of them. */
function labelRecords(event: LabelEvent): { trackingNumber: string; numberOfLabels: number }[] {
  if (event.proNumber !== null) {
    return [{ trackingNumber: event.proNumber, numberOfLabels: event.boxes.length }];
  }
  return event.boxes.map((box) => ({ trackingNumber: box.trackingNumber, numberOfLabels: 1 }));
}

function labelUrl(event: LabelEvent, context: WireContext): string {
  const { labelHost } = context.world.settings;
  const stored = labelHost === 'mixed' ? event.shipClass === 'ltl' : labelHost === 'storage';
  return stored ? storageUrl(context, 'labels', event.poNumber) : apiUrl(context, 'shipping_label', event.poNumber);
}

function apiUrl(context: WireContext, kind: string, poNumber: string): string {
  return `${context.world.url}${PREFIX[context.environment]}/v1/${kind}/${poNumber}`;
}

function field(event: LabelEvent, name: string): string | number {
  switch (name) {
    case 'id':
      return event.id;
    case 'eventDate':
      return event.eventDate;
    case 'pickupDate':
      return event.pickupDate;
    default:
      return digitsOf(event.poNumber);
  }
}
