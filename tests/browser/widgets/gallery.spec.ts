import { globSync } from 'node:fs';
import { basename, resolve } from 'node:path';
import { expect, type Page } from '@playwright/test';
import { noSeriousFault } from '../accessibility.ts';
import { complaints, enter, fitsWidth, inFront } from '../console-steps.ts';
import { test, useConsole } from '../fixtures.ts';
import { ADMIN_PASSWORD } from '../start-console.ts';

useConsole();

const CONSOLE_URL = (): string => process.env['CONSOLE_URL'] ?? '';
const ROOT = resolve(import.meta.dirname, '../../..');

const PARTS = globSync('{kit,ui,console,modules}/**/*.gallery.tsx', { cwd: ROOT })
  .map((file) => basename(file, '.gallery.tsx'))
  .sort();

/** What the browser says of states that name a file which is not there. */
const MISSING_FILE = /^Failed to load resource: .* 404 /;

let page: Page;

test.beforeAll(async ({ browser }) => {
  // One for all: what parts share is fetched and read once.
  page = await (await browser.newContext({ locale: 'zh-CN' })).newPage();
  await enter(page, CONSOLE_URL(), 'admin', ADMIN_PASSWORD);
});
test.beforeEach(() => page.setViewportSize({ width: 1440, height: 900 }));
test.afterAll(() => page.context().close());

test('every widget has its part of the gallery', async () => {
  expect(PARTS.length).toBeGreaterThan(10);
  await page.goto(`${CONSOLE_URL()}/dev/gallery`);
  const parts = inFront(page, '组件库').locator('a[href^="/dev/gallery/"]');
  await expect(parts).toHaveCount(PARTS.length);
  expect((await parts.allTextContents()).sort()).toEqual(PARTS);
});

for (const part of PARTS)
  test(`${part}: no state has a serious fault, complains or stands out at the side`, async () => {
    const heard = complaints(page);
    await page.goto(`${CONSOLE_URL()}/dev/gallery/${part}`);
    const states = inFront(page, '组件库').locator('.wb-gallery-state');
    await expect(states.first()).toBeVisible();
    // Widgets fetch their code, and some of them names of what they hold.
    await page.waitForLoadState('networkidle');
    await expect(states.getByText('加载中…', { exact: true })).toHaveCount(0);
    await fitsWidth(page);
    await noSeriousFault(page);
    await page.setViewportSize({ width: 390, height: 844 });
    await fitsWidth(page);
    const unexpected = part === 'upload' ? heard.filter((text) => !MISSING_FILE.test(text)) : heard;
    expect(unexpected).toEqual([]);
  });
