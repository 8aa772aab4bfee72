import { expect, type Page } from '@playwright/test';
import { noSeriousFault } from './accessibility.ts';
import { enterHome, inFront, openPage } from './console-steps.ts';
import { covers } from './covers.ts';
import { test, useConsole } from './fixtures.ts';
import { PEOPLE_PASSWORD } from './start-console.ts';

useConsole();

/* Names and links of the installation, which its settings write into the entry page. */

const CONSOLE = (): string => process.env['CONSOLE_URL'] ?? '';
const BRAND = {
  platform: '好家居供应链平台',
  short: '好家居',
  tagline: '把家具卖到全世界',
  welcome: '欢迎使用好家居',
  copyright: '© 2026 好家居',
  filing: '沪ICP备20260000号',
  helpUrl: 'https://docs.example/help',
  privacyUrl: 'https://docs.example/privacy',
  termsUrl: 'https://docs.example/terms',
};

/** Serves the entry page as an installation with these settings does. */
const servedAs = (page: Page, brand: Partial<typeof BRAND>): Promise<unknown> =>
  page.route(`${CONSOLE()}/**`, async (route) => {
    if (route.request().resourceType() !== 'document') return route.fallback();
    const response = await route.fetch();
    const body = (await response.text()).replace(
      /(<script type="application\/json" id="brand">)(.*?)(<\/script>)/,
      (_all, before: string, json: string, after: string) =>
        before + JSON.stringify({ ...(JSON.parse(json) as object), ...brand }) + after,
    );
    await route.fulfill({ response, body });
  });

test('the sign-in page says whose it is, and links to help, privacy and terms', async ({ page }) => {
  covers('§1 product title', '§1 copyright and filing', '§2 user layout', '§2 footer links');
  await servedAs(page, BRAND);
  await page.goto(`${CONSOLE()}/user/login`);
  await expect(page.getByRole('heading', { name: BRAND.platform, level: 1 })).toBeVisible();
  await expect(page.getByText(BRAND.tagline)).toBeVisible();
  const footer = page.getByRole('contentinfo');
  await expect(footer.getByText(BRAND.copyright)).toBeVisible();
  await expect(footer.getByText(BRAND.filing)).toBeVisible();
  for (const [name, address] of [
    ['帮助', BRAND.helpUrl],
    ['隐私', BRAND.privacyUrl],
    ['条款', BRAND.termsUrl],
  ] as const) {
    const link = footer.getByRole('link', { name, exact: true });
    await expect(link).toHaveAttribute('href', address);
    await expect(link).toHaveAttribute('target', '_blank');
  }
  await noSeriousFault(page);

  await page.unrouteAll();
  await servedAs(page, { ...BRAND, helpUrl: '', termsUrl: '', filing: '' });
  await page.reload();
  await expect(footer.getByRole('link')).toHaveText(['隐私']);
  await expect(footer.getByText(BRAND.filing)).toHaveCount(0);
});

test('the product shows its mark: on the page, in the tab, and where it is installed', async ({ page }) => {
  await page.goto(`${CONSOLE()}/user/login`);
  const picture = page.locator('.wb-user-world use');
  await expect(picture).toBeVisible();
  expect((await picture.boundingBox())?.height).toBeGreaterThan(300);
  const linked = await page
    .locator('link[rel="icon"], link[rel="apple-touch-icon"]')
    .evaluateAll((links) => links.map((link) => (link as HTMLLinkElement).href));
  expect(linked).toHaveLength(3);
  const manifestAt = await page.locator('link[rel="manifest"]').getAttribute('href');
  const manifest = await page.request.get(`${CONSOLE()}${manifestAt}`);
  expect(manifest.headers()['content-type']).toMatch(/^application\/manifest\+json/);
  const { name, icons } = (await manifest.json()) as { name: string; icons: { src: string }[] };
  expect(name).toBe('运单');
  for (const address of [...linked, ...icons.map(({ src }) => `${CONSOLE()}${src}`)]) {
    const icon = await page.request.get(address);
    const type = address.endsWith('.svg') ? 'image/svg+xml' : 'image/png';
    expect([address, icon.status(), icon.headers()['content-type']]).toEqual([address, 200, type]);
  }

  await page.setViewportSize({ width: 390, height: 844 });
  await expect(page.locator('.wb-user-world')).toBeHidden();
  await expect(page.locator('.wb-user-card .wb-mark')).toBeVisible();
});

test('the head of the console welcomes and helps; a phone has the short name alone', async ({ page }) => {
  covers('§1 welcome text', '§2 help link');
  await servedAs(page, BRAND);
  await enterHome(page, CONSOLE(), 'yunying', PEOPLE_PASSWORD);
  const head = page.getByRole('banner');
  await expect(head.getByRole('link', { name: BRAND.platform })).toBeVisible();
  await expect(head.getByText(BRAND.welcome)).toBeVisible();
  const help = head.getByRole('link', { name: '帮助文档' });
  await expect(help).toHaveAttribute('href', BRAND.helpUrl);
  await expect(help).toHaveAttribute('target', '_blank');

  await page.setViewportSize({ width: 390, height: 844 });
  await expect(head.getByRole('link', { name: BRAND.short, exact: true })).toBeVisible();
  await expect(head.getByText(BRAND.welcome)).toHaveCount(0);
  await expect(head.getByText(BRAND.platform)).toHaveCount(0);

  await page.unrouteAll();
  await servedAs(page, { ...BRAND, helpUrl: '' });
  await page.reload();
  await expect(head.getByRole('link', { name: BRAND.short, exact: true })).toBeVisible();
  await expect(help).toHaveCount(0);
});

test('the logo leads home within the console, and is an address for a new window', async ({ page, context }) => {
  covers('§2 logo link');
  await enterHome(page, CONSOLE(), 'yunying', PEOPLE_PASSWORD);
  await openPage(page, '产品管理', '产品');
  await page.evaluate(() => Object.assign(window, { isTheSame: true }));
  const logo = page.getByRole('banner').getByRole('link', { name: '供应链管理平台' });
  await logo.click();
  await expect(page).toHaveURL(`${CONSOLE()}/dashboard/analysis`);
  await expect(inFront(page, '首页')).toBeVisible();
  expect(await page.evaluate(() => 'isTheSame' in window)).toBe(true);
  const tabs = page.getByRole('navigation', { name: '已打开的页面' });
  await expect(tabs.getByRole('button', { name: '产品', exact: true })).toBeVisible();

  const opening = context.waitForEvent('page');
  await logo.click({ modifiers: ['Control'] });
  await expect(await opening).toHaveURL(`${CONSOLE()}/dashboard/analysis`);
});
