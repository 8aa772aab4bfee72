import { expect } from '@playwright/test';
import { api, clerkToken, type Answer } from './channel-orders.ts';
import { choose, complaints, enterConsole, goWithin } from './console-steps.ts';
import { CONSOLE } from './account-steps.ts';
import { covers } from './covers.ts';
import { test, useConsole } from './fixtures.ts';
import { typeInto } from './grid-steps.ts';
import { PEOPLE_PASSWORD } from './start-console.ts';

useConsole();

/** 刊登 in the browser: two beds, errors at their cells, put right, handed over. */

const ask = async <T>(method: string, path: string, body?: unknown): Promise<T> => {
  const response = await fetch(`${api()}${path}`, {
    method,
    headers: { 'content-type': 'application/json', 'x-access-token': await clerkToken() },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const answer = (await response.json()) as Answer<T>;
  expect(answer.success, answer.message).toBe(true);
  return answer.result;
};

/** What a person would say of any bed; its colour and the hours it takes are left to the page. */
const SAID: Readonly<Record<string, string>> = {
  'core::manufacturerId': '58213',
  'variantGrouping::variantType': 'Not Variant',
  'media::imageValue': 'https://files.example/bed.jpg',
  'propSixtyFive::warningRequired': 'No',
  '4170': 'Queen',
  '4215': '48',
  '4216': '64',
  '4217': '84.5',
  '380203': 'Metal',
  '380201': 'No',
  '380206': 'No',
};

interface Task {
  version: number;
  lines: { publishItem: { id: string }[] };
}

test('two SKUs are filled in, judged at their cells, put right and handed over', async ({ page }) => {
  covers('ours: publishing', '§2 channel screens');
  test.setTimeout(120_000);
  const heard = complaints(page);
  await enterConsole(page, CONSOLE(), 'yunying', PEOPLE_PASSWORD);
  const skus = await ask<{ records: { id: string; skuCode: string }[] }>('GET', '/catalog/sku/list?skuCode=*BED*');
  const two = skus.records.slice(0, 2).map(({ id }) => id);
  await goWithin(page, `/channel/wf/publish?skuIds=${two.join(',')}`);
  const dialog = page.getByRole('dialog', { name: '新增刊登' });
  await choose(dialog.getByLabel('类目', { exact: true }), 'Beds（12）', 'Beds');
  await dialog.getByRole('button', { name: '新增', exact: true }).click();
  await page.waitForURL(/publish\/[0-9a-f-]{36}/);
  const id = page.url().split('/').at(-1) ?? '';

  const { version, lines } = await ask<Task>('GET', `/channels/publishTask/queryById?id=${id}`);
  const cells = lines.publishItem.flatMap((item) =>
    Object.entries(SAID).map(([questionId, value]) => ({
      itemId: item.id,
      questionId,
      parentRank: 1,
      instance: 1,
      values: [value],
    })),
  );
  await ask('PUT', `/channels/publishTask/${id}/cells`, { version, cells });
  await page.reload();

  const editor = page.getByRole('region', { name: '刊登答案' });
  await editor.getByRole('button', { name: '保存并校验' }).click();
  const flaws = editor.getByRole('region', { name: '问题' });
  await expect(flaws).toContainText('错误 4 个');
  await expect(flaws).toContainText('请选择Color');
  await editor.getByText('有问题', { exact: true }).click();
  const grid = editor.getByRole('grid', { name: '刊登答案' });
  for (const row of [1, 2]) await typeInto([grid, row, 'Lead Time (Hours)'], '48');
  await editor.getByRole('button', { name: '一键修正' }).click();
  await expect(flaws).toContainText('错误 0 个');
  await editor.getByRole('button', { name: '保存并校验' }).click();
  await expect(page.getByText('待提交').first()).toBeVisible();
  await page.getByRole('button', { name: '提交', exact: true }).click();
  await expect(page.getByText(/提交中|平台处理中|已上架/).first()).toBeVisible();
  expect(heard).toEqual([]);
});
