import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TestApp } from '#tests/harness/app.ts';
import { testStart } from '#tests/harness/test-clock.ts';
import { makeDemo, openDemo } from './demo-scene.ts';
import { listOf } from './market-scene.ts';

/* 银行流水 定价 促销 as `npm start` shows them: something of each that somebody has to act on, and right books. */

let scene: TestApp;

beforeAll(async () => {
  scene = await openDemo();
});
afterAll(() => scene?.stop());

test('of a statement one movement is found, one is open and one is left out', async () => {
  const finance = await scene.as('caiwu');
  const lines = await listOf(finance, '/finance/bankLine');
  expect(lines.map(({ status, amount, method }) => `${status} ${amount} ${method}`).toSorted()).toEqual([
    'ignored -12.50 null',
    'matched 813.64 reference',
    'open 260.00 null',
  ]);
  expect(lines.map(({ counterparty }) => counterparty)).toContain('Wayfair LLC');
  expect(await listOf(finance, '/finance/bankStatement')).toMatchObject([{ closing: '1061.14', lineCount: 3 }]);
});

test('a price is in force, one waits for another person, one for its day', async () => {
  const prices = await listOf(await scene.as('yunying'), '/channels/priceRecord');
  expect(prices.map(({ type, status }) => `${type} ${status}`).toSorted()).toEqual([
    'baseCost pending_approval',
    'baseCost scheduled',
    'msrp active',
  ]);
});

test('a promotion runs, and a draft is held back by the floor of one product', async () => {
  const promotions = await listOf(await scene.as('yunying'), '/channels/promotion');
  expect(promotions.map(({ status, blockedCount }) => `${status} ${blockedCount}`).toSorted()).toEqual([
    'draft 1',
    'running 0',
  ]);
  expect(await scene.violations()).toEqual([]);
});

test('a first start after midnight of the seller, while it is still yesterday by UTC, shows the same', async () => {
  const early = await makeDemo(new Date(`${testStart().toISOString().slice(0, 10)}T18:07:00Z`));
  try {
    const prices = await listOf(await early.as('yunying'), '/channels/priceRecord');
    expect(prices).toHaveLength(3);
    expect(await listOf(await early.as('caiwu'), '/finance/bankLine')).toHaveLength(3);
    expect(await early.violations()).toEqual([]);
  } finally {
    await early.stop();
  }
});
