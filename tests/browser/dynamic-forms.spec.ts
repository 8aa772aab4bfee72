import { expect, type Locator, type Page } from '@playwright/test';
import { noSeriousFault } from './accessibility.ts';
import { CONSOLE } from './account-steps.ts';
import { complaints, enter, fill, fitsWidth, inFront, rowOf, save } from './console-steps.ts';
import { covers } from './covers.ts';
import { test, useConsole } from './fixtures.ts';
import { ADMIN_PASSWORD } from './start-console.ts';

useConsole();

/* 动态表单: designed by clicks and keys, published, filled in, published again; old records keep their version. */

const PHONE = { width: 390, height: 844 };

const part = (page: Page, name: string): Locator => page.getByRole('region', { name, exact: true });

async function designField(page: Page, type: string, name: string, key: string): Promise<void> {
  await part(page, '字段类型').getByRole('button', { name: type, exact: true }).click();
  const properties = part(page, '属性');
  await properties.getByLabel('名称', { exact: true }).fill(name);
  await properties.getByLabel('键', { exact: true }).fill(key);
}

async function openDesign(page: Page, code: string): Promise<void> {
  await page.goto(`${CONSOLE()}/base/form?code=${code}`);
  await rowOf(inFront(page, '动态表单'), code).getByRole('button', { name: '设计', exact: true }).click();
  await expect(part(page, '画布')).toBeVisible();
}

test('a form is designed, published and filled in; the next version leaves old records as they are', async ({
  page,
}) => {
  covers('ours: dynamic forms', '§2 online forms', '§2 base data screens');
  const heard = complaints(page);
  await enter(page, CONSOLE(), 'admin', ADMIN_PASSWORD);
  await page.goto(`${CONSOLE()}/base/form`);
  await inFront(page, '动态表单').getByRole('button', { name: '新增', exact: true }).first().click();
  const create = page.getByRole('dialog', { name: '新增动态表单' });
  await fill(create, { 编码: 'VISIT', 名称: '来访登记' });
  await save(create);
  await openDesign(page, 'VISIT');
  await designField(page, '数字', '人数', 'count');
  await designField(page, '单行文本', '姓名', 'name');
  await part(page, '属性').getByRole('checkbox', { name: '必填' }).check();
  await designField(page, '下拉选择', '事由', 'why');
  await part(page, '属性').getByLabel('选项').fill('送货\n面试=应聘');
  const fields = page.getByRole('list', { name: '字段' }).getByRole('button').filter({ hasText: '·' });
  await fields.filter({ hasText: '姓名' }).focus();
  await page.keyboard.press('Alt+ArrowUp');
  await expect(fields.first()).toContainText('姓名');
  const trial = part(page, '预览');
  await trial.getByRole('button', { name: '试填检查' }).click();
  await expect(trial.getByText('请输入姓名')).toBeVisible();
  await noSeriousFault(page);
  await page.getByRole('button', { name: '发布', exact: true }).click();
  await expect(page.getByText('最新版本 1')).toBeVisible();

  await page.goto(`${CONSOLE()}/base/form-record/VISIT`);
  const records = inFront(page, '来访登记');
  await records.getByRole('button', { name: '新增', exact: true }).first().click();
  const filling = page.getByRole('dialog', { name: '填写来访登记' });
  await filling.getByLabel('人数').fill('2.5');
  await filling.getByRole('button', { name: '提交' }).click();
  await expect(filling.getByText('请输入姓名')).toBeVisible();
  await expect(filling.getByText('人数必须是整数')).toBeVisible();
  await filling.getByLabel('人数').fill('2');
  await filling.getByLabel('姓名').fill('张三');
  await filling.getByRole('button', { name: '提交' }).click();
  await expect(filling).toBeHidden();
  await expect(rowOf(records, '张三 · 2')).toContainText('1');

  await openDesign(page, 'VISIT');
  await fields.filter({ hasText: '姓名' }).click();
  await part(page, '属性').getByLabel('名称', { exact: true }).fill('全名');
  await fields.filter({ hasText: '人数' }).click();
  await page.keyboard.press('Delete');
  await designField(page, '日期', '来访日', 'day');
  await page.getByRole('button', { name: '发布', exact: true }).click();
  await expect(page.getByText('最新版本 2')).toBeVisible();

  await page.goto(`${CONSOLE()}/base/form-record/VISIT`);
  await records.getByRole('button', { name: '新增', exact: true }).first().click();
  await filling.getByLabel('全名').fill('李四');
  await filling.getByRole('button', { name: '提交' }).click();
  await expect(filling).toBeHidden();
  // Columns of both versions, each row by its own.
  for (const title of ['全名', '人数', '来访日'])
    await expect(records.getByRole('columnheader', { name: title })).toBeVisible();
  await expect(rowOf(records, '李四')).toBeVisible();
  await rowOf(records, '张三 · 2').getByRole('button', { name: '编辑', exact: true }).click();
  const edit = page.getByRole('dialog', { name: '编辑来访登记' });
  await expect(edit.getByText('这条记录是按版本 1 填写的')).toBeVisible();
  await expect(edit.getByLabel('人数')).toHaveValue('2');
  await edit.getByRole('button', { name: '取消' }).click();

  await page.goto(`${CONSOLE()}/base/form?code=VISIT`);
  await rowOf(inFront(page, '动态表单'), 'VISIT').getByRole('button', { name: /更多/ }).click();
  await page.getByRole('menuitem', { name: '历史' }).click();
  const history = page.getByRole('dialog', { name: '历史：来访登记' });
  await expect(history.getByText('“姓名”改名为“全名”（name，单行文本）')).toBeVisible();
  await expect(history.getByText('去掉 “人数”（count，数字）')).toBeVisible();
  await page.setViewportSize(PHONE);
  await page.goto(`${CONSOLE()}/base/form-record/VISIT`);
  await expect(records.getByText('李四').first()).toBeVisible();
  await fitsWidth(page);
  expect(heard).toEqual([]);
});
