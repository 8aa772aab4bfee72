import { afterEach, expect, test } from 'vitest';
import { CATALOGUE } from '#simulator/catalogue.ts';
import { accept, register, saveStock, ship, startChannel } from './start-channel.ts';
import type { Channel } from './start-channel.ts';

let channel: Channel;
afterEach(() => channel.sim.close());

const row = (supplierPartNumber: string, quantityOnHand: number, more = {}) => ({
  supplierId: 31842,
  supplierPartNumber,
  quantityOnHand,
  ...more,
});

async function onHand(partNumber: string): Promise<number> {
  const reply = await channel.graphql(
    `query ($part: FilterValue) {
      inventory(filters: [{field: supplierPartNumber, equals: $part}, {field: warehouseId, equals: "31842"}]) {
        supplierPartNumber quantityOnHand warehouse { id } } }`,
    { part: partNumber },
  );
  return reply.data.inventory[0].quantityOnHand;
}

test('a differential push changes its rows after the lag and nothing else', async () => {
  channel = await startChannel({ settings: { effectLagMs: 1000 } });
  const before = await onHand('WB-MIR-LED-36');
  expect(await saveStock(channel, 'DIFFERENTIAL', [row('WB-MIR-RND-24', 7)])).toEqual([]);
  expect(await onHand('WB-MIR-RND-24')).not.toBe(7);
  await channel.advance(1000);
  expect([await onHand('WB-MIR-RND-24'), await onHand('WB-MIR-LED-36')]).toEqual([7, before]);
  expect((await channel.audit()).violations).toEqual([]);
});

test('bad rows are named, good rows go on', async () => {
  channel = await startChannel();
  const errors = await saveStock(channel, 'DIFFERENTIAL', [
    row('WB-MIR-RND-24', 9),
    { ...row('WB-MIR-LED-36', 1), supplierId: 31840 },
    row('NO-SUCH-PART', 1),
    row('WB-LMP-PEBB-TBL', -2),
    row('WB-LMP-PEBB-TBL', 1, { itemNextAvailabilityDate: '2026-04-01' }),
  ]);
  expect(errors).toEqual([
    'Invalid supplier id',
    'Unknown supplier part number',
    'Quantity on hand must not be negative',
    'Item next availability date must be MM-DD-YYYY HH:mm:ss',
  ]);
  expect(await onHand('WB-MIR-RND-24')).toBe(9);
});

test('more than a hundred rows at once are refused as a whole', async () => {
  channel = await startChannel();
  const rows = Array.from({ length: 101 }, () => row('WB-MIR-RND-24', 1));
  expect(await saveStock(channel, 'DIFFERENTIAL', rows)).toEqual(['Inventory feed exceeds the maximum of 100 items']);
});

test('a TRUE_UP zeroes what it leaves out, and the audit says so', async () => {
  channel = await startChannel();
  const half = CATALOGUE.slice(0, 30).map((part) => row(part.partNumber, 5));
  expect(await saveStock(channel, 'TRUE_UP', half)).toEqual([]);
  expect([await onHand('WB-BED-ALMA-QN'), await onHand('WB-OUT-PLNT-S3')]).toEqual([5, 0]);
  const rules = (await channel.audit()).violations.map((violation) => violation.rule);
  expect(rules).toEqual(['true-up-zeroed-live-parts', 'push-zeroed-catalogue']);
});

test('a discontinued part that is offered, and more than is there, are noted', async () => {
  channel = await startChannel();
  await channel.side('POST', '/available', {
    items: [{ supplierId: '31842', partNumber: 'WB-MIR-LED-36', quantity: 3 }],
  });
  await saveStock(channel, 'DIFFERENTIAL', [row('WB-MIR-RND-24', 2, { discontinued: true }), row('WB-MIR-LED-36', 4)]);
  const rules = (await channel.audit()).violations.map((violation) => violation.rule);
  expect(rules).toEqual(['published-discontinued', 'published-above-available']);
});

test('the sandbox takes full sets only', async () => {
  channel = await startChannel();
  const save = (feedKind: string) =>
    channel.sandbox(
      `mutation { inventory { save(feedKind: ${feedKind}, inventory: [{supplierId: 31842, supplierPartNumber: "SWBE1162", quantityOnHand: 3}]) { errors { message } } } }`,
    );
  expect((await save('DIFFERENTIAL')).errors?.[0]?.message).toMatch('Only TRUE_UP');
  expect((await save('TRUE_UP')).data.inventory.save.errors).toEqual([]);
});

test('summaries page by cursor and count every part once', async () => {
  channel = await startChannel();
  const parts: string[] = [];
  for (let after: string | null = null, more = true; more;) {
    const reply = await channel.supplier(
      `query ($after: String) { inventorySummaryList(supplierId: 31840, page: {first: 25, after: $after}) {
        pageInfo { hasNextPage endCursor } edges { node { supplierPartNumber } } } }`,
      { after },
    );
    const list = reply.data.inventorySummaryList;
    parts.push(...list.edges.map((edge: any) => edge.node.supplierPartNumber));
    after = list.pageInfo.endCursor;
    more = list.pageInfo.hasNextPage;
  }
  expect([...parts].sort()).toEqual(CATALOGUE.map((part) => part.partNumber).sort());
});

const BY_WAREHOUSE = `{ lineItemCancellationRequestByWarehouses(warehouseInput: {warehouseIds: ["31842"], status: CANCELLATION_PENDING_SUPPLIER_CONFIRMATION}) {
  requestId status purchaseOrder { poNumber } cancelledProduct { partNumber cancellationQuantity { originalQuantity cancelledQuantity } } } }`;
const confirm = (requestId: string) =>
  channel.supplier(
    `mutation ($id: ID!) { confirmLineItemCancellationRequest(confirmationInputs: [{requestId: $id}]) { requestId status errorCode } }`,
    { id: requestId },
  );

async function requestedCancellation(quantity: number, cancel: number) {
  const { orders } = await channel.side('POST', '/orders', {
    orders: [{ warehouseId: '31842', lines: [{ partNumber: 'WB-MIR-RND-24', quantity }] }],
  });
  const poNumber: string = orders[0].poNumber;
  const record = await channel.side('POST', '/cancellations', {
    po: poNumber,
    partNumber: 'WB-MIR-RND-24',
    quantity: cancel,
  });
  return { poNumber, requestId: record.requestId as string };
}

test('requests by warehouse are asked for one state at a time', async () => {
  channel = await startChannel();
  const { requestId } = await requestedCancellation(1, 1);
  const without = await channel.supplier(BY_WAREHOUSE.replace(/, status: \w+/, ''));
  expect(without.errors?.[0]?.message).toContain('status');
  const cancelled = BY_WAREHOUSE.replace(/status: \w+/, 'status: CANCELLED');
  const idsOf = async (query: string) => {
    const list = (await channel.supplier(query)).data.lineItemCancellationRequestByWarehouses;
    return list.map((row: { requestId: string }) => row.requestId);
  };
  expect(await idsOf(cancelled)).toEqual([]);
  await confirm(requestId);
  expect(await idsOf(cancelled)).toEqual([requestId]);
  expect(await idsOf(BY_WAREHOUSE)).toEqual([]);
});

test('positions of the supplier host show nothing of a drop-ship feed; transactions tell of it', async () => {
  channel = await startChannel();
  const save = await channel.graphql(
    `mutation { inventory { save(feedKind: DIFFERENTIAL, inventory: [{supplierId: 31842, supplierPartNumber: "WB-MIR-RND-24", quantityOnHand: 9}, {supplierId: 31842, supplierPartNumber: "NO-SUCH", quantityOnHand: 9}]) { id } } }`,
  );
  const positions = await channel.supplier(
    `{ inventorySummaryList(supplierId: 31842, filter: {supplierPartNumbers: ["WB-MIR-RND-24"]}, page: {first: 1}) {
      edges { node { inventoryPosition { castleGate { onHandQty } physicalRetail { onHandQty } } } } } }`,
  );
  const { inventoryPosition } = positions.data.inventorySummaryList.edges[0].node;
  expect(inventoryPosition).toEqual({
    castleGate: { onHandQty: 0 },
    physicalRetail: { onHandQty: 0 },
  });
  const invented = await channel.supplier(
    `{ inventorySummaryList(supplierId: 31842) { edges { node { inventoryPosition { warehouses { warehouseId } } } } } }`,
  );
  expect(invented.errors?.[0]?.message).toContain('warehouses');
  await channel.advance(60_000);
  const reported = await channel.graphql(
    `{ transactions(filters: [{field: id, equals: "${save.data.inventory.save.id}"}], limit: 1) { status errorCount completedCount errors { key message } } }`,
  );
  expect(reported.data.transactions).toEqual([
    {
      status: 'COMPLETE',
      errorCount: 1,
      completedCount: 1,
      errors: [{ key: '31842/NO-SUCH', message: 'Unknown supplier part number' }],
    },
  ]);
});

test('a confirmed request takes the quantity off the line; it can be answered once', async () => {
  channel = await startChannel();
  const { poNumber, requestId } = await requestedCancellation(3, 1);
  const list = await channel.supplier(BY_WAREHOUSE);
  expect(list.data.lineItemCancellationRequestByWarehouses).toEqual([
    {
      requestId,
      status: 'CANCELLATION_PENDING_SUPPLIER_CONFIRMATION',
      purchaseOrder: { poNumber },
      cancelledProduct: {
        partNumber: 'WB-MIR-RND-24',
        cancellationQuantity: { originalQuantity: 3, cancelledQuantity: 1 },
      },
    },
  ]);
  const answers = [await confirm(requestId), await confirm(requestId)].map(
    (reply) => reply.data.confirmLineItemCancellationRequest[0].status,
  );
  expect(answers).toEqual(['SUCCESS', 'FAILURE']);
  expect((await channel.order(poNumber)).order.products[0]).toMatchObject({
    quantity: 2,
    isCancelled: false,
  });
});

test('a line that already left cannot be cancelled', async () => {
  channel = await startChannel();
  const { poNumber, requestId } = await requestedCancellation(1, 1);
  await accept(channel, poNumber);
  const reply = await register(channel, { poNumber });
  const tracking = reply.data.purchaseOrders.register.generatedShippingLabels[0].trackingNumber;
  await ship(channel, poNumber, [{ tracking, items: [{ partNumber: 'WB-MIR-RND-24', quantity: 1 }] }]);
  const answer = await confirm(requestId);
  expect(answer.data.confirmLineItemCancellationRequest[0]).toMatchObject({
    status: 'FAILURE',
    errorCode: 'ALREADY_SHIPPED',
  });
});

test('nobody answers for 24 business hours: the channel cancels alone', async () => {
  channel = await startChannel();
  const { poNumber } = await requestedCancellation(1, 1);
  await channel.advance(23 * 3_600_000);
  expect((await channel.audit()).facts[poNumber]?.cancelled).toBe(false);
  await channel.advance(3_600_000);
  expect((await channel.audit()).facts[poNumber]?.cancelled).toBe(true);
});
