import { expect } from '@playwright/test';
import { api, clerkToken, type Answer } from './channel-orders.ts';
import { complaints, inFront, openPage, signIn } from './console-steps.ts';
import { test } from './fixtures.ts';
import startConsole, { PEOPLE_PASSWORD } from './start-console.ts';

/* The program that `npm start` starts, in an empty folder: all other tests of the browser have a copy. */

let stop = async (): Promise<void> => undefined;
test.beforeAll(async () => {
  test.setTimeout(240_000);
  stop = await startConsole();
});
test.afterAll(() => stop());

/** How many orders wait, as a program of the clerk's counts them. */
async function ordersOf(): Promise<number> {
  const headers = { 'x-access-token': await clerkToken() };
  const response = await fetch(`${api()}/orders/salesOrder/list?status=new`, { headers });
  return ((await response.json()) as Answer<{ total: number }>).result.total;
}

test('a first start lets the demo seller sign in, and their orders come by themselves', async ({ page }) => {
  const heard = complaints(page);
  await signIn(page, process.env['CONSOLE_URL'] ?? '', 'yunying', PEOPLE_PASSWORD);
  await expect(inFront(page, '首页').getByRole('heading', { name: '工作台' })).toBeVisible();
  await expect.poll(ordersOf, { timeout: 90_000 }).toBeGreaterThan(0);
  const pending = await openPage(page, '订单', '待处理');
  await expect(pending.getByRole('row', { name: /待审核.*接单/ }).first()).toBeVisible();
  expect(heard).toEqual([]);
});
