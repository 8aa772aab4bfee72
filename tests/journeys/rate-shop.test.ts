import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ShopRates } from '#modules/fulfilment/model/carrier-routes.ts';
import type { Client } from '#tests/harness/app.ts';
import { must } from '#tests/lifecycles/one-of-each.ts';
import { startCarrierScene, type CarrierScene } from './carrier-scene.ts';

/** 比价: every way to ship side by side, by the greater of weight and volume (domain.md §4), and the one that is chosen. */

const IN = 25.4;
const LB = 453.59237;
let at: CarrierScene;

beforeAll(async () => {
  at = await startCarrierScene();
});
afterAll(() => at?.scene.stop());

/** A packed shipment of one box of 40×20×10 in and 38.2 lb: 58 lb by its volume. */
async function packed(): Promise<{ id: string; orderId: string; boxId: string }> {
  const { id, orderId } = await at.packed('platform');
  const { records } = await must(
    at.packer.get<{ records: { id: string }[] }>('/fulfilment/box/list', { shipmentId: id }),
  );
  const boxId = records[0]?.id ?? '';
  expect(records).toHaveLength(1);
  await must(at.packer.post(`/fulfilment/box/${boxId}/reopen`));
  await must(
    at.packer.post(`/fulfilment/box/${boxId}/measure`, {
      lengthMm: Math.round(40 * IN),
      widthMm: Math.round(20 * IN),
      heightMm: Math.round(10 * IN),
      weightG: Math.round(38.2 * LB),
    }),
  );
  await must(at.packer.post(`/fulfilment/box/${boxId}/seal`));
  return { id, orderId, boxId };
}

const rates = (id: string, who: Client = at.admin) => who.post<ShopRates>(`/fulfilment/shipment/${id}/rates`);
const named = ({ rates: all }: ShopRates, method: string) => all.find((rate) => rate.method === method);

test('what carriers ask for billable pounds stands beside each other, the cheapest and the fastest marked', async () => {
  const { id } = await packed();
  const shop = await must(rates(id));
  expect(shop.boxes).toMatchObject([{ billableLb: 58, dimLb: 58 }]);
  // 8.00 and 0.45 a pound; 20.00 and 1.10 a pound.
  expect(named(shop, 'swift ground')).toMatchObject({
    liveAmount: '34.10',
    liveCurrency: 'USD',
    reason: null,
    isBought: true,
    isCurrent: true,
    isFastest: false,
    days: 5,
  });
  expect(named(shop, 'swift express')).toMatchObject({
    liveAmount: '83.80',
    days: 2,
    isCheapest: false,
    isCurrent: false,
  });
  const usable = shop.rates.filter(({ reason }) => reason === null);
  const least = usable
    .flatMap(({ liveAmount, tableAmount }) => liveAmount ?? tableAmount ?? [])
    .map(Number)
    .toSorted((a, b) => a - b)[0];
  for (const one of usable) if (one.isCheapest) expect(Number(one.liveAmount ?? one.tableAmount)).toBe(least);
  expect(usable.some(({ isCheapest }) => isCheapest)).toBe(true);
  const fastest = Math.min(...usable.flatMap(({ days }) => days ?? []));
  expect(usable.filter(({ isFastest }) => isFastest).map(({ days }) => days)).toEqual(
    usable.filter(({ days }) => days === fastest).map(({ days }) => days),
  );
  // What cannot carry it says why, and comes last.
  const reasons = shop.rates.map(({ reason }) => reason !== null);
  expect(reasons).toEqual(reasons.toSorted((a, b) => Number(a) - Number(b)));
});

test('who may not see costs sees ways and days, no amount, no wallet and no rank by price', async () => {
  const { id } = await packed();
  const shop = await must(rates(id, at.packer));
  expect(shop).toMatchObject({ isMasked: true, wallet: null });
  expect(shop.rates.length).toBeGreaterThan(0);
  for (const rate of shop.rates)
    expect(rate).toMatchObject({
      tableAmount: null,
      liveAmount: null,
      how: null,
      isCheapest: false,
    });
  const usable = shop.rates.filter(({ reason }) => reason === null).map(({ method }) => method);
  expect(usable).toEqual(usable.toSorted((a, b) => a.localeCompare(b, 'zh')));
});

test('the way that is chosen is the order’s, and its label is bought at once where that is asked', async () => {
  await must(at.credit('100.00', 'RATES-1'));
  const { id, orderId } = await packed();
  const choose = (isBought: boolean) =>
    at.packer.post(`/fulfilment/shipment/${id}/chooseRate`, {
      shipMethodId: at.methods.express,
      isBought,
    });
  await must(choose(true));
  await at.scene.settled();
  expect(await at.labels(id)).toMatchObject([{ status: 'active', charge: 'held' }]);
  expect(await at.shipment(id)).toMatchObject({
    shipMethodId: at.methods.express,
    status: 'labelled',
  });
  expect(await at.order(orderId)).toMatchObject({ shipMethodId: at.methods.express });
  const again = await choose(false);
  expect(again.success).toBe(false);
  expect((await rates(id)).success).toBe(false);
  expect(await at.scene.violations()).toEqual([]);
});

test('goods that must travel as freight are offered no parcel', async () => {
  const { id, boxId } = await packed();
  await must(at.packer.post(`/fulfilment/box/${boxId}/reopen`));
  await must(
    at.packer.post(`/fulfilment/box/${boxId}/measure`, {
      lengthMm: Math.round(60 * IN),
      widthMm: Math.round(30 * IN),
      heightMm: Math.round(22.5 * IN),
      weightG: Math.round(38.2 * LB),
    }),
  );
  await must(at.packer.post(`/fulfilment/box/${boxId}/seal`));
  const shop = await must(rates(id));
  expect(named(shop, 'swift ground')?.reason).toMatch(/^应走零担：/);
  const buy = await at.make(id, 'buyLabel');
  expect(buy).toMatchObject({ status: 409 });
  expect(buy.message).toContain('零担');
});
