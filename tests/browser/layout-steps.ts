import { expect, type Locator, type Page } from '@playwright/test';

export const PRESETS = ['薄暮', '火山', '日暮', '明青', '极光绿', '拂晓蓝(默认)', '极客蓝', '酱紫'];

export const menuOf = (page: Page): Locator => page.getByRole('navigation', { name: '菜单' });
export const group = (page: Page, name: string): Locator => menuOf(page).getByRole('menuitem', { name }).first();
export const scrollTo = (page: Page, y: number): Promise<void> => page.evaluate((top) => window.scrollTo(0, top), y);
export const stored = (page: Page): Promise<Record<string, unknown>> =>
  page.evaluate(() => JSON.parse(localStorage.getItem('waybill.settings') ?? '{}'));

/** 系统设置 of the user menu. */
export async function openSettings(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: /^用户菜单/ }).click();
  await page.getByRole('menuitem', { name: '系统设置' }).click();
  const drawer = page.getByRole('dialog', { name: '系统设置' });
  await expect(drawer).toBeVisible();
  return drawer;
}

/** A choice among a few, by its text. */
export const choose = (drawer: Locator, text: string): Promise<void> => drawer.getByText(text, { exact: true }).click();

export async function close(drawer: Locator): Promise<void> {
  await drawer.page().keyboard.press('Escape');
  await expect(drawer).toBeHidden();
}

/** Makes the page in front long enough to scroll. */
export const lengthen = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const work = document.querySelector<HTMLElement>('.wb-work');
    if (work) work.style.minHeight = '3000px';
  });

export const headerTop = (page: Page): Promise<number> =>
  page.getByRole('banner').evaluate((header) => Math.round(header.getBoundingClientRect().top));

/** Looked for within the page at every change of it: this word stands for a moment only. */
export const shows = (page: Page, text: string): Promise<void> =>
  page.evaluate(
    (expected) =>
      new Promise<void>((done) => {
        const watch = new MutationObserver(() => {
          if (!document.body.textContent.includes(expected)) return;
          watch.disconnect();
          done();
        });
        watch.observe(document.body, { childList: true, subtree: true, characterData: true });
      }),
    text,
  );
