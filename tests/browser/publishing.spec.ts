import { expect, type Locator, type Page } from '@playwright/test';
import { atChannel } from './channel-orders.ts';
import { choose, complaints, enterConsole, fitsWidth, goWithin } from './console-steps.ts';
import { admin, api, CONSOLE } from './account-steps.ts';
import { covers } from './covers.ts';
import { test, useConsole } from './fixtures.ts';
import { cellAt, editorAt, pasteInto, typeInto } from './grid-steps.ts';
import { PEOPLE_PASSWORD } from './start-console.ts';

useConsole();

/** S14 (domain.md §8) by clicking: twenty beds, seven errors at cells, two refused, and what differs afterwards. */

const COUNT = 20;

/** What only people know of a bed, as their sheet says it. */
const SHEET: Readonly<Record<string, string>> = {
  Manufacturer: '58213',
  'Variant Type': 'Not Variant',
  Images: 'https://files.example/bed.jpg',
  'Wholesale Price': '199.99',
  'Lead Time (Hours)': '48',
  'Proposition 65 Warning Required': 'No',
  Size: 'Queen',
  Color: 'Natural',
  'Overall Height': '48',
  'Overall Width': '64',
  'Overall Depth': '84.5',
  'Frame Material': 'Metal',
  'Storage Included': 'No',
  'Box Spring Required': 'No',
};

/** Where it says something else, by rows from 1: three cells that only people can mend, and four that follow. */
const ODD: Readonly<Record<number, Readonly<Record<string, string>>>> = {
  3: { 'Lead Time (Hours)': '两天' },
  4: { 'Lead Time (Hours)': '' },
  5: { 'Lead Time (Hours)': '' },
  6: { 'Wholesale Price': '199.99 USD' },
  7: { 'Wholesale Price': '1,199.50 USD' },
  8: { Color: '' },
  9: { Color: '' },
};

const sheet = (): string =>
  [
    Object.keys(SHEET),
    ...Array.from({ length: COUNT }, (_, at) => Object.keys(SHEET).map((key) => ODD[at + 1]?.[key] ?? SHEET[key])),
  ]
    .map((cells) => cells.join('\t'))
    .join('\n');

const codeOf = (row: number): string => `S14-BED-${String(row).padStart(2, '0')}`;

/** Twenty beds with a carton and a cost each. @returns their ids */
async function layOut(page: Page): Promise<string[]> {
  const token = await admin(page);
  const { id: productId } = await api<{ id: string }>(
    page,
    '/catalog/product/add',
    { spuCode: 'S14', name: '床', nameEn: 'Larkfield Bed' },
    token,
  );
  return Promise.all(
    Array.from({ length: COUNT }, async (_, at) => {
      const skuCode = codeOf(at + 1);
      const { id: skuId } = await api<{ id: string }>(
        page,
        '/catalog/sku/add',
        { skuCode, productId, name: `床 ${at + 1}` },
        token,
      );
      await api(page, '/catalog/skuCost/add', { skuId, effectiveFrom: '2026-01-01', standardCost: '20' }, token);
      const size = { lengthMm: 1000, widthMm: 500, heightMm: 610, grossWeightG: 9299, unitsPerCarton: 1 };
      await api(page, '/catalog/skuCarton/add', { skuId, cartonNo: 1, label: '整箱', ...size }, token);
      return skuId;
    }),
  );
}

const REFUSED = [19, 20];
/** As long as the marketplace takes to decide, and for what it has taken to be on sale. */
const DECIDED_MS = 300_000;
/** What the marketplace finds only after it has taken them. */
const REPEATED = { attributeId: 'core::productName', flaw: 'Product name repeats another listing' };

const shows = (page: Page, state: string): Promise<void> =>
  expect(page.locator('.wb-detail-head').filter({ visible: true })).toContainText(state);

const editorOf = (page: Page): Locator => page.getByRole('region', { name: '刊登答案' });

const side = async <T>(path: string): Promise<T> =>
  (await (await fetch(`${process.env['SIMULATOR_URL'] ?? ''}/__sim${path}`)).json()) as T;

/** How often the marketplace was given a bed, and the names that it was given afterwards. */
async function standing(row: number): Promise<{ submissions: number; changes: (string | undefined)[] }> {
  const found = await side<{ submissions: unknown[]; changes: { itemName?: string }[] }>(`/listings/${codeOf(row)}`);
  return { submissions: found.submissions.length, changes: found.changes.map(({ itemName }) => itemName) };
}

interface Task {
  version: number;
  lines: { publishItem: { id: string }[] };
}

/** A colleague's program says another lead time of a bed of the task that is open. */
async function answerElsewhere(page: Page, row: number, value: string): Promise<void> {
  const headers = { 'x-access-token': await admin(page) };
  const id = page.url().split('/').at(-1) ?? '';
  const path = `${CONSOLE()}/api/channels/publishTask`;
  const read = await page.request.get(`${path}/queryById?id=${id}`, { headers });
  const { version, lines } = ((await read.json()) as { result: Task }).result;
  const place = { questionId: 'shippingAndFulfillment::leadTime', parentRank: 1, instance: 1 };
  const cells = [{ itemId: lines.publishItem[row - 1]?.id, ...place, values: [value] }];
  const saved = await page.request.put(`${path}/${id}/cells`, { headers, data: { version, cells } });
  expect(saved.ok(), await saved.text()).toBe(true);
}

/** Saved, judged without an error, and handed over. */
async function submit(page: Page): Promise<void> {
  await editorOf(page).getByRole('button', { name: '保存并校验' }).click();
  await shows(page, '待提交');
  await page.getByRole('button', { name: '提交', exact: true }).click();
}

test('S14: twenty SKUs, seven errors at cells, two refused, and then what differs', async ({ page }) => {
  covers('ours: publishing', '§2 channel screens');
  test.setTimeout(120_000);
  const heard = complaints(page);
  await enterConsole(page, CONSOLE(), 'yunying', PEOPLE_PASSWORD);
  const skuIds = await layOut(page);
  await goWithin(page, `/channel/wf/publish?skuIds=${skuIds.join(',')}`);
  const dialog = page.getByRole('dialog', { name: '新增刊登' });
  await choose(dialog.getByLabel('类目', { exact: true }), 'Beds（12）', 'Beds');
  await dialog.getByRole('button', { name: '新增', exact: true }).click();
  await page.waitForURL(/publish\/[0-9a-f-]{36}/);

  // What only people know comes from their sheet, by its headings; seven cells of it are wrong.
  const editor = editorOf(page);
  const grid = editor.getByRole('grid', { name: '刊登答案' });
  await pasteInto([grid, 1, 'Manufacturer'], sheet());
  await editor.getByRole('button', { name: '保存并校验' }).click();
  const flaws = editor.getByRole('region', { name: '问题' });
  await expect(flaws).toContainText('错误 7 个');
  await expect(flaws).toContainText(`${codeOf(3)}：Lead Time (Hours)须是整数，不能填“两天”`);
  // A reminder of all twenty is said once.
  await expect(flaws).toContainText(`${codeOf(1)} 等 20 个 SKU：建议填写Marketing Copy`);

  // The cell of the first error is open. What a colleague saves meanwhile comes in under what is typed.
  await expect(editorAt(grid, 3, 'Lead Time (Hours)')).toHaveValue('两天');
  await typeInto([grid, 3, 'Lead Time (Hours)'], '36');
  await answerElsewhere(page, 2, '24');
  await expect(await cellAt(grid, 2, 'Lead Time (Hours)')).toHaveText('24');
  await expect(await cellAt(grid, 3, 'Lead Time (Hours)')).toHaveText('36');
  await pasteInto([grid, 4, 'Lead Time (Hours)'], '48\n72');
  await editor.getByRole('button', { name: '一键修正' }).click();
  await expect(flaws).toContainText('错误 0 个');
  await expect(await cellAt(grid, 5, 'Lead Time (Hours)')).toHaveText('72');

  // Two are refused only after they were taken.
  for (const row of REFUSED) await atChannel('/listings/refusals', { part: codeOf(row), flaws: [REPEATED] });
  await submit(page);
  await shows(page, '平台处理中');
  await atChannel('/clock', { advanceMs: DECIDED_MS });
  await shows(page, '部分上架');
  await expect(page.getByText('20 个 SKU 中 18 个已上架，2 个被拒').first()).toBeVisible();
  await expect(flaws).toContainText(`${codeOf(20)} · 平台：${REPEATED.flaw}`);
  await expect(editor).toContainText('2 处错误，下一处');

  // Put right, only those two go out.
  await page.getByRole('button', { name: '修改', exact: true }).click();
  await shows(page, '草稿');
  for (const row of REFUSED) {
    await typeInto([grid, row, 'Product Name'], `Larkfield Bed ${row}`);
    await atChannel('/listings/refusals', { part: codeOf(row), flaws: [] });
  }
  await atChannel('/config', { effectLagMs: 0, listingDecisionMs: 0, listingLiveMs: 0, listingUpdateMs: 0 });
  await submit(page);
  await shows(page, '已上架');

  // Another title of one that stands there: that alone is what changes.
  await page.getByRole('button', { name: '修改已上架' }).click();
  const warning = page.getByRole('dialog').filter({ visible: true });
  await warning.getByRole('button', { name: '确认修改已上架' }).click();
  await shows(page, '草稿');
  await typeInto([grid, 18, 'Product Name'], 'Larkfield Platform Bed');
  await submit(page);
  await shows(page, '已上架');
  expect(await Promise.all([18, 17, 20].map(standing))).toEqual([
    { submissions: 1, changes: ['Larkfield Platform Bed'] },
    { submissions: 1, changes: [] },
    { submissions: 2, changes: [] },
  ]);
  expect((await side<{ violations: unknown[] }>('/audit')).violations).toEqual([]);
  expect(heard).toEqual([]);
});

test('on a phone each card says what is wrong with it, before anything is tapped', async ({ page }) => {
  const token = await admin(page);
  const made = <T = { id: string }>(path: string, body: object): Promise<T> => api<T>(page, path, body, token);
  const skus = await Promise.all(
    [{ nameEn: 'Larkfield Bed' }, {}].map(async (named, at) => {
      const { id: productId } = await made('/catalog/product/add', { spuCode: `PHONE-${at}`, name: '床', ...named });
      return (await made('/catalog/sku/add', { skuCode: `PHONE-BED-${at}`, productId, name: '床' })).id;
    }),
  );
  const shops = await page.request.get(`${CONSOLE()}/api/base/channelAccount/list?code=WF-US`, {
    headers: { 'x-access-token': token },
  });
  const [shop] = ((await shops.json()) as { result: { records: { id: string }[] } }).result.records;
  const { id } = await made('/channels/publishTask/add', {
    accountId: shop?.id,
    storefront: 'wayfair_us',
    classId: '12',
    classTitle: 'Beds',
    skuIds: skus,
  });
  await page.setViewportSize({ width: 390, height: 844 });
  await enterConsole(page, CONSOLE(), 'yunying', PEOPLE_PASSWORD);
  await goWithin(page, `/channel/wf/publish/${id}`);
  const cards = page.getByRole('list', { name: '答案' });
  const card = (code: string): Locator => cards.getByRole('listitem').filter({ hasText: code });
  await expect(card('PHONE-BED-1')).toContainText('Product Name：请填写Product Name：PHONE-BED-1 没有英文名称');
  await expect(card('PHONE-BED-0')).not.toContainText('请填写');
  await expect(page.getByRole('dialog').filter({ visible: true })).toHaveCount(0);
  await fitsWidth(page);

  // A tap leads to what is wrong; filled in and judged, the card has what is wrong now.
  await card('PHONE-BED-1').getByRole('button').first().click();
  const sheet = page.getByRole('dialog').filter({ visible: true });
  await expect(sheet.getByLabel('Product Name', { exact: true })).toBeFocused();
  await sheet.getByLabel('Product Name', { exact: true }).fill('Larkfield Daybed');
  await sheet.getByRole('button', { name: '完成' }).click();
  await expect(card('PHONE-BED-1')).toContainText('Product Name Larkfield Daybed');
  await page.setViewportSize({ width: 1440, height: 900 });
});
