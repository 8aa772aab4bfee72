import { expect, type Locator, type Page } from '@playwright/test';
import { api, clerkToken, post, type Answer } from './channel-orders.ts';
import { choose, complaints, enterConsole, goWithin, inFront } from './console-steps.ts';
import { covers } from './covers.ts';
import { test, useConsole } from './fixtures.ts';
import { PEOPLE_PASSWORD } from './start-console.ts';

useConsole();

/** A code of the channel is paired by one click, whatever arrives meanwhile. */

const LIST = '/channels/channelProduct';
const PART = 'WB-DCH-HOLM-S2';

interface Listing {
  id: string;
  version: number;
  mapStatus: string;
}

const ask = async <T>(method: string, path: string, body?: unknown): Promise<Answer<T>> => {
  const response = await fetch(`${api()}${path}`, {
    method,
    headers: { 'content-type': 'application/json', 'x-access-token': await clerkToken() },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return (await response.json()) as Answer<T>;
};

async function stored(code: string): Promise<Listing> {
  const { result } = await ask<{ records: Listing[] }>('GET', `${LIST}/list?channelSku=${code}`);
  return result.records[0] as Listing;
}

/** A code that nobody has paired. */
async function unpaired(code: string): Promise<void> {
  const shops = await ask<{ records: { id: string }[] }>('GET', '/base/channelAccount/list?code=WF-US');
  const body = {
    accountId: shops.result.records[0]?.id,
    channelSku: code,
    title: '没有配对的椅子',
  };
  const added = await post<Answer<unknown>>(`${api()}${LIST}/add`, body, await clerkToken());
  expect(added.message).toBe('添加成功！');
}

/** What the simulated channel does not know is not left behind for its pushes. */
async function forget(code: string): Promise<void> {
  await ask('DELETE', `${LIST}/delete?id=${(await stored(code)).id}`);
}

/** Chooses the SKU in the row; answers the dialog that asks. */
async function choosing(page: Page, code: string): Promise<Locator> {
  await goWithin(page, `/channel/wf/product?channelSku=${code}`);
  const list = inFront(page, '渠道产品');
  const sku = list.getByRole('group', { name: `${code} 的本地SKU` });
  await choose(sku.getByRole('combobox'), PART, PART);
  const dialog = page.getByRole('dialog', { name: `配对：${code}` });
  await expect(dialog.getByRole('group', { name: '本地SKU' })).toContainText(PART);
  return dialog;
}

test('a picture that comes while the button is pressed takes no click away', async ({ page }) => {
  covers('§2 channel screens');
  const code = 'UNDER-1';
  await unpaired(code);
  const heard = complaints(page);
  await enterConsole(page, process.env['CONSOLE_URL'] ?? '', 'yunying', PEOPLE_PASSWORD);
  let letGo = (): void => undefined;
  const held = new Promise<void>((done) => (letGo = done));
  await page.route('**/catalog/product/queryById**', async (route) => {
    await held;
    await route.continue();
  });
  const dialog = await choosing(page, code);
  const button = dialog.getByRole('button', { name: '确认配对' });
  const before = await button.boundingBox();
  await button.hover();
  await page.mouse.down();
  letGo();
  await expect(dialog.locator('img')).toBeVisible();
  expect(await button.boundingBox()).toEqual(before);
  await page.mouse.up();
  await expect(dialog).toBeHidden();
  await expect(page.getByText(`${code} 已配对，等待配对的订单已放行`)).toBeVisible();
  expect((await stored(code)).mapStatus).toBe('mapped');
  await forget(code);
  expect(heard).toEqual([]);
});

test('who was slower than a colleague is shown so, and may go on', async ({ page }) => {
  const code = 'UNDER-2';
  await unpaired(code);
  const heard = complaints(page);
  await enterConsole(page, process.env['CONSOLE_URL'] ?? '', 'yunying', PEOPLE_PASSWORD);
  const dialog = await choosing(page, code);
  const { id, version } = await stored(code);
  await post(`${api()}${LIST}/edit`, { id, version, title: '同事改过的标题' }, await clerkToken());
  await dialog.getByRole('button', { name: '确认配对' }).click();
  await expect(page.getByText(`${code} 刚被他人修改，已载入最新内容，请核对后再确认`)).toBeVisible();
  await expect(dialog).toContainText('同事改过的标题');
  expect((await stored(code)).mapStatus).toBe('unmapped');
  await dialog.getByRole('button', { name: '确认配对' }).click();
  await expect(dialog).toBeHidden();
  expect((await stored(code)).mapStatus).toBe('mapped');
  await forget(code);
  expect(heard.filter((line) => !line.includes('409'))).toEqual([]);
});
