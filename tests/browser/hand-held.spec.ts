import { expect, type Page } from '@playwright/test';
import { complaints, enterHome, fitsWidth, goWithin } from './console-steps.ts';
import { test, useConsole } from './fixtures.ts';
import { ADMIN_PASSWORD } from './start-console.ts';

useConsole();

const CONSOLE = (): string => process.env['CONSOLE_URL'] ?? '';

interface Entry {
  path: string;
  hidden?: boolean;
  children?: Entry[];
}

/** Addresses of the menu's pages; everybody.spec.ts walks those of the administration. */
const pagesOf = (entries: readonly Entry[]): string[] =>
  entries.flatMap(({ path, children = [] }) =>
    children.length > 0 ? pagesOf(children) : /:|^\/isys/.test(path) ? [] : [path],
  );

/** What stands out of the window at a side, or is called for and too small for a finger. */
const faults = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const isCut = (element: Element): boolean => {
      for (let at = element.parentElement; at && at !== document.body; at = at.parentElement)
        if (getComputedStyle(at).overflowX !== 'visible') return true;
      return false;
    };
    const front = [...document.querySelectorAll('.wb-page')].find(
      (one) => one.getBoundingClientRect().height > 0,
    );
    return [...(front?.querySelectorAll('*') ?? [])].flatMap((element) => {
      const { left, right, width, height } = element.getBoundingClientRect();
      if (width <= 1 || height <= 1) return [];
      const name = `${element.className} ${element.textContent?.slice(0, 20)}`;
      const isOut = (left < -1 || right > innerWidth + 1) && !isCut(element);
      const isSmall = innerWidth < 768 && element.matches('.ant-btn-primary') && height < 40;
      return [...(isOut ? [`out: ${name}`] : []), ...(isSmall ? [`small: ${name}`] : [])];
    });
  });

test('every page of the business fits a phone and a tablet', async ({ page }) => {
  test.setTimeout(180_000);
  const heard = complaints(page);
  await page.setViewportSize({ width: 390, height: 844 });
  const answering = page.waitForResponse(/getUserPermissionByToken/);
  await enterHome(page, CONSOLE(), 'admin', ADMIN_PASSWORD);
  const { result } = (await (await answering).json()) as { result: { menu: Entry[] } };
  const paths = [...pagesOf(result.menu), '/scan', '/orders/new'];
  expect(paths.length).toBeGreaterThan(20);
  for (const path of paths)
    await test.step(path, async () => {
      await goWithin(page, path);
      const front = page.locator(`.wb-page[data-path="${path}"]`);
      await expect(front.locator('h1').first()).toBeAttached();
      await expect(front.locator('.ant-skeleton, .ant-spin-spinning')).toHaveCount(0);
      for (const width of [390, 768]) {
        await page.setViewportSize({ width, height: 844 });
        await fitsWidth(page);
        await expect.poll(() => faults(page)).toEqual([]);
      }
      await page.setViewportSize({ width: 390, height: 844 });
    });
  expect(heard).toEqual([]);
});
