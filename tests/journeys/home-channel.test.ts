import { afterAll, beforeAll, expect, test } from 'vitest';
import { covers } from '#tests/spec/covers.ts';
import { must } from '#tests/lifecycles/one-of-each.ts';
import { LAMP, openHomeScene, TABLE, type HomeScene } from './home-scene.ts';

/** An order of the home-improvement marketplace, from its shop to a parcel the marketplace knows of. */

let home: HomeScene;

beforeAll(async () => {
  home = await openHomeScene();
});
afterAll(() => home?.scene.stop());

const MINUTE = 60_000;

test('an order goes from pull over acceptance and debit to a parcel the marketplace knows', async () => {
  covers('§2 home-improvement channel');
  const placed = await home.place({
    lines: [
      { sku: LAMP, quantity: 2 },
      { sku: TABLE, quantity: 1 },
    ],
    withheld: true,
  });
  const staged = await home.place({ lines: [{ sku: LAMP, quantity: 1 }], state: 'STAGING' });
  await home.pull();
  // The address comes after the debit: its absence is nothing odd now, and keeps nobody from accepting.
  expect(await home.order(placed.id)).toMatchObject({ status: 'new', holds: [] });
  await must(home.accept(placed.id));
  expect((await home.there()).orders[placed.id]).toMatchObject({ state: 'WAITING_DEBIT' });
  expect(await home.order(placed.id)).toMatchObject({ status: 'ready', holds: ['address'] });

  await home.pull();
  await home.pull();
  expect((await home.there()).orders[placed.id]?.state).toBe('SHIPPING');
  expect(await home.order(placed.id)).toMatchObject({ status: 'ready', holds: [] });
  const shipment = await home.packed(placed.id, 'HOME-1');
  await must(home.ship(shipment));
  expect((await home.there()).orders[placed.id]).toMatchObject({
    state: 'SHIPPED',
    trackingNumber: 'HOME-1',
    counts: { acceptEffects: 1, shipEffects: 1 },
  });
  expect(await home.order(placed.id)).toMatchObject({ status: 'shipped', shipSync: 'ok' });
  // What we shipped is nobody else's, however often it is read.
  await home.pull();
  expect(await home.order(placed.id)).toMatchObject({ status: 'shipped', holds: [] });

  // One that the marketplace still looks at has not come in.
  const list = await home.clerk.get<{ total: number }>('/orders/salesOrder/list', { channelOrderNo: staged.id });
  expect(list.result.total).toBe(0);
  await home.scene.sim('POST', `/mirakl/orders/${staged.id}`, { state: 'WAITING_ACCEPTANCE' });
  await home.pull();
  expect(await home.order(staged.id)).toMatchObject({ status: 'new', holds: [] });
  expect((await home.audit()).violations).toEqual([]);
  expect(await home.scene.violations()).toEqual([]);
});

test('what leaves before the buyer is charged is sent once that is through', async () => {
  const placed = await home.place({ lines: [{ sku: TABLE, quantity: 1 }] });
  await home.pull();
  await must(home.accept(placed.id));
  expect((await home.there()).orders[placed.id]).toMatchObject({ state: 'WAITING_DEBIT' });
  const shipment = await home.packed(placed.id, 'HOME-2');
  await must(home.ship(shipment));
  const there = (await home.there()).orders[placed.id];
  // Sent once, when the debit was through: nothing was tried before.
  expect(there).toMatchObject({ state: 'SHIPPED', trackingNumber: 'HOME-2', counts: { shipCalls: 1, shipEffects: 1 } });
  expect(await home.order(placed.id)).toMatchObject({ shipSync: 'ok' });
  const { violations, warnings } = await home.audit();
  expect([violations, warnings]).toEqual([[], []]);
});

test('an acceptance and a notice whose answers were lost are looked up, and done once', async () => {
  const placed = await home.place({ lines: [{ sku: LAMP, quantity: 1 }], paymentWorkflow: 'PAY_ON_SHIPMENT' });
  await home.pull();
  const lost = (operation: string) =>
    home.scene.sim('POST', '/faults', { plan: [{ fault: 'timeout-after-commit', match: { operation } }] });
  await lost('mirakl.accept');
  await must(home.accept(placed.id));
  await home.scene.pass(10 * MINUTE);
  await home.scene.settled();
  expect(await home.order(placed.id)).toMatchObject({ status: 'ready', acceptSync: 'ok' });
  const shipment = await home.packed(placed.id, 'HOME-3');
  await lost('mirakl.ship');
  await must(home.ship(shipment));
  await home.scene.pass(10 * MINUTE);
  await home.scene.settled();
  expect(await home.order(placed.id)).toMatchObject({ shipSync: 'ok' });
  expect((await home.there()).orders[placed.id]).toMatchObject({
    state: 'SHIPPED',
    counts: { acceptCalls: 1, acceptEffects: 1, shipCalls: 1, shipEffects: 1 },
  });
  expect((await home.audit()).violations).toEqual([]);
});

test('a line that was cancelled here is refused with the acceptance, the other one taken', async () => {
  const placed = await home.place({
    lines: [
      { sku: LAMP, quantity: 1 },
      { sku: TABLE, quantity: 1 },
    ],
  });
  await home.pull();
  const { id } = await home.order(placed.id);
  const { lines } = await must(
    home.clerk.get<{ lines: { orderLine: { id: string; channelSku: string }[] } }>('/orders/salesOrder/queryById', {
      id,
    }),
  );
  const gone = lines.orderLine.find(({ channelSku }) => channelSku === TABLE);
  await must(
    home.clerk.post(`/orders/salesOrder/${id}/cancel`, { lines: [{ lineId: gone?.id, qty: 1 }], reason: '无货' }),
  );
  await must(home.accept(placed.id));
  const there = (await home.there()).orders[placed.id];
  expect(there?.lines.map(({ sku, state }) => [sku, state])).toEqual([
    [LAMP, 'WAITING_DEBIT'],
    [TABLE, 'REFUSED'],
  ]);
  expect(await home.order(placed.id)).toMatchObject({ status: 'ready', holds: [] });
});

test('a stock file whose row is refused names the row, and what the others became', async () => {
  await home.scene.pass(5 * MINUTE);
  await home.scene.settled();
  await home.scene.sim('POST', '/faults', {
    plan: [{ fault: 'row-refused', value: LAMP, match: { operation: 'mirakl.stockImport' } }],
  });
  // What an order holds is not for sale any more: both rows go in one file.
  await home.place({
    lines: [
      { sku: LAMP, quantity: 1 },
      { sku: TABLE, quantity: 1 },
    ],
  });
  await home.pull();
  const { records } = await must(
    home.clerk.get<{ records: { id: string }[] }>('/channels/stockPush/list', {
      accountId: home.accountId,
      pageSize: '50',
    }),
  );
  const { lines } = await must(
    home.clerk.get<{
      lines: { stockPushItem: { status: string; error: string | null; channelProductId_dictText: string }[] };
    }>('/channels/stockPush/queryById', { id: records[0]?.id ?? '' }),
  );
  expect(lines.stockPushItem.map((item) => [item.channelProductId_dictText, item.status]).sort()).toEqual(
    [
      [LAMP, 'rejected'],
      [TABLE, 'verified'],
    ].sort(),
  );
  expect(lines.stockPushItem.find(({ status }) => status === 'rejected')?.error).toContain('locked by the operator');
  expect((await home.audit()).violations).toEqual([]);
});
