import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TestApp } from '#tests/harness/app.ts';
import { openDemo } from './demo-scene.ts';
import { listOf } from './market-scene.ts';

/* 市场 as `npm start` shows it: a month of twelve listings, and files of three reports. */

let scene: TestApp;

beforeAll(async () => {
  scene = await openDemo();
});
afterAll(() => scene?.stop());

test('ours stand beside their rivals, each seen for thirty days, and the reports have come', async () => {
  const clerk = await scene.as('yunying');
  const listings = await listOf(clerk, '/market/marketListing');
  expect(listings).toHaveLength(12);
  for (const { id, lastSeenAt, price } of listings) {
    expect(await listOf(clerk, '/market/sellerOffer', { listingId: id })).toHaveLength(30);
    expect(lastSeenAt).not.toBeNull();
    expect(Number(price)).toBeGreaterThan(0);
  }
  expect((await listOf(clerk, '/market/seller', { kind: 'watched' })).length).toBe(3);
  const products = await listOf(clerk, '/market/marketProduct');
  expect(products).toHaveLength(4);
  for (const product of products) expect(product).toMatchObject({ ownCount: 1, rivalCount: 2 });
  const reports = await listOf(clerk, '/market/marketReport');
  expect(reports.map(({ status }) => status)).toEqual(['ready', 'ready', 'ready']);
});
