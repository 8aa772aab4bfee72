import { expect, type Page } from '@playwright/test';
import { noSeriousFault } from './accessibility.ts';
import { admin, api, CONSOLE } from './account-steps.ts';
import { complaints, enter, fitsWidth } from './console-steps.ts';
import { test, useConsole } from './fixtures.ts';
import { ADMIN_PASSWORD } from './start-console.ts';

useConsole();

/* A wave is picked on a phone with a scanner, and its box handed over with a signature. Goods and orders are the test's own. */

const ADDRESS = {
  shipToName: 'Ann Lee',
  shipToAddress1: '1 Main St',
  shipToCity: 'Austin',
  shipToState: 'TX',
  shipToPostalCode: '78701',
  shipToCountry: 'US',
};

interface Scene {
  token: string;
  warehouseId: string;
  accountId: string;
  methodId: string;
}

async function first<T = { id: string }>(page: Page, path: string, token: string): Promise<T> {
  const headers = { 'x-access-token': token };
  const answer = await page.request.get(`${CONSOLE()}/api${path}`, { headers });
  const { result } = (await answer.json()) as { result: { records: T[] } };
  const [row] = result.records;
  if (!row) throw new Error(`${path} found nothing`);
  return row;
}

/** A call that must succeed, with a key of its own. */
async function act<T>(page: Page, path: string, body: object, token: string): Promise<T> {
  const headers = { 'x-access-token': token, 'idempotency-key': `${path} ${Math.random()}` };
  const answer = await page.request.post(`${CONSOLE()}/api${path}`, { headers, data: body });
  const json = (await answer.json()) as { success: boolean; message: string; result: T };
  expect(json.success, `${path}: ${json.message}`).toBe(true);
  return json.result;
}

async function scene(page: Page): Promise<Scene> {
  const token = await admin(page);
  const [warehouse, account, method] = [
    await first(page, '/base/warehouse/list', token),
    await first(page, '/base/channelAccount/list?code=WF-US', token),
    await first(page, '/base/shipMethod/list?code=OWN-TRK', token),
  ];
  return { token, warehouseId: warehouse.id, accountId: account.id, methodId: method.id };
}

/** Goods in one carton, on the shelf. */
async function stocked(page: Page, code: string, at: Scene): Promise<string> {
  const { token, warehouseId } = at;
  const { id: productId } = await api<{ id: string }>(
    page,
    '/catalog/product/add',
    { spuCode: code, name: code },
    token,
  );
  const { id: skuId } = await api<{ id: string }>(
    page,
    '/catalog/sku/add',
    { skuCode: code, productId, name: `${code} 灯`, standardCost: '0.01' },
    token,
  );
  const carton = { lengthMm: 300, widthMm: 200, heightMm: 100, grossWeightG: 1500 };
  await api(page, '/catalog/skuCarton/add', { skuId, cartonNo: 1, label: '整灯', unitsPerCarton: 1, ...carton }, token);
  const { id } = await api<{ id: string }>(
    page,
    '/inventory/stockAdjustment/add',
    {
      kind: 'adjust',
      warehouseId,
      reason: '备货',
      lines: [{ skuId, condition: 'good', qty: 10, unitCost: '0.01' }],
    },
    token,
  );
  await act(page, `/inventory/stockAdjustment/${id}/submit`, {}, token);
  return skuId;
}

/** A manual order of so many units that waits to be packed. @returns its shipment */
async function started(page: Page, at: Scene, skuId: string, qty: number): Promise<string> {
  const { token, accountId, warehouseId, methodId } = at;
  const { id } = await api<{ id: string }>(
    page,
    '/orders/salesOrder/add',
    {
      accountId,
      ...ADDRESS,
      pinnedWarehouseId: warehouseId,
      lines: [{ skuId, channelSku: 'DIRECT', qty, unitPrice: '9.99' }],
    },
    token,
  );
  await act(page, `/orders/salesOrder/${id}/submit`, {}, token);
  await act(page, `/orders/salesOrder/${id}/accept`, {}, token);
  await act(page, `/orders/salesOrder/${id}/start`, { shipMethodId: methodId }, token);
  return (await first(page, `/fulfilment/shipment/list?orderId=${id}`, token)).id;
}

async function scan(page: Page, code: string): Promise<void> {
  await page.locator('input[aria-label="扫码"]').fill(code);
  await page.keyboard.press('Enter');
}

test('a wave is picked on a phone; what is packed is handed over with a signature', async ({ page }) => {
  test.setTimeout(120_000);
  const code = `WAVE-${Date.now() % 1_000_000}`;
  await enter(page, CONSOLE(), 'admin', ADMIN_PASSWORD);
  const heard = complaints(page);
  const at = await scene(page);
  const skuId = await stocked(page, code, at);
  const whole = await started(page, at, skuId, 2);
  const short = await started(page, at, skuId, 1);
  const { waves } = await act<{ waves: { id: string }[] }>(
    page,
    '/fulfilment/wave/make',
    { ids: [whole, short], kind: 'multi' },
    at.token,
  );
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`${CONSOLE()}/orders/wave/${waves[0]?.id}`);
  await page.getByRole('button', { name: '开始拣货' }).click();
  const panel = page.getByRole('region', { name: '拣货', exact: true });
  await expect(panel).toContainText(code);
  await scan(page, code);
  await expect(panel.getByText('放入 1 号格 ×1')).toBeVisible();
  await scan(page, 'SOMETHING-ELSE');
  await expect(panel.getByText('不在这个波次')).toBeVisible();
  await fitsWidth(page);
  await noSeriousFault(page);
  await scan(page, code);
  await expect(panel.getByText('还要 1')).toBeVisible();
  await page.getByRole('button', { name: '缺货登记' }).first().click();
  await page.getByRole('dialog').getByRole('button', { name: '缺货登记' }).click();
  await expect(page.getByRole('button', { name: '去打包' })).toBeVisible();
  await expect(page.getByRole('list', { name: '发货单' })).toContainText('缺 1 件');
  await fitsWidth(page);
  for (const [move, answers] of [
    ['pack', {}],
    ['sealAll', {}],
    ['ownLabel', { carrierCode: 'OWN', trackingNo: `${code}-1,${code}-2` }],
  ] as const)
    await act(page, `/fulfilment/shipment/${whole}/${move}`, answers, at.token);
  await page.reload();
  await expect(page.getByText('拣齐的都已装箱')).toBeVisible();
  await handOver(page, at, code);
  expect(heard).toEqual([]);
});

async function handOver(page: Page, { token, ...at }: Scene, code: string): Promise<void> {
  const { id } = await act<{ id: string }>(
    page,
    '/fulfilment/handover/open',
    { warehouseId: at.warehouseId, shipMethodId: at.methodId },
    token,
  );
  await page.goto(`${CONSOLE()}/orders/handover/${id}`);
  await scan(page, `${code}-1`);
  await expect(page.getByText(/还缺 1 箱/)).toBeVisible();
  await scan(page, `${code}-2`);
  await expect(page.getByText(/还缺 1 箱/)).toHaveCount(0);
  await fitsWidth(page);
  await noSeriousFault(page);
  await page.getByRole('button', { name: '交接完成' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('司机', { exact: true }).fill('王师傅');
  await expect(dialog.getByRole('button', { name: '交接完成' })).toBeDisabled();
  const pad = dialog.getByRole('img', { name: '手写签名' });
  const box = await pad.boundingBox();
  if (!box) throw new Error('nothing to sign on');
  await page.mouse.move(box.x + 30, box.y + 30);
  await page.mouse.down();
  for (let step = 1; step <= 8; step += 1) await page.mouse.move(box.x + 30 + step * 25, box.y + 30 + (step % 2) * 40);
  await page.mouse.up();
  await dialog.getByRole('button', { name: '交接完成' }).click();
  await expect(page.getByRole('img', { name: '司机签名' })).toBeVisible();
  await expect(page.getByText('已交接').first()).toBeVisible();
  await fitsWidth(page);
}
