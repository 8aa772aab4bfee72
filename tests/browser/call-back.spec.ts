import { expect } from '@playwright/test';
import { noSeriousFault } from './accessibility.ts';
import { api, atChannel, clerkToken, post, pulled, type Answer } from './channel-orders.ts';
import { closeOthers, complaints, enterConsole, goWithin, inFront } from './console-steps.ts';
import { covers } from './covers.ts';
import { test, useConsole } from './fixtures.ts';
import { ADMIN_PASSWORD, PEOPLE_PASSWORD } from './start-console.ts';

useConsole();

/** Three orders are accepted, one of them is called back by the strip, the others go on. */

const STOOL = 'WB-DCH-BRAM-CTR';
const WAIT = 45;

test.afterEach(({ context }) => closeOthers(context));

/** How long calls wait, decided by the administrator; what held before is put back at the end. */
async function waits(seconds: number): Promise<void> {
  const login = { username: 'admin', password: ADMIN_PASSWORD };
  const { token } = (await post<Answer<{ token: string }>>(`${api()}/sys/login`, login)).result;
  const headers = { 'content-type': 'application/json', 'x-access-token': token };
  const read = await fetch(`${api()}/channels/callWait`, { headers });
  const { version } = ((await read.json()) as Answer<{ version: number }>).result;
  const saved = await fetch(`${api()}/channels/callWait`, {
    method: 'PUT',
    headers,
    body: JSON.stringify({ seconds, version }),
  });
  expect(((await saved.json()) as Answer<unknown>).success).toBe(true);
}

async function placed(buyer: string, many = 3): Promise<string[]> {
  const { orders } = await atChannel<{ orders: { poNumber: string }[] }>('/orders', {
    orders: Array.from({ length: many }, (_, at) => ({
      warehouseId: '31843',
      lines: [{ partNumber: STOOL, quantity: 1 }],
      shipTo: { name: buyer, address1: `${at}${String(Date.now()).slice(-6)} Recall St` },
    })),
  });
  return orders.map(({ poNumber }) => poNumber);
}

const stateOf = async (po: string): Promise<string | undefined> => {
  const response = await fetch(`${api()}/orders/salesOrder/list?channelOrderNo=${po}`, {
    headers: { 'x-access-token': await clerkToken() },
  });
  const { result } = (await response.json()) as Answer<{ records: { status: string }[] }>;
  return result.records[0]?.status;
};

test('three orders are accepted, one is called back, the others reach the channel', async ({ page }) => {
  covers('ours: calls wait and can be called back');
  test.setTimeout(180_000);
  const heard = complaints(page);
  const buyer = `Recall ${Date.now()}`;
  const pos = await placed(buyer);
  for (const po of pos) await pulled(po, ({ holds }) => holds.length === 0);
  await waits(WAIT);
  try {
    await enterConsole(page, process.env['CONSOLE_URL'] ?? '', 'yunying', PEOPLE_PASSWORD);
    await goWithin(page, `/orders/pending?shipToName=${encodeURIComponent(buyer)}`);
    const orders = inFront(page, '待处理');
    await expect(orders.getByText('共3条')).toBeVisible();
    await orders.getByRole('checkbox', { name: '全选本页' }).check();
    await page.keyboard.press('a');
    const batch = page.getByRole('dialog', { name: /^批量接单/ });
    await expect(batch.getByRole('list', { name: '影响' })).toContainText('3 单共 3 件');
    await batch.getByRole('button', { name: '接单 3 条' }).click();
    await batch.getByRole('button', { name: '完成' }).click();

    const strip = orders.getByRole('list', { name: '可撤回的操作' });
    await expect(strip).toContainText('接单 3 条');
    await strip.getByRole('button', { name: '查看' }).click();
    await noSeriousFault(page);
    await strip.getByRole('checkbox', { name: pos[1] as string }).check();
    await strip.getByRole('button', { name: '撤回所选 1 条' }).click();
    await expect(strip).toContainText('接单 2 条');
    expect(await stateOf(pos[1] as string)).toBe('new');

    // It is there again after a reload, and goes once the time is over.
    await page.reload();
    await expect(inFront(page, '待处理').getByRole('list', { name: '可撤回的操作' })).toContainText('接单 2 条');
    for (const po of [pos[0], pos[2]])
      await expect.poll(() => stateOf(po as string), { timeout: 100_000, intervals: [1000] }).toBe('ready');
    expect(await stateOf(pos[1] as string)).toBe('new');
    await expect(inFront(page, '待处理').getByRole('list', { name: '可撤回的操作' })).toHaveCount(0);
    // Read, so that the next journey finds its rows where they are.
    const progress = inFront(page, '待处理').getByRole('list', { name: '批量进度' });
    await progress.getByRole('button', { name: '知道了' }).click();
    await expect(progress).toBeHidden();
  } finally {
    await waits(0);
  }
  expect(heard).toEqual([]);
});

/** Packed, and labelled with a number of its own. @returns the id of its shipment */
async function labelled(po: string): Promise<string> {
  const login = { username: 'admin', password: ADMIN_PASSWORD };
  const { token } = (await post<Answer<{ token: string }>>(`${api()}/sys/login`, login)).result;
  const firstOf = async (path: string): Promise<string> => {
    const response = await fetch(`${api()}${path}`, { headers: { 'x-access-token': token } });
    const { result } = (await response.json()) as Answer<{ records: { id: string }[] }>;
    return result.records[0]?.id ?? '';
  };
  const move = async (path: string, body: object = {}): Promise<void> => {
    const answer = await post<Answer<unknown>>(`${api()}${path}`, body, token);
    expect(answer.success, `${path}: ${answer.message}`).toBe(true);
  };
  const order = `/orders/salesOrder/${await firstOf(`/orders/salesOrder/list?channelOrderNo=${po}`)}`;
  await move(`${order}/accept`);
  await expect.poll(() => stateOf(po), { timeout: 60_000, intervals: [500] }).toBe('ready');
  const shipMethodId = await firstOf('/base/shipMethod/list?code=OWN-TRK');
  await move(`${order}/start`, { shipMethodId });
  const id = await firstOf(`/fulfilment/shipment/list?orderId=${order.split('/').at(-1) ?? ''}`);
  const number = { carrierCode: 'OWN', trackingNo: `RECALL-${po}` };
  for (const [name, body] of [['pack'], ['sealAll'], ['ownLabel', number]] as const)
    await move(`/fulfilment/shipment/${id}/${name}`, body);
  return id;
}

test('what has just left is called back on its own page', async ({ page }) => {
  test.setTimeout(180_000);
  const heard = complaints(page);
  const [po = ''] = await placed(`Recall ${Date.now()}`, 1);
  await pulled(po, ({ holds }) => holds.length === 0);
  const id = await labelled(po);
  await waits(WAIT);
  try {
    await enterConsole(page, process.env['CONSOLE_URL'] ?? '', 'cangku', PEOPLE_PASSWORD);
    await goWithin(page, `/orders/pack/${id}`);
    const desk = page.getByRole('article');
    await desk.getByRole('button', { name: '发货', exact: true }).click();
    await page.getByRole('dialog').getByRole('button', { name: '确认发货' }).click();
    const strip = desk.getByRole('list', { name: '可撤回的操作' });
    await expect(strip).toContainText('秒内可以撤回');
    await strip.getByRole('button', { name: '撤回' }).click();
    await expect(desk.getByText('待出库', { exact: true }).first()).toBeVisible();
    await expect(strip).toBeHidden();
  } finally {
    await waits(0);
  }
  expect(heard).toEqual([]);
});
