import { expect, type Locator, type Page } from '@playwright/test';
import { CONSOLE } from './account-steps.ts';
import { enter } from './console-steps.ts';
import { test, useConsole } from './fixtures.ts';
import { DESKS, type Desk, type Heard } from './scan-desks.ts';
import { ADMIN_PASSWORD } from './start-console.ts';

useConsole();

/* Goods go through the hands faster than a slow network answers: every desk that reads scans keeps up. */

/** A scan begins so long after the one before it. */
const BETWEEN_MS = 50;
const HALF_TYPED = '半';

/** What a scanner sends into the box where somebody typed something before, twenty numbers a second. */
const scanAll = (page: Page, numbers: readonly string[]): Promise<void> =>
  page.evaluate(
    async ({ texts, between }) => {
      const place = document.activeElement;
      if (!(place instanceof HTMLInputElement)) throw new Error('no input has the keyboard');
      // By the scanner's clock, as the system stamps keys: however long the page needs for each.
      let at = performance.now() + 1000;
      for (const text of texts) {
        const start = at;
        const press = (key: string): void => {
          const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true });
          Object.defineProperty(event, 'timeStamp', { value: (at += 2) });
          place.dispatchEvent(event);
        };
        for (const sign of text) {
          press(sign);
          document.execCommand('insertText', false, sign);
        }
        press('Enter');
        at = start + between;
        await new Promise((go) => setTimeout(go, between));
      }
    },
    { texts: numbers, between: BETWEEN_MS },
  );

const boxOf = (page: Page, { box }: Desk): Locator =>
  page.locator(`.wb-page:visible input[aria-label="${box}"], [role="dialog"] input[aria-label="${box}"]`);

async function openDesk(page: Page, desk: Desk): Promise<Heard> {
  await enter(page, CONSOLE(), 'admin', ADMIN_PASSWORD);
  const heard = await desk.serve(page);
  if (desk.width) await page.setViewportSize({ width: desk.width, height: 844 });
  await page.goto(CONSOLE() + desk.path);
  await desk.open?.(page);
  await boxOf(page, desk).last().fill(HALF_TYPED);
  return heard;
}

async function keepsUp(page: Page, desk: Desk, heard: Heard): Promise<void> {
  const box = boxOf(page, desk).last();
  await box.focus();
  await scanAll(page, desk.numbers);
  await expect.poll(() => heard.done, { timeout: 90_000, message: desk.name }).toEqual(desk.done);
  expect(heard.most, `${desk.name}: calls at once`).toBeLessThanOrEqual(1);
  await expect(box, desk.name).toHaveValue(HALF_TYPED);
  if (desk.shows) await expect(page.getByText(desk.shows).first(), desk.name).toBeVisible();
}

test('twenty scans a second over answers of one second: none lost, none glued, on every desk', async ({ page }) => {
  test.setTimeout(240_000);
  await enter(page, CONSOLE(), 'admin', ADMIN_PASSWORD);
  const open: { at: Page; desk: Desk; heard: Heard }[] = [];
  for (const desk of DESKS) {
    const at = await page.context().newPage();
    open.push({ at, desk, heard: await openDesk(at, desk) });
  }
  await Promise.all(open.map(({ at, desk, heard }) => keepsUp(at, desk, heard)));
});

/** Keys of a number as a browser tells them while a Chinese input method takes them for itself. */
const pressTaken = (page: Page, signs: string, from: number): Promise<void> =>
  page.evaluate(
    ([text, start]) => {
      const place = document.activeElement;
      const codeOf = (sign: string): string =>
        sign === '\r'
          ? 'Enter'
          : sign === '-'
            ? 'Minus'
            : /\d/.test(sign)
              ? `Digit${sign}`
              : `Key${sign.toUpperCase()}`;
      for (const [at, sign] of [...(text as string)].entries()) {
        const event = new KeyboardEvent('keydown', {
          key: 'Process',
          code: codeOf(sign),
          shiftKey: /[A-Z]/.test(sign),
          isComposing: (start as number) + at > 0,
          bubbles: true,
          cancelable: true,
        });
        Object.defineProperty(event, 'timeStamp', { value: 10_000 + 2 * ((start as number) + at) });
        place?.dispatchEvent(event);
      }
    },
    [signs, from] as const,
  );

test('a Chinese input method that is switched on keeps no scan for itself', async ({ page }) => {
  const desk = DESKS.find(({ numbers }) => /^[\w-]+$/.test(numbers[0] ?? '')) as Desk;
  const heard = await openDesk(page, desk);
  const box = boxOf(page, desk).last();
  await box.focus();
  const [number = ''] = desk.numbers;
  await pressTaken(page, number.slice(0, 1), 0);
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Input.imeSetComposition', { text: '不行', selectionStart: 2, selectionEnd: 2 });
  await expect(box).not.toHaveValue(HALF_TYPED);
  await pressTaken(page, `${number.slice(1)}\r`, 1);
  await expect.poll(() => heard.done.length).toBe(1);
  expect(heard.done).toEqual(desk.done.slice(0, 1));
  await expect(box).toHaveValue(HALF_TYPED);
});
