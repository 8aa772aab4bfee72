import { notFound } from '#kit/model/refusal.ts';
import { command, type Command } from '#kit/server/command.ts';
import { pathOf, type Path } from '#kit/model/route.ts';
import { implement, type Route } from '#kit/server/route.ts';
import { draftSlots } from '#kit/server/draft/draft-slots.ts';
import { after, inTransaction } from '#kit/server/outbox.ts';
import { insertInto, pick, setColumns, setEach } from '#kit/server/stored-rows.ts';
import type { Tx } from '#kit/server/tx.ts';
import type { Guards } from '#kit/server/writer.ts';
import type { warehouse } from '#modules/base/model/warehouse.ts';
import { shipNoticeJob } from '#modules/channels/model/jobs.ts';
import { shipmentShipped } from '#modules/fulfilment/model/events.ts';
import { shipmentLifecycle } from '#modules/fulfilment/model/shipment-lifecycle.ts';
import { box, shipment, type ShipmentRow } from '#modules/fulfilment/model/shipment.ts';
import { stockChanged } from '#modules/inventory/model/events.ts';
import { stockAdjustment, stockAdjustmentLine } from '#modules/inventory/model/stock-adjustment.ts';
import { glanceRoute } from '#modules/orders/model/routes.ts';
import { orderRemark } from '#modules/orders/model/order-remark.ts';
import { covers } from '#tests/spec/covers.ts';

// What must not compile. The check of types fails as soon as one of these lines is taken.

export async function misspeltEvents(tx: Tx): Promise<void> {
  // @ts-expect-error events are values: nobody hears a name made up here
  await tx.emit('shipment.shiped', '1', { shipmentId: '1', orderId: '2' });
  // @ts-expect-error a key that the event does not have
  await tx.emit(shipmentShipped, '1', { shipment: '1', orderId: '2' });
  // @ts-expect-error a key is missing
  await tx.emit(shipmentShipped, '1', { orderId: '2' });
}

// @ts-expect-error jobs are values: nobody carries out a name made up here
export const misspeltJob = after(shipmentShipped, 'channels.shipNotise');
// @ts-expect-error the event does not say what the job is about
export const misspeltWork = after(stockChanged, shipNoticeJob);

export const misspeltReaction = inTransaction(
  shipmentShipped,
  'reads what the event does not say',
  // @ts-expect-error a key that the event does not have
  async (_tx, { orderID }) => void orderID,
);

declare const openPath: (path: Path) => Promise<void>;

const shipped: Pick<ShipmentRow, 'customsRequired' | 'customsStored'>[] = [];
export const blockedByCustoms = shipped.filter(
  // @ts-expect-error a column that the declaration does not have
  (row) => row.customsRequird && !row.customsStored,
);

export const misspeltGuard: Command = command(shipmentLifecycle, 'ship', {
  guard: async (_tx, rows) => {
    // @ts-expect-error rows of a move have the columns of its document
    const unstored = rows.filter((row) => row.customs_required);
    return new Map(unstored.map(({ id }) => [id, notFound()]));
  },
  run: async () => undefined,
});

export const misspeltRegisterGuard: Guards<typeof warehouse> = {
  // @ts-expect-error rows of a register have the columns of its declaration
  edit: async (_tx, before, values) => void (values.code === before.kode),
};

export async function misspeltColumns(tx: Tx, rows: readonly { id: string }[]): Promise<void> {
  // @ts-expect-error a column that the declaration does not have
  await setColumns(tx, shipment, rows, { lableHold: null });
  // @ts-expect-error a value that the column does not take
  await setColumns(tx, shipment, rows, { customsStored: 'yes' });
  await setEach(
    tx,
    box,
    // @ts-expect-error nor where the rows are computed
    rows.map(({ id }) => ({ id, trackNo: id })),
  );
  // @ts-expect-error what is read are columns too
  await pick(tx, shipment, ['shipmentNumber'])`id = ${'1'}`;
  // @ts-expect-error what a declaration requires is missing in the new row
  await insertInto(tx, orderRemark, [{ kind: 'internal', content: '' }]);
}

const ASKED = {
  of: stockAdjustment,
  lines: stockAdjustmentLine,
  head: stockAdjustment.fields,
  line: stockAdjustmentLine.fields,
};

export const misspeltDraft = draftSlots(ASKED, {
  // @ts-expect-error what follows from a draft goes into columns of its document
  derive: (_tx, { lines }) => ({ head: { lineCont: lines.length } }),
  // @ts-expect-error a head has the fields that its draft asks
  judge: (_tx, head) => (head.reson ? [] : []),
});

export const misspeltAnswer = [
  // @ts-expect-error the console would read another key
  implement(glanceRoute, async () => [{ id: '1', opened: 1 }]),
  // @ts-expect-error nobody asks this
  implement(glanceRoute, async (call) => (call.query.idz ? [] : [])),
];

const LITERAL = { method: 'GET', path: '/orders/glance', access: 'public', summary: '' } as const;

export async function undeclaredCalls(): Promise<void> {
  // @ts-expect-error a path is no text: a declaration makes one
  await openPath('/orders/salesOrder/glance');
  // @ts-expect-error nor does a route that was written beside its call
  await openPath(pathOf(LITERAL));
}

export const undeclaredRoutes: readonly Route[] = [
  // @ts-expect-error what nobody declared cannot be carried out
  implement(LITERAL, async () => null),
  // @ts-expect-error nor is a route written with its handler
  { ...LITERAL, handle: async () => null },
];

export function misspeltMark(): void {
  // @ts-expect-error a line that the specification does not have
  covers('§8 blob erors');
  // @ts-expect-error no line at all
  covers();
}
