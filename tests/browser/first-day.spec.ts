import { expect, type Browser, type Page } from '@playwright/test';
import { noSeriousFault } from './accessibility.ts';
import { complaints, inFront, openPage, signIn } from './console-steps.ts';
import { covers } from './covers.ts';
import { startHost, type Host } from './first-day-host.ts';
import * as orders from './first-day-orders.ts';
import { addGoods, addWarehouses, approveStock, mapShop, openShop, openStock } from './first-day-setup.ts';
import * as shipping from './first-day-shipping.ts';
import { test } from './fixtures.ts';

// As most people see it, with all that moves.
test.use({ contextOptions: { reducedMotion: 'no-preference' } });

let host: Host;
test.beforeAll(async () => {
  test.setTimeout(120_000);
  // The beds are packed on a Friday afternoon: their truck comes on Monday.
  host = await startHost('friday');
});
test.afterAll(() => host?.stop());

/** S1, S2 and S3 of a seller's day, by clicking, from nothing. */
test('a new customer goes from an empty console to a shipped bed', async ({ browser }) => {
  covers('§2 order screens', '§2 channel screens');
  test.setTimeout(600_000);
  const admin = await person(browser, 'admin');
  await test.step('an empty console', () => seeFirstSteps(admin.page));
  await test.step('warehouses', () => addWarehouses(admin.page));
  await test.step('goods', () => addGoods(admin.page));
  await test.step('opening stock', () => openStock(admin.page));
  const reviewer = await person(browser, 'fuhe');
  await test.step('a second look at it', () => approveStock(reviewer.page));
  await test.step('shop', () => openShop(admin.page, host));
  await test.step('codes of the channel', () => mapShop(admin.page));
  await test.step('nothing left to enter', () => seeNextStep(admin.page));

  const clerk = await person(browser, 'yunying');
  const finance = await person(browser, 'caiwu');
  const pos = await test.step('orders', () => takeOrders(clerk.page, finance.page));

  const packer = await person(browser, 'cangku');
  const bedPo = await test.step('a bed', () => shipBeds(clerk.page, packer.page));

  await test.step('the first box has left', () => seeStepsDone(admin.page));
  await test.step('all truths hold', () => seeTruths(pos, bedPo));
  // A browser reports every refused call: the bad postcode and the beds that were too early.
  expect(admin.heard).toEqual([]);
  expect(clerk.heard).toEqual([expect.stringContaining('422')]);
  expect(finance.heard).toEqual([]);
  expect(reviewer.heard).toEqual([]);
  expect(packer.heard).toEqual([expect.stringContaining('409')]);
  for (const { page } of [admin, clerk, finance, reviewer, packer]) await page.context().close();
});

/** A person at a browser of their own, and what that browser complains about. */
interface Person {
  page: Page;
  heard: string[];
}

async function person(browser: Browser, username: string): Promise<Person> {
  const page = await (await browser.newContext()).newPage();
  page.setDefaultTimeout(30_000);
  const heard = complaints(page);
  await signIn(page, host.consoleUrl, username, host.password);
  return { page, heard };
}

const firstSteps = (page: Page) => inFront(page, '首页').getByRole('region', { name: '开始使用' });

async function seeFirstSteps(page: Page): Promise<void> {
  await expect(firstSteps(page).getByRole('listitem')).toHaveCount(5);
  await expect(firstSteps(page).getByText('待完成')).toHaveCount(11);
  await expect(firstSteps(page).locator('[aria-current="step"]')).toContainText('接入店铺');
  await expect(inFront(page, '首页').getByText('今天没有必须做的事')).toBeVisible();
  await noSeriousFault(page);
  await firstSteps(page).getByRole('link', { name: '仓库', exact: true }).click();
  await expect(inFront(page, '仓库').getByText('还没有仓库')).toBeVisible();
  // Pages whose rows come from elsewhere say from where.
  const pending = await openPage(page, '订单', '待处理');
  await expect(pending.getByText('没有待处理的订单')).toBeVisible();
  await expect(pending.getByText(/“店铺账号”启用后自动拉单/)).toBeVisible();
}

/** All is entered: what is left is the first order. */
async function seeNextStep(page: Page): Promise<void> {
  await page.getByRole('menuitem', { name: '首页' }).click();
  await expect(inFront(page, '首页').getByRole('heading', { name: '工作台' })).toBeVisible();
  await expect(firstSteps(page)).toContainText('3/5 步');
  await expect(firstSteps(page).locator('[aria-current="step"]')).toContainText('第一张订单');
}

async function seeStepsDone(page: Page): Promise<void> {
  await page.reload();
  await expect(inFront(page, '首页').getByRole('heading', { name: '工作台' })).toBeVisible();
  await expect(firstSteps(page)).toBeHidden();
}

/** S2: 28 orders arrive, their holds are cleared one by one, what can be accepted is. */
async function takeOrders(clerk: Page, finance: Page): Promise<string[]> {
  const { poNumbers } = await host.sim<Scenario>('POST', '/seed', { scenario: 's2', seed: 7 });
  const pending = await orders.pullOrders(clerk, host, 28);
  await expect(pending.getByText('共28条')).toBeVisible();
  for (const chip of ['未配对3', '价格异常1', '地址异常1', '缺货2'])
    await expect(orders.holdChip(pending, chip)).toBeVisible();
  await noSeriousFault(clerk);
  await orders.mapListings(clerk);
  await orders.correctAddress(clerk);
  await orders.acceptPrice(clerk, finance);
  await host.sim('POST', '/faults', {
    plan: [{ fault: '500', match: { operation: 'accept', nth: 3, times: 1 } }],
  });
  await orders.acceptAll(clerk);
  await orders.seeAcknowledged(clerk, host, 26);
  const { entries } = await host.sim<{ entries: { faults: string[] }[] }>('GET', '/log');
  expect(entries.flatMap(({ faults }) => faults)).toEqual(['500']);
  return poNumbers;
}

interface Scenario {
  poNumbers: string[];
}

/** S3: two beds in six boxes, by freight. */
async function shipBeds(clerk: Page, packer: Page): Promise<string> {
  const { poNumbers } = await host.sim<Scenario>('POST', '/seed', { scenario: 's3', seed: 11 });
  const po = poNumbers[0] as string;
  await shipping.startPicking(clerk, await orders.pullOrders(clerk, host, 1), po, host);
  await shipping.seeBeds(packer, 24, 2);
  await shipping.packSixBoxes(packer, po);
  await shipping.printLabels(packer, po);
  await shipping.ship(packer, po, host);
  await shipping.seeBeds(packer, 22, 0);
  await shipping.seeShipped(packer, clerk, po);
  return po;
}

/** The house's invariants hold, and the channel saw every effect exactly once. */
async function seeTruths(pos: readonly string[], bedPo: string): Promise<void> {
  await host.settled();
  expect(await host.violations()).toEqual([]);
  const { violations, facts } = await host.sim<{
    violations: unknown[];
    facts: Record<string, Record<string, number>>;
  }>('GET', '/audit');
  expect(violations).toEqual([]);
  const accepted = pos.map((po) => facts[po]?.['acceptEffects'] ?? 0);
  expect(accepted.filter((times) => times === 1)).toHaveLength(26);
  expect(accepted.filter((times) => times === 0)).toHaveLength(2);
  expect(facts[bedPo]).toMatchObject({ acceptEffects: 1, registerEffects: 1, noticeEffects: 1 });
}
