import { mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import { NEW_JERSEY } from '#simulator/catalogue.ts';
import { printToFolder } from '../../tools/print-bridge/printers.ts';
import { startBridge } from '../../tools/print-bridge/serve.ts';
import { noSeriousFault } from './accessibility.ts';
import { post, type Answer } from './channel-orders.ts';
import { complaints, enter, fitsWidth, scan as send } from './console-steps.ts';
import { startHost, type Host } from './first-day-host.ts';
import { test } from './fixtures.ts';
import { IS_LONG } from '../harness/long.ts';

/**
 * 打包台 by scans and keys alone, no pointer. Real: product, queue, the channel's protocol, its labels, and the print
 * bridge of the repository, which writes to a folder. Not real: who stands there takes no time to fetch a
 * carton, and the channel acts without a delay of its own.
 */
const BED = 'WB-BED-ALMA-QN';
/** Enough that one follows the other by itself more than once; at length a morning's pile. */
const MANY = IS_LONG ? 20 : 4;
const MOST_SECONDS = 8;
const TOKEN = 'token of the packing test';

let host: Host;
let folder: string;
let bridge: Awaited<ReturnType<typeof startBridge>>;
const paper = (): string => join(folder, 'paper');
const printed = (): string[] => readdirSync(paper());

test.beforeAll(async () => {
  test.setTimeout(240_000);
  host = await startHost('monday', 'seller');
  folder = mkdtempSync(join(tmpdir(), 'waybill-station-'));
  bridge = await startBridge({
    port: 0,
    origins: [new URL(host.consoleUrl).origin],
    token: TOKEN,
    spool: join(folder, 'spool'),
    printers: printToFolder(paper()),
  });
});
test.afterAll(async () => {
  await bridge?.close();
  await host?.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** A session of somebody's own programs. */
async function session(username: string) {
  const api = `${host.consoleUrl}/api`;
  const { result } = await post<Answer<{ token: string }>>(`${api}/sys/login`, {
    username,
    password: host.password,
  });
  const read = async <T>(path: string): Promise<T> => {
    const response = await fetch(api + path, { headers: { 'x-access-token': result.token } });
    return ((await response.json()) as Answer<T>).result;
  };
  const write = async <T>(path: string, body: object = {}): Promise<T> => {
    const answer = await post<Answer<T>>(api + path, body, result.token);
    expect(answer.success, `${path}: ${answer.message}`).toBe(true);
    return answer.result;
  };
  return { read, write };
}

type Records<T> = { records: T[] };

/** So many started orders of one three-carton bed each. @returns their shipments, with PO */
async function startedOrders(many: number): Promise<{ id: string; po: string }[]> {
  const clerk = await session('yunying');
  await addStock(many);
  const [shop] = (await clerk.read<Records<{ id: string }>>('/base/channelAccount/list?code=WF-US')).records;
  const orders = Array.from({ length: many }, () => ({
    warehouseId: NEW_JERSEY,
    lines: [{ partNumber: BED, quantity: 1 }],
  }));
  const placed = await host.sim<{ orders: { poNumber: string }[] }>('POST', '/orders', { orders });
  await clerk.write(`/channels/account/${shop?.id ?? ''}/test`);
  await clerk.write(`/channels/account/${shop?.id ?? ''}/pull`);
  await host.settled();
  const made: { id: string; po: string }[] = [];
  for (const { poNumber: po } of placed.orders) {
    const [order] = (await clerk.read<Records<{ id: string }>>(`/orders/salesOrder/list?channelOrderNo=${po}`)).records;
    await clerk.write(`/orders/salesOrder/${order?.id ?? ''}/accept`);
    await host.settled();
    await clerk.write(`/orders/salesOrder/${order?.id ?? ''}/start`);
    const [shipment] = (
      await clerk.read<Records<{ id: string }>>(`/fulfilment/shipment/list?orderId=${order?.id ?? ''}`)
    ).records;
    made.push({ id: shipment?.id ?? '', po });
  }
  return made;
}

async function addStock(qty: number): Promise<void> {
  const packer = await session('cangku');
  const [good] = (await packer.read<Records<{ id: string }>>(`/catalog/sku/list?skuCode=${BED}`)).records;
  const [place] = (await packer.read<Records<{ id: string }>>('/base/warehouse/list?code=NJ01')).records;
  const { id } = await packer.write<{ id: string }>('/inventory/stockAdjustment/add', {
    kind: 'adjust',
    warehouseId: place?.id,
    reason: '备货',
    lines: [{ skuId: good?.id, condition: 'good', qty, unitCost: '0.01' }],
  });
  const path = `/inventory/stockAdjustment/${id}`;
  const { state } = await packer.write<{ state: string }>(`${path}/submit`);
  if (state === 'submitted') await (await session('admin')).write(`${path}/approve`);
}

let keys = 0;

/** What a scanner sends, with its Enter: as keys of their own they come too slowly where much runs beside. */
async function scan(page: Page, code: string): Promise<void> {
  await send(page, code);
  keys += code.length + 1;
}

const SETTINGS = (change: object = {}): string =>
  JSON.stringify({
    printBy: 'bridge',
    bridge: bridge.address,
    token: TOKEN,
    hasSound: true,
    ...change,
  });

async function openStation(page: Page, ids: string, settings: string): Promise<void> {
  await enter(page, host.consoleUrl, 'cangku', host.password);
  await page.addInitScript((text) => {
    if (location.protocol !== 'about:') localStorage.setItem('waybill.station.settings', text);
  }, settings);
  await page.goto(`${host.consoleUrl}/packing${ids ? `?ids=${ids}` : ''}`);
  await expect(page.getByLabel('扫码')).toBeFocused();
}

const tiles = (page: Page) => page.getByRole('list', { name: '箱子' }).getByRole('listitem');

test(`${MANY} orders of three cartons are packed by keys alone`, async ({ page }) => {
  test.setTimeout(400_000);
  const heard = complaints(page);
  const orders = await startedOrders(MANY);
  await openStation(page, orders.map(({ id }) => id).join(','), SETTINGS());
  const seconds: number[] = [];
  keys = 0;
  for (const { po } of orders) {
    // The next one comes by itself; only the first was opened by the address.
    await expect(page.getByRole('heading', { name: po, level: 2 })).toBeVisible();
    const from = performance.now();
    for (const carton of [1, 2, 3]) await scan(page, `${BED} ${carton}/3`);
    await expect(page.getByRole('heading', { name: po, level: 2 })).toBeHidden();
    seconds.push((performance.now() - from) / 1000);
  }
  await expect(page.getByText('没有要打的发货单了')).toBeVisible();
  const mean = seconds.reduce((sum, one) => sum + one, 0) / MANY;
  console.log(
    `effort: pack a three-carton order: ${mean.toFixed(2)} s mean, ${Math.max(...seconds).toFixed(2)} s most, ` +
      `${keys / MANY} keys of the scanner, 0 clicks`,
  );
  expect(mean).toBeLessThan(MOST_SECONDS);
  // Labels came in their time: each box has its own, once, and all have left.
  await host.settled();
  await expect(page.getByRole('region', { name: '等待中' })).toBeHidden({ timeout: 120_000 });
  expect(printed()).toHaveLength(MANY * 3);
  const packer = await session('cangku');
  for (const { id } of orders)
    expect(await packer.read<object>(`/fulfilment/shipment/queryById?id=${id}`)).toMatchObject({
      status: 'shipped',
    });
  await host.settled();
  expect(await host.violations()).toEqual([]);
  expect(heard).toEqual([]);
});

test('a wrong or repeated scan stops all in red until it is acknowledged; the last one is taken back', async ({
  page,
}) => {
  const [order] = await startedOrders(1);
  await openStation(page, '', SETTINGS({ isPrinting: false }));
  await scan(page, 'NOBODY-KNOWS-IT');
  const stop = page.getByRole('alert', { name: '停' });
  await expect(stop).toContainText('不认识 NOBODY-KNOWS-IT');
  await noSeriousFault(page);
  await scan(page, order?.po ?? '');
  await expect(stop).toBeVisible();
  await scan(page, 'WB-OK');
  await scan(page, order?.po ?? '');
  await scan(page, `${BED} 1/3`);
  await expect(tiles(page).filter({ hasText: '已封箱' })).toHaveCount(1);
  await scan(page, `${BED} 1/3`);
  await expect(stop).toContainText('重复扫描');
  await page.keyboard.press('Enter');
  await scan(page, 'WB-MIR-ARCH-65');
  await expect(stop).toContainText('不属于这一单');
  await page.keyboard.press('Enter');
  await noSeriousFault(page);
  await page.keyboard.press('Control+z');
  await expect(tiles(page).filter({ hasText: '已封箱' })).toHaveCount(0);
  await scan(page, `${BED} 2/3`);
  await expect(tiles(page).filter({ hasText: '已封箱' })).toHaveCount(1);
  // Reloaded in the middle: what was scanned is there.
  await page.reload();
  await expect(tiles(page).filter({ hasText: '已封箱' })).toHaveCount(1);
  for (const width of [1440, 1024, 390]) {
    await page.setViewportSize({ width, height: 844 });
    await fitsWidth(page);
  }
  // Without a network scans wait in their order, and are stored once it is back.
  await page.context().setOffline(true);
  await scan(page, `${BED} 1/3`);
  await scan(page, `${BED} 3/3`);
  await expect(page.getByText('没有网络，2 个扫描待保存')).toBeVisible();
  await page.context().setOffline(false);
  await expect(page.getByRole('region', { name: '等待中' })).toContainText(order?.po ?? '');
  await page.keyboard.press('Escape');
  await page.waitForURL('**/orders/shipment');
});

/** A scale at a serial port, as far as the station speaks to one. */
const fakeScale = (): void => {
  const text = new TextEncoder();
  let tell: ReadableStreamDefaultController<Uint8Array> | null = null;
  const readable = new ReadableStream<Uint8Array>({
    start: (controller) => void (tell = controller),
  });
  const port = { readable, open: async () => undefined, close: async () => undefined };
  Object.defineProperty(navigator, 'serial', { value: { getPorts: async () => [port] } });
  (window as unknown as { weigh: (line: string) => void }).weigh = (line) => tell?.enqueue(text.encode(`${line}\r\n`));
};
const weigh = (page: Page, line: string): Promise<void> =>
  page.evaluate((text) => (window as unknown as { weigh: (line: string) => void }).weigh(text), line);

test('boxes are weighed; a printer that is gone loses no label and prints none twice', async ({ page }) => {
  const [order] = await startedOrders(1);
  await page.addInitScript(fakeScale);
  await openStation(page, order?.id ?? '', SETTINGS({ isWeighed: true }));
  await expect(page.getByText('秤已连接')).toBeVisible();
  await scan(page, `${BED} 1/3`);
  await expect(tiles(page).filter({ hasText: '在手上' })).toHaveCount(1);
  for (const [line, words] of [
    ['ST,GS,+   0.00 lb', '秤上没有重量'],
    ['ST,GS,-   1.00 lb', '秤读数为负'],
    ['US,GS,+  30.00 lb', '还没稳定'],
  ] as const) {
    await weigh(page, line);
    await page.keyboard.press('Enter');
    await expect(page.getByText(words)).toBeVisible();
  }
  await weigh(page, 'ST,GS,+  99.00 lb');
  await expect(page.getByText('相差太多')).toBeVisible();
  await page.keyboard.press('Escape');
  await weigh(page, 'US,GS,+  60.00 lb');
  await weigh(page, 'ST,GS,+  61.20 lb');
  await expect(tiles(page).filter({ hasText: '61.2 lb' })).toContainText('已封箱');
  for (const [carton, weight] of [
    ['2/3', '58'],
    ['3/3', '49'],
  ] as const) {
    if (carton === '3/3') renameSync(paper(), `${paper()}-away`);
    await scan(page, `${BED} ${carton}`);
    await scan(page, weight);
  }
  const strip = page.getByRole('region', { name: '等待中' });
  await host.settled();
  await expect(strip).toContainText('3 箱未打印：打印机不在线', { timeout: 60_000 });
  renameSync(`${paper()}-away`, paper());
  await page.keyboard.press('F8');
  await expect(strip).toBeHidden({ timeout: 60_000 });
  const packer = await session('cangku');
  const { records: boxes } = await packer.read<Records<{ id: string }>>(
    `/fulfilment/box/list?shipmentId=${order?.id ?? ''}`,
  );
  const labels = printed().filter((name) => boxes.some(({ id }) => name.startsWith(id)));
  expect(labels).toHaveLength(3);
  expect(await packer.read<object>(`/fulfilment/shipment/queryById?id=${order?.id ?? ''}`)).toMatchObject({
    status: 'shipped',
  });
  expect(await host.violations()).toEqual([]);
});
