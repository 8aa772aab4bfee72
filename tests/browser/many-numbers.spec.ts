import { expect, type Page } from '@playwright/test';
import { noSeriousFault } from './accessibility.ts';
import { api, atChannel, clerkToken, post, pullOnce, type Answer } from './channel-orders.ts';
import { complaints, enterConsole, fitsWidth, goWithin, inFront } from './console-steps.ts';
import { counted } from './counted.ts';
import { covers } from './covers.ts';
import { test, useConsole } from './fixtures.ts';
import { bring } from './paste.ts';
import { PEOPLE_PASSWORD } from './start-console.ts';

useConsole();

/** A clerk copies a column of numbers out of a sheet and sees exactly those orders. */

const UNKNOWN = ['NOT-10001', 'NOT-10002', 'NOT-10003', 'NOT-10004', 'NOT-10005'];

/** The paste itself is none of the keys. */
const FINDING = {
  what: 'find 50 pasted numbers',
  before: { clicks: 1, keys: 1, way: '查找框、粘贴、回车' },
  most: { clicks: 0, keys: 2 },
};

interface Kept {
  id: string;
}
const LIST = '/orders/salesOrder';

/** 45 orders in the product of which 3 are accepted. */
async function fortyFive(): Promise<string[]> {
  // One after the other: a channel shows no more than a page of one instant until some are answered.
  const placed: string[] = [];
  while (placed.length < 45) {
    const { orders } = await atChannel<{ orders: { poNumber: string }[] }>('/orders', {
      orders: [{ warehouseId: '31842', lines: [{ partNumber: 'WB-ACH-NELL-OTM', quantity: 1 }] }],
    });
    placed.push(...orders.map(({ poNumber }) => poNumber));
  }
  const token = await clerkToken();
  const keep = async (numbers: string[]): Promise<string> =>
    (await post<Answer<Kept>>(`${api()}${LIST}/numbers`, { numbers }, token)).result.id;
  const read = async <T>(path: string): Promise<T> => {
    const response = await fetch(`${api()}${path}`, { headers: { 'x-access-token': token } });
    return ((await response.json()) as Answer<T>).result;
  };
  const { records } = await read<{ records: Kept[] }>('/base/channelAccount/list?code=WF-US');
  const request = await keep(placed);
  let known: string[] = [];
  await expect
    .poll(
      async () => {
        await pullOnce(token, records[0]?.id ?? '');
        const { missing } = await read<{ missing: string[] }>(`${LIST}/numbers?numbers=${request}`);
        known = placed.filter((po) => !missing.includes(po));
        return known.length;
      },
      { timeout: 90_000, intervals: [250] },
    )
    .toBe(45);
  const accepted = await post<Answer<{ ok: number }>>(
    `${api()}${LIST}/batch/accept`,
    { filter: { numbers: await keep(known.slice(0, 3)) }, answers: {} },
    token,
  );
  expect(accepted.result.ok, accepted.message).toBe(3);
  return known;
}

async function openPending(page: Page) {
  await enterConsole(page, process.env['CONSOLE_URL'] ?? '', 'yunying', PEOPLE_PASSWORD);
  await goWithin(page, '/orders/pending');
  const list = inFront(page, '待处理');
  await expect(list.getByRole('heading', { name: '待处理', level: 1 })).toBeVisible();
  return { list, box: list.getByLabel('查找', { exact: true }) };
}

test('a pasted column finds its orders, names the others and says where some are', async ({ page }) => {
  covers('ours: many numbers at once');
  const known = await fortyFive();
  const heard = complaints(page);
  const { list, box } = await openPending(page);
  // One paste and Enter: nothing else is asked of the clerk.
  await counted(page, FINDING, async () => {
    await page.keyboard.press('/');
    await expect(box).toBeFocused();
    await bring(box, 'paste', { text: `${[...known, ...UNKNOWN].join('\r\n')}\r\n` });
    await expect(box).toHaveValue('批量 50 个');
    await box.press('Enter');
    await expect(list.getByText(/共42条/)).toBeVisible();
  });
  const note = list.getByRole('status').filter({ hasText: '未找到' });
  await expect(note).toContainText(`未找到 5 个：${UNKNOWN.join('、')}`);
  await expect(note).toContainText('另有 3 个在');
  await noSeriousFault(page);
  // Rows far below the window stand too, for who searches or prints the page.
  const { pathname, search } = new URL(page.url());
  await goWithin(page, `${pathname}${search}&pageSize=100`);
  await expect(list.locator('tbody tr[data-row-key]')).toHaveCount(42);
  const address = page.url();
  await page.reload();
  await expect(box).toHaveValue('批量 50 个');
  await expect(note).toContainText('未找到 5 个');
  expect(page.url()).toBe(address);
  await page.setViewportSize({ width: 390, height: 844 });
  await fitsWidth(page);
  await expect(note).toBeVisible();
  await page.setViewportSize({ width: 1440, height: 900 });
  await note.getByRole('button', { name: '待发货' }).click();
  const shipping = inFront(page, '待发货');
  await expect(shipping.getByText(/共3条/)).toBeVisible();
  await expect(shipping.getByLabel('查找', { exact: true })).toHaveValue('批量 50 个');
  expect(heard).toEqual([]);
});

test('too many stay as they were pasted, and are searched once they are fewer', async ({ page }) => {
  covers('ours: many numbers at once');
  const heard = complaints(page);
  const { list, box } = await openPending(page);
  const many = Array.from({ length: 201 }, (_, at) => `MANY-${10_000 + at}`);
  await bring(box, 'paste', { text: many.join('\n') });
  const stated = '一次最多查找 200 个，现有 201 个，请删去 1 个后再查';
  await expect(list.getByRole('alert')).toHaveText(stated);
  await box.press('Enter');
  await expect(list.getByRole('alert')).toHaveText(stated);
  expect(page.url()).not.toContain('numbers=');
  await box.click();
  const editor = page.getByRole('dialog', { name: '批量查找' });
  const lines = editor.getByRole('textbox', { name: '号码，每行一个' });
  await expect(lines).toHaveValue(many.join('\n'));
  await noSeriousFault(page);
  await lines.fill(many.slice(0, 2).join('\n'));
  await editor.getByRole('button', { name: '查询' }).click();
  await expect(box).toHaveValue('批量 2 个');
  await expect(list.getByText('未找到 2 个')).toBeVisible();
  await list.getByRole('button', { name: '清空批量查找' }).click();
  await expect(box).toHaveValue('');
  await expect(list.getByText('未找到 2 个')).toBeHidden();
  expect(heard).toEqual([]);
});
