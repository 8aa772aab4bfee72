import { afterEach, expect, test } from 'vitest';
import { CATALOGUE } from '#simulator/catalogue.ts';
import { accept, register, ship, startChannel } from './start-channel.ts';
import type { Channel } from './start-channel.ts';

let channel: Channel;
afterEach(() => channel.sim.close());

const PULL = `query ($from: IsoDateTime, $limit: Int32, $open: Boolean) {
  getDropshipPurchaseOrders(fromDate: $from, limit: $limit, hasResponse: $open, sortOrder: ASC) {
    poNumber poDate products { partNumber quantity isCancelled fillDate }
  }
}`;

/** The paging rule of the channel: from the newest date seen, until a page adds nothing. */
async function pullAll(limit: number): Promise<{ rows: number; poNumbers: Set<string> }> {
  const poNumbers = new Set<string>();
  let rows = 0;
  for (let from: string | null = null; ;) {
    const reply = await channel.graphql(PULL, { from, limit, open: false });
    const page: { poNumber: string; poDate: string }[] = reply.data.getDropshipPurchaseOrders;
    const fresh = page.filter((row) => !poNumbers.has(row.poNumber));
    rows += page.length;
    for (const row of fresh) poNumbers.add(row.poNumber);
    if (fresh.length === 0) return { rows, poNumbers };
    from = page.at(-1)?.poDate ?? null;
  }
}

test('S2: thirty rows are 28 orders, and one repeat lies across the page edge', async () => {
  channel = await startChannel();
  const facts = await channel.seed('s2');
  expect(facts.poNumbers).toHaveLength(28);
  expect([facts.unmapped, facts.priceMismatch, facts.badAddress, facts.outOfStock].map((l) => l.length)).toEqual([
    3, 1, 1, 2,
  ]);
  const first = await channel.graphql(PULL, { limit: 25 });
  const page = first.data.getDropshipPurchaseOrders.map((row: any) => row.poNumber);
  expect(page).toHaveLength(25);
  expect(page.at(-1)).toBe(facts.repeated[1]);
  expect(page.filter((po: string) => po === facts.repeated[0])).toHaveLength(2);
  const { poNumbers } = await pullAll(25);
  expect([...poNumbers].sort()).toEqual([...facts.poNumbers].sort());
});

test('S2 asks for nothing the suggested stock cannot give, but for the two parts that are out', async () => {
  channel = await startChannel();
  for (const scenario of ['s2', 'demo']) await channel.seed(scenario);
  const { environments } = await channel.side('GET', '/state');
  const short = new Set<string>();
  const expected = new Map<string, number>();
  for (const order of Object.values<any>(environments.production.orders)) {
    for (const { partNumber, quantity } of order.products) {
      const key = `${order.warehouseId}/${partNumber}`;
      expected.set(key, (expected.get(key) ?? 0) + quantity);
      const stock = CATALOGUE.find((part) => part.partNumber === partNumber)?.stock;
      if (stock !== undefined && (expected.get(key) ?? 0) > (stock[order.warehouseId] ?? 0)) {
        short.add(partNumber);
      }
    }
  }
  expect([...short].sort()).toEqual(['WB-BKC-CUBE-9', 'WB-LMP-DASH-WSC']);
});

test('the same seed makes the same orders', async () => {
  channel = await startChannel();
  const first = await channel.seed('demo', { seed: 7 });
  await channel.side('POST', '/reset');
  expect(await channel.seed('demo', { seed: 7 })).toEqual(first);
});

test('equal timestamps across a page edge lose no order when pages are read by the rule', async () => {
  channel = await startChannel();
  const { poNumbers } = await channel.seed('bulk', { n: 40 });
  await channel.fault({ fault: 'equal-timestamps', granularityMs: 24 * 3_600_000 });
  const pulled = await pullAll(25);
  expect(pulled.poNumbers).toEqual(new Set(poNumbers));
});

test('an accepted order leaves the queue only after the lag, and a second accept is refused', async () => {
  channel = await startChannel({ settings: { effectLagMs: 5000 } });
  const { poNumbers } = await channel.seed('s3');
  const po = poNumbers[0] ?? '';
  expect(await accept(channel, po)).toEqual([]);
  expect(await accept(channel, po)).toEqual(['Purchase order has already been responded to']);
  expect((await pullAll(25)).poNumbers).toEqual(new Set([po]));
  await channel.advance(5000);
  expect((await pullAll(25)).poNumbers).toEqual(new Set());
  const { facts } = await channel.audit();
  expect(facts[po]).toMatchObject({ acceptCalls: 2, acceptRefused: 1, acceptEffects: 1 });
});

test('an accept must fit the order: part, quantity, price, date, every line', async () => {
  channel = await startChannel();
  const { orders } = await channel.side('POST', '/orders', {
    orders: [
      {
        lines: [
          { partNumber: 'WB-LMP-PEBB-TBL', quantity: 2 },
          { partNumber: 'WB-MIR-RND-24', quantity: 1 },
        ],
      },
    ],
  });
  const reply = await channel.graphql(
    `mutation ($l: [AcceptedLineItemInput!]!) { purchaseOrders {
      accept(poNumber: "${orders[0].poNumber}", shipSpeed: GROUND, lineItems: $l) { itemCount errorCount errors { message } } } }`,
    {
      l: [
        {
          partNumber: 'WB-LMP-PEBB-TBL',
          quantity: 3,
          unitPrice: 39.8,
          estimatedShipDate: '2026-03-01',
        },
        { partNumber: 'NOPE', quantity: 1, unitPrice: 1, estimatedShipDate: '2026-03-05' },
      ],
    },
  );
  const status = reply.data.purchaseOrders.accept;
  expect(status.errors.map((error: any) => error.message)).toEqual([
    'Quantity does not match purchase order',
    'Estimated ship date is in the past',
    'Part number is not on the purchase order',
    'Line item is missing',
  ]);
  expect([status.itemCount, status.errorCount]).toEqual([0, 0]);
});

test('register and ship wait for their turn and happen once', async () => {
  channel = await startChannel();
  const { orders } = await channel.side('POST', '/orders', {
    orders: [{ warehouseId: '31842', lines: [{ partNumber: 'WB-LMP-PEBB-TBL', quantity: 3 }] }],
  });
  const po: string = orders[0].poNumber;
  const lamp = (quantity: number) => [{ partNumber: 'WB-LMP-PEBB-TBL', quantity }];
  expect(await ship(channel, po, [{ tracking: 'A1', items: lamp(1) }])).toEqual([
    'Purchase order has not been accepted',
  ]);
  const early = await register(channel, { poNumber: po });
  expect(early.errors?.[0]?.message).toBe('Purchase order has not been accepted');
  await accept(channel, po);
  expect(await ship(channel, po, [{ tracking: 'A1', items: lamp(1) }])).toEqual([
    'No shipping label has been registered for this purchase order',
  ]);
  const labels = (await register(channel, { poNumber: po })).data.purchaseOrders.register.generatedShippingLabels;
  const again = await register(channel, { poNumber: po });
  expect(again.errors?.[0]?.message).toBe('Labels have already been generated for this purchase order');

  const tracking = labels.map((label: any) => label.trackingNumber);
  expect(
    await ship(channel, po, [
      { tracking: tracking[0], items: lamp(1) },
      { tracking: tracking[1], items: lamp(1) },
    ]),
  ).toEqual([]);
  expect(await ship(channel, po, [{ tracking: tracking[1], items: lamp(2) }])).toEqual(['Quantity already processed']);
  expect(await ship(channel, po, [{ tracking: tracking[2], items: lamp(1) }])).toEqual([]);
  const { order } = await channel.order(po);
  expect(order.products[0]).toMatchObject({
    shippedQuantity: 3,
    fillDate: Date.parse('2026-03-04T16:00:00Z'),
  });
  const { violations, warnings } = await channel.audit();
  expect([violations, warnings]).toEqual([[], []]);
});

test('a notice is held to its window, counts, supplier and addresses', async () => {
  channel = await startChannel();
  const { orders } = await channel.side('POST', '/orders', {
    orders: [{ warehouseId: '31842', lines: [{ partNumber: 'WB-MIR-RND-24', quantity: 1 }] }],
  });
  const po: string = orders[0].poNumber;
  await accept(channel, po);
  await register(channel, { poNumber: po });
  const packages = [{ tracking: 'T1', items: [{ partNumber: 'WB-MIR-RND-24', quantity: 1 }] }];
  const refused = await ship(channel, po, packages, {
    supplierId: 31840,
    packageCount: 2,
    volume: 0,
    weight: 40,
    shipDate: '2026-03-06T00:00:00Z',
  });
  expect(refused).toEqual([
    'Invalid supplier id',
    'Package count does not match packages',
    'Volume must be greater than zero',
    'Total weight does not match package weights',
    'Ship date is more than 1 day in the future',
  ]);
  expect(await ship(channel, po, packages, { shipDate: '2026-02-20T00:00:00Z' })).toEqual([
    'Ship date is more than 10 days in the past',
  ]);
});

test('a tracking number of another order is refused and held against the client', async () => {
  channel = await startChannel();
  const line = { warehouseId: '31842', lines: [{ partNumber: 'WB-MIR-RND-24', quantity: 1 }] };
  const { orders } = await channel.side('POST', '/orders', { orders: [line, line] });
  const [first, second] = orders.map((order: any) => order.poNumber);
  for (const po of [first, second]) {
    await accept(channel, po);
    await register(channel, { poNumber: po });
  }
  const items = [{ partNumber: 'WB-MIR-RND-24', quantity: 1 }];
  const tracking = (await channel.order(first)).labelEvents[0].boxes[0].trackingNumber;
  expect(await ship(channel, second, [{ tracking, items }])).toEqual([
    `Tracking number already belongs to another purchase order: ${tracking}`,
  ]);
  expect((await channel.audit()).violations.map((v) => v.rule)).toEqual(['tracking-shared']);
});

test('a cancelled line is neither accepted nor shipped', async () => {
  channel = await startChannel();
  const { orders } = await channel.side('POST', '/orders', {
    orders: [
      {
        lines: [
          { partNumber: 'WB-MIR-RND-24', quantity: 1 },
          { partNumber: 'WB-LMP-PEBB-TBL', quantity: 1 },
        ],
      },
    ],
  });
  const po: string = orders[0].poNumber;
  await channel.side('POST', '/cancellations', {
    po,
    partNumber: 'WB-MIR-RND-24',
    immediate: true,
  });
  expect(await accept(channel, po)).toEqual([]);
  await register(channel, { poNumber: po });
  const items = [{ partNumber: 'WB-MIR-RND-24', quantity: 1 }];
  expect(await ship(channel, po, [{ tracking: 'X1', items }])).toEqual(['Line item has been cancelled']);
  await channel.side('POST', '/cancellations', {
    po,
    partNumber: 'WB-LMP-PEBB-TBL',
    immediate: true,
  });
  const reply = await channel.graphql(PULL);
  expect(reply.data.getDropshipPurchaseOrders[0].products.map((p: any) => p.isCancelled)).toEqual([true, true]);
});

test('a lenient channel carries out repeats, and the audit names them', async () => {
  channel = await startChannel({ settings: { lenientRepeats: true } });
  const { orders } = await channel.side('POST', '/orders', {
    orders: [{ lines: [{ partNumber: 'WB-MIR-RND-24', quantity: 1 }] }],
  });
  const po: string = orders[0].poNumber;
  await accept(channel, po);
  await accept(channel, po);
  await register(channel, { poNumber: po });
  await register(channel, { poNumber: po });
  const items = [{ partNumber: 'WB-MIR-RND-24', quantity: 1 }];
  await ship(channel, po, [{ tracking: 'X1', items }]);
  await ship(channel, po, [{ tracking: 'X2', items }]);
  const { violations } = await channel.audit();
  expect(violations.map((v) => v.rule)).toEqual(['accepted-twice', 'registered-twice', 'shipped-twice']);
});
