import { expect, type Locator, type Page } from '@playwright/test';
import { noSeriousFault } from './accessibility.ts';
import { api, atChannel, post, pulled, type Answer } from './channel-orders.ts';
import { closeOthers, complaints, enterConsole, fitsWidth, goWithin, inFront } from './console-steps.ts';
import { covers } from './covers.ts';
import { test, useConsole } from './fixtures.ts';
import { ADMIN_PASSWORD } from './start-console.ts';

useConsole();

/** S6 by clicking: the buyer does not want it any more, before the label, after it, and on its way. */

const MIRROR = 'WB-MIR-RND-24';

test.afterEach(({ context }) => closeOthers(context));

let token = '';
async function made<T>(path: string, body: object = {}): Promise<T> {
  const response = await fetch(`${api()}${path}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-access-token': token,
      'idempotency-key': `${path} ${Date.now()}`,
    },
    body: JSON.stringify(body),
  });
  const { success, message, result } = (await response.json()) as Answer<T>;
  expect(success, `${path}: ${message}`).toBe(true);
  return result;
}
async function first<T>(path: string): Promise<T> {
  const response = await fetch(`${api()}${path}`, { headers: { 'x-access-token': token } });
  return ((await response.json()) as Answer<{ records: T[] }>).result.records[0] as T;
}

interface Order {
  id: string;
  po: string;
}

/** Orders of a mirror each, as they came. */
async function three(): Promise<Order[]> {
  await atChannel('/config', { requireRegister: false });
  const { orders } = await atChannel<{ orders: { poNumber: string }[] }>('/orders', {
    orders: [1, 2, 3].map((house) => ({
      warehouseId: '31842',
      lines: [{ partNumber: MIRROR, quantity: 1 }],
      shipTo: { address1: `${house} Cancel St` },
    })),
  });
  const all: Order[] = [];
  for (const { poNumber: po } of orders) all.push({ ...(await pulled(po, () => true)), po });
  return all;
}

/** Accepted, packed, and with a number on its box. @returns its shipment */
async function labelled({ id, po }: Order): Promise<string> {
  await made(`/orders/salesOrder/${id}/accept`);
  const stands = async (): Promise<string> =>
    (await first<{ status: string }>(`/orders/salesOrder/list?channelOrderNo=${po}`)).status;
  await expect.poll(stands, { timeout: 60_000 }).toBe('ready');
  const truck = await first<{ id: string }>('/base/shipMethod/list?code=OWN-TRK');
  await made(`/orders/salesOrder/${id}/start`, { shipMethodId: truck.id });
  const parcel = (await first<{ id: string }>(`/fulfilment/shipment/list?orderId=${id}`)).id;
  for (const move of ['pack', 'sealAll']) await made(`/fulfilment/shipment/${parcel}/${move}`);
  const number = { carrierCode: 'OWN', trackingNo: `CANCEL-${po}` };
  await made(`/fulfilment/shipment/${parcel}/ownLabel`, number);
  return parcel;
}

async function orderPage(page: Page, { id, po }: Order): Promise<Locator> {
  await goWithin(page, `/orders/${id}`);
  const order = inFront(page, `订单 ${po}`);
  await expect(order.getByRole('heading', { name: po })).toBeVisible();
  return order;
}

/** Opens the dialog from the page of the order, and gives the reason. */
async function cancel(page: Page, order: Locator, po: string): Promise<Locator> {
  const open = order.getByRole('button', { name: '取消', exact: true });
  const more = order.getByRole('button', { name: '更多', exact: true }).first();
  await expect(more).toBeVisible();
  // Where few moves are left it stands beside the others.
  if (await open.isVisible()) await open.click();
  else {
    await more.click();
    await page.getByRole('menuitem', { name: '取消', exact: true }).click();
  }
  const dialog = page.getByRole('dialog', { name: `取消：${po}` });
  await dialog.getByLabel('取消原因').fill('买家不要了');
  return dialog;
}

test('S6: cancelled in one go, then only by who bears the label, then the parcel is stopped', async ({ page }) => {
  covers('ours: cancelled by the buyer at any time');
  test.setTimeout(240_000);
  const login = { username: 'admin', password: ADMIN_PASSWORD };
  token = (await post<Answer<{ token: string }>>(`${api()}/sys/login`, login)).result.token;
  const [early, late, gone] = (await three()) as [Order, Order, Order];
  const heard = complaints(page);
  await enterConsole(page, process.env['CONSOLE_URL'] ?? '', 'admin', ADMIN_PASSWORD);

  const before = await cancel(page, await orderPage(page, early), early.po);
  await expect(before.getByText('确认承担面单损失')).toHaveCount(0);
  await before.getByRole('button', { name: '取消全部未发货' }).click();
  await expect(before).toBeHidden();
  await expect(inFront(page, `订单 ${early.po}`).getByText('已取消').first()).toBeVisible();

  await labelled(late);
  const after = await cancel(page, await orderPage(page, late), late.po);
  await expect(after).toContainText('已产生的面单费用可能无法退回');
  await noSeriousFault(page);
  await after.getByRole('button', { name: '取消全部未发货' }).click();
  await expect(after).toContainText('面单损失');
  await expect(after.getByLabel('取消原因')).toHaveValue('买家不要了');
  await after.getByRole('checkbox', { name: '确认承担面单损失' }).check();
  await after.getByRole('button', { name: '取消全部未发货' }).click();
  await expect(after).toBeHidden();
  await expect(inFront(page, `订单 ${late.po}`).getByText('已取消').first()).toBeVisible();

  const parcel = await labelled(gone);
  await made(`/fulfilment/shipment/${parcel}/ship`);
  await stopsOnItsWay(page, gone);
  // The one refusal that was asked for.
  expect(heard.filter((text) => !text.includes('409'))).toEqual([]);
});

/** The order stays as it is; a person has to call the carrier. */
async function stopsOnItsWay(page: Page, gone: Order): Promise<void> {
  const order = await orderPage(page, gone);
  await order.getByRole('button', { name: '更多', exact: true }).first().click();
  await expect(page.getByRole('menuitem').first()).toBeVisible();
  await expect(page.getByRole('menuitem', { name: '取消', exact: true })).toHaveCount(0);
  await page.keyboard.press('Escape');
  await order.getByRole('button', { name: '拦截', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: /^拦截/ });
  await dialog.getByLabel('拦截原因').fill('买家不要了');
  await dialog.getByRole('button', { name: '确认拦截' }).click();
  await expect(dialog).toBeHidden();
  await expect(order).toContainText('拦截 待联系');
  await expect(order.getByText('已发货').first()).toBeVisible();
  await page.setViewportSize({ width: 390, height: 844 });
  await fitsWidth(page);
}
