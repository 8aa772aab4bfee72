import { expect, type Locator } from '@playwright/test';
import { noSeriousFault } from './accessibility.ts';
import { api, clerkToken, post, type Answer } from './channel-orders.ts';
import { choose, complaints, enterConsole, goWithin, inFront } from './console-steps.ts';
import { test, useConsole } from './fixtures.ts';
import { ADMIN_PASSWORD, PEOPLE_PASSWORD } from './start-console.ts';

useConsole();

/** Cells of a register are changed where they stand. */

const CODE = 'WB-MIR-ARCH-65';
const SAFETY = '[data-edit="safetyStock"]';

test('a cell is changed in the list by the rules of its form, and nothing typed is lost', async ({ page }) => {
  const heard = complaints(page);
  await enterConsole(page, process.env['CONSOLE_URL'] ?? '', 'yunying', PEOPLE_PASSWORD);
  await goWithin(page, `/base/sku?skuCode=${CODE}`);
  const list = inFront(page, 'SKU');
  const row = list.getByRole('row').filter({ hasText: CODE });
  const safety = row.locator(SAFETY);
  const editor = (title: string): Locator => list.getByRole('dialog', { name: `修改${title}` });
  const open = editor('安全库存');

  // Typed and kept; given up, it is as it was.
  await safety.dblclick();
  await open.getByRole('textbox').fill('7');
  await noSeriousFault(page, '.wb-cell-editor');
  await page.keyboard.press('Enter');
  await expect(open).toBeHidden();
  await expect(safety).toHaveText('7');
  await safety.dblclick();
  await open.getByRole('textbox').fill('8');
  await page.keyboard.press('Escape');
  await expect(open).toBeHidden();
  await expect(safety).toHaveText('7');

  // What the form would refuse is refused here, and stays to be put right.
  await safety.dblclick();
  await open.getByRole('textbox').fill('七件');
  await page.keyboard.press('Enter');
  await expect(open.getByRole('alert')).toContainText('安全库存');
  await expect(open.getByRole('textbox')).toHaveValue('七件');
  await page.keyboard.press('Escape');

  // Tab keeps one and goes on to the next, F2 begins in the row that the keyboard stands on.
  await row.locator('[data-edit="pieceCount"]').dblclick();
  await editor('件数').getByRole('textbox').fill('2');
  await page.keyboard.press('Tab');
  await expect(editor('标准成本')).toBeVisible();
  await expect(row.locator('[data-edit="pieceCount"]')).toHaveText('2');
  await page.keyboard.press('Escape');
  await row.getByRole('button', { name: CODE, exact: true }).focus();
  await page.keyboard.press('F2');
  await expect(editor('SKU')).toBeVisible();
  await page.keyboard.press('Escape');
  // Left by a key, the keyboard stands in the row again.
  await expect(row.getByRole('button', { name: CODE, exact: true })).toBeFocused();

  // A click on a plain cell is enough for F2 to begin there.
  await safety.click();
  await page.keyboard.press('F2');
  await expect(open).toBeVisible();
  await page.keyboard.press('Escape');

  // So is a click beside the lines of a stack, which means its upper one, and one on what nobody changes.
  await row
    .locator('td:has([data-edit])')
    .last()
    .click({ position: { x: 2, y: 2 } });
  await page.keyboard.press('F2');
  await expect(list.locator('.wb-cell-editor')).toBeVisible();
  await page.keyboard.press('Escape');
  await row.locator('td.wb-cell:not(:has([data-edit])):not([data-edit])').last().click();
  await expect(row.getByRole('button', { name: CODE, exact: true })).toBeFocused();

  // A colleague was faster: what they changed is said, what was typed stays until it is wanted.
  await safety.dblclick();
  await open.getByRole('textbox').fill('9');
  const token = await clerkToken();
  const found = await fetch(`${api()}/catalog/sku/list?skuCode=${CODE}`, {
    headers: { 'x-access-token': token },
  });
  const { result } = (await found.json()) as {
    result: { records: { id: string; version: number }[] };
  };
  const [sku] = result.records;
  const change = { id: sku?.id, version: sku?.version, msrp: '88' };
  await post(`${api()}/catalog/sku/edit`, change, token);
  await page.keyboard.press('Enter');
  await expect(open.getByRole('alert')).toContainText('他人已将建议零售价改为“88');
  await expect(open.getByRole('textbox')).toHaveValue('9');
  await page.keyboard.press('Enter');
  await expect(open).toBeHidden();
  await expect(safety).toHaveText('9');
  expect(heard.filter((line) => !line.includes('409'))).toEqual([]);
});

test('what is typed outlives its row and the network', async ({ page, context }) => {
  await enterConsole(page, process.env['CONSOLE_URL'] ?? '', 'admin', ADMIN_PASSWORD);
  const login = { username: 'admin', password: ADMIN_PASSWORD };
  const { token } = (await post<Answer<{ token: string }>>(`${api()}/sys/login`, login)).result;
  const method = { code: 'TYPED-1', name: '原来的名称', carrier: 'fedex' };
  await post(`${api()}/base/shipMethod/add`, method, token);
  const headers = { 'x-access-token': token };
  const found = await fetch(`${api()}/base/shipMethod/list?code=TYPED-1`, { headers });
  const { result } = (await found.json()) as Answer<{ records: { id: string }[] }>;
  await goWithin(page, '/base/ship-method?code=TYPED-1');
  const list = inFront(page, '物流渠道');
  const row = list.getByRole('row').filter({ hasText: 'TYPED-1' });
  await row.getByRole('button', { name: method.name }).focus();
  await page.keyboard.press('F2');
  const editor = list.getByRole('dialog', { name: '修改渠道名称' });
  const input = editor.getByRole('textbox');

  // Longer than it may be, it is not cut off behind somebody's back.
  await input.fill('长'.repeat(300));
  await page.keyboard.press('Enter');
  await expect(editor.getByRole('alert')).toHaveText(/渠道名称不能超过\d+个字符/);
  expect(await input.inputValue()).toHaveLength(300);

  await input.fill('写到一半');
  await context.setOffline(true);
  await page.keyboard.press('Enter');
  await expect(editor.getByRole('alert')).toContainText('网络不可用');
  await expect(editor.getByRole('button', { name: '重试' })).toBeVisible();
  await fetch(`${api()}/base/shipMethod/delete?id=${result.records[0]?.id}`, {
    method: 'DELETE',
    headers,
  });
  await context.setOffline(false);
  await expect(row).toHaveCount(0);
  await expect(editor.getByRole('alert')).toHaveText('此行已被删除，无法保存');
  await expect(editor.getByRole('button', { name: '复制内容' })).toBeVisible();
  await expect(input).toHaveValue('写到一半');
  await noSeriousFault(page, '.wb-cell-editor');
  await input.press('Escape');
  await expect(editor).toBeHidden();
});

test('cells that were dragged over are added up, and copied as a spreadsheet takes them', async ({ page }) => {
  await enterConsole(page, process.env['CONSOLE_URL'] ?? '', 'yunying', PEOPLE_PASSWORD);
  await goWithin(page, '/base/sku');
  const list = inFront(page, 'SKU');
  const bar = list.getByRole('status').filter({ hasText: '格' });
  const drag = async (from: Locator, to: Locator): Promise<void> => {
    await from.hover();
    await page.mouse.down();
    await to.hover();
    await page.mouse.up();
  };
  const codes = list.locator('tbody .wb-row-name');
  const pieces = list.locator('[data-edit="pieceCount"]');
  await expect(pieces.nth(1)).toBeVisible();
  const [one = '', two = ''] = await codes.allTextContents();
  await drag(pieces.nth(1), list.locator('tbody tr').nth(0).locator('td.wb-cell').first());
  const [first = '0', second = '0'] = await pieces.allTextContents();
  const sum = String(Number(first) + Number(second));
  await expect(bar).toContainText(`已选 8 格求和 ${sum} · 平均`);
  await noSeriousFault(page, '.wb-pagination');

  await page.evaluate(() =>
    addEventListener('copy', ({ clipboardData: data }) => {
      document.body.dataset['copied'] = data?.getData('text/plain') ?? '';
    }),
  );
  await page.keyboard.press('ControlOrMeta+c');
  const copied = (await page.locator('body').getAttribute('data-copied')) ?? '';
  const [headings = [], ...lines] = copied
    .trim()
    .split('\r\n')
    .map((line) => line.split('\t'));
  expect(headings).toEqual(['SKU', '名称', '产品', '规格', 'UPC', '类型', '件数']);
  expect(lines.map((line) => [line[0], line.at(-1)])).toEqual([
    [one, first],
    [two, second],
  ]);
  await page.keyboard.press('Escape');
  await expect(bar).toHaveCount(0);
  await expect(list.locator('[data-range]')).toHaveCount(0);
});

interface Register {
  path: string;
  menu: string;
  title: string;
  /** What is typed on its form for a row of this code. */
  row: (code: string) => Record<string, unknown>;
  code: string;
}

const REGISTERS: readonly Register[] = [
  {
    path: '/catalog/product',
    menu: '/base/product',
    title: '产品',
    code: 'spuCode',
    row: (code) => ({ spuCode: code, name: `双击 ${code}` }),
  },
  {
    path: '/base/shipMethod',
    menu: '/base/ship-method',
    title: '物流渠道',
    code: 'code',
    row: (code) => ({ code, name: `双击 ${code}`, carrier: 'fedex' }),
  },
  {
    path: '/sys/position',
    menu: '/isystem/position',
    title: '职务管理',
    code: 'code',
    row: (code) => ({ code, name: `双击 ${code}` }),
  },
];

test('names are changed in the list of any register, one by one and all that is chosen', async ({ page }) => {
  const heard = complaints(page);
  await enterConsole(page, process.env['CONSOLE_URL'] ?? '', 'admin', ADMIN_PASSWORD);
  const login = { username: 'admin', password: ADMIN_PASSWORD };
  const { result } = await post<Answer<{ token: string }>>(`${api()}/sys/login`, login);
  for (const { path, menu, title, row, code } of REGISTERS) {
    for (const one of ['CELL-1', 'CELL-2']) {
      const added = await post<Answer<unknown>>(`${api()}${path}/add`, row(one), result.token);
      expect(added.message).toBe('添加成功！');
    }
    await goWithin(page, `${menu}?${code}=CELL-*`);
    const list = inFront(page, title);
    // Beside the name, which opens the row by a click.
    const name = list.getByRole('row').filter({ hasText: 'CELL-1' }).locator('[data-edit="name"]');
    await name.dblclick({ position: { x: ((await name.boundingBox())?.width ?? 0) - 3, y: 9 } });
    const editor = list.getByRole('dialog', { name: /^修改.*名称$/ });
    await editor.getByRole('textbox').fill('改过的 CELL-1');
    await page.keyboard.press('Enter');
    await expect(editor).toBeHidden();
    await expect(name).toHaveText('改过的 CELL-1');

    // Looked at before anything is written.
    await list.getByRole('checkbox').first().check();
    await list.getByRole('button', { name: '批量修改', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: /^批量修改/ });
    await choose(dialog.getByRole('combobox', { name: '字段' }), nameTitle(title));
    await choose(dialog.getByRole('combobox', { name: '方式' }), '加后缀');
    await dialog.getByRole('textbox', { name: '值' }).fill('（新）');
    await dialog.getByRole('button', { name: '预览 2 条' }).click();
    await expect(dialog.getByRole('status')).toHaveText('2 条会修改，0 条不变，0 条被拒绝');
    await expect(dialog.getByRole('row').filter({ hasText: '改过的 CELL-1（新）' })).toBeVisible();
    if (path === '/catalog/product') await noSeriousFault(page, '.ant-modal');
    await expect(name).toHaveText('改过的 CELL-1');
    await dialog.getByRole('button', { name: '修改 2 条' }).click();
    await expect(dialog.getByText(/已修改 2 条$/)).toBeVisible();
    await dialog.getByRole('button', { name: '完成' }).click();
    await expect(name).toHaveText('改过的 CELL-1（新）');
  }
  expect(heard).toEqual([]);
});

const nameTitle = (title: string): string =>
  title === '产品' ? '产品名称' : title === '物流渠道' ? '渠道名称' : '职务名称';

test('who may only read a register is offered no change, of a cell or of many rows', async ({ page }) => {
  await enterConsole(page, process.env['CONSOLE_URL'] ?? '', 'cangku', PEOPLE_PASSWORD);
  await goWithin(page, `/base/sku?skuCode=${CODE}`);
  const list = inFront(page, 'SKU');
  const row = list.getByRole('row').filter({ hasText: CODE });
  await row.getByRole('checkbox').check();
  await expect(list.getByText('已选 1')).toBeVisible();
  await expect(list.getByRole('button', { name: '批量修改' })).toHaveCount(0);
  await expect(row.locator(SAFETY)).toHaveCount(0);
});
