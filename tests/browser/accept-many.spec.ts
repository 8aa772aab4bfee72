import { expect, type Locator, type Page } from '@playwright/test';
import { CATALOGUE } from '#simulator/catalogue.ts';
import { post, type Answer } from './channel-orders.ts';
import { complaints, openPage, signIn } from './console-steps.ts';
import { counted } from './counted.ts';
import { startHost, type Host } from './first-day-host.ts';
import { pullOrders } from './first-day-orders.ts';
import { test } from './fixtures.ts';
import { IS_LONG } from '../harness/long.ts';

/**
 * 300 orders, in the gate 60, which are several pages too, by as many clicks as three. Real: product, queue,
 * protocol, pages of the channel and how it answers an acceptance. Not real: the ceiling of 2 calls a second for the shop is raised
 * (tests/harness/test-product.ts) and the channel acts without a delay of its own, so that the seconds are
 * those of the product.
 */
const MANY = IS_LONG ? 300 : 60;

const ACCEPTING = {
  what: `accept all that is found, ${MANY}`,
  before: { clicks: 5, keys: 0, way: '全选本页、选择全部、批量接单、接单 n 条、完成' },
  most: { clicks: 3, keys: 2 },
};

let host: Host;
test.beforeAll(async () => {
  test.setTimeout(240_000);
  host = await startHost('monday', 'seller');
});
test.afterAll(() => host?.stop());

/** Orders that nothing holds, as far as the stock of the seller goes. */
function sellable(): { warehouseId: string; lines: { partNumber: string; quantity: number }[] }[] {
  const all = CATALOGUE.filter(({ reservedFor }) => reservedFor === undefined).flatMap(({ partNumber, stock }) =>
    Object.entries(stock).flatMap(([warehouseId, qty]) =>
      Array.from({ length: Math.max(qty - 2, 0) }, () => ({
        warehouseId,
        lines: [{ partNumber, quantity: 1 }],
      })),
    ),
  );
  return all.slice(0, MANY);
}

/** Spread over days: the channel shows no more than a page of one instant until some are answered. */
async function place(): Promise<string[]> {
  const { now } = await host.sim<{ now: string }>('GET', '/clock');
  const newest = new Date(now).getTime() - 3_600_000;
  const orders = sellable().map((one, at) => ({ ...one, poDate: newest - at * 15 * 60_000 }));
  expect(orders).toHaveLength(MANY);
  const placed = await host.sim<{ orders: { poNumber: string }[] }>('POST', '/orders', { orders });
  return placed.orders.map(({ poNumber }) => poNumber);
}

/** The shop of the seller is in use once its connection has been tried. */
async function openShop(): Promise<void> {
  const api = `${host.consoleUrl}/api`;
  const login = { username: 'yunying', password: host.password };
  const { token } = (await post<Answer<{ token: string }>>(`${api}/sys/login`, login)).result;
  const response = await fetch(`${api}/base/channelAccount/list?code=WF-US`, {
    headers: { 'x-access-token': token },
  });
  const { result } = (await response.json()) as Answer<{ records: { id: string }[] }>;
  const tried = `${api}/channels/account/${result.records[0]?.id ?? ''}/test`;
  expect((await post<Answer<unknown>>(tried, {}, token)).success).toBe(true);
  await host.settled();
}

async function acceptAll(page: Page, orders: Locator): Promise<void> {
  await expect(orders.getByText(`共${MANY}条`)).toBeVisible();
  await counted(page, ACCEPTING, async () => {
    await orders.getByRole('checkbox', { name: '全选本页' }).check();
    await orders.getByRole('button', { name: `选择全部 ${MANY} 条` }).click();
    await page.keyboard.press('a');
    const batch = page.getByRole('dialog', { name: /^批量接单/ });
    await expect(batch.getByRole('button', { name: `接单 ${MANY} 条` })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(batch).toContainText(`已提交 ${MANY} 条，平台确认中`, { timeout: 60_000 });
    await batch.getByRole('button', { name: '完成' }).click();
    await expect(orders.getByText('没有待处理的订单')).toBeVisible();
  });
}

test(`${MANY} orders are accepted by three clicks, each of them once`, async ({ page }) => {
  const heard = complaints(page);
  await openShop();
  const pos = await place();
  await signIn(page, host.consoleUrl, 'yunying', host.password);
  const orders = await pullOrders(page, host, MANY);
  const from = performance.now();
  await acceptAll(page, orders);
  await host.settled();
  const seconds = ((performance.now() - from) / 1000).toFixed(1);
  console.log(`effort: accept ${MANY}: all answered by the channel after ${seconds} s`);

  const shipping = await openPage(page, '订单', '待发货');
  await expect(shipping.getByText(`共${MANY}条`)).toBeVisible();
  const { violations, facts } = await host.sim<{
    violations: unknown[];
    facts: Record<string, { acceptEffects?: number }>;
  }>('GET', '/audit');
  expect(violations).toEqual([]);
  // None lost, none twice.
  expect(pos.filter((po) => facts[po]?.acceptEffects !== 1)).toEqual([]);
  expect(await host.violations()).toEqual([]);
  expect(heard).toEqual([]);
});
