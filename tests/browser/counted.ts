import { expect, type Page } from '@playwright/test';

/** What a deed took of a person: clicks, and keys beside those of what is typed in and of the way to its field. */
interface Effort {
  clicks: number;
  keys: number;
}

interface Counting {
  /** The deed, as the printed line calls it. */
  what: string;
  /** What it took before, and by which way. */
  before: Effort & { way: string };
  /** More is a regression. */
  most: Effort;
}

type Watched = Window & { effort?: Effort };

/** Counts from now on in this page, which is not loaded again. */
async function watch(page: Page): Promise<void> {
  await page.evaluate(() => {
    const watched = window as Watched;
    const isNew = watched.effort === undefined;
    watched.effort = { clicks: 0, keys: 0 };
    if (!isNew) return;
    const add = (kind: keyof Effort, event: Event): void => {
      if (event.isTrusted && watched.effort) watched.effort[kind] += 1;
    };
    addEventListener('pointerdown', (event) => add('clicks', event), true);
    addEventListener('keydown', (event) => add('keys', event), true);
  });
}

/** Does a deed, prints what it took beside what it took before, and holds it to a limit. */
export async function counted(
  page: Page,
  { what, before, most }: Counting,
  operation: () => Promise<void>,
): Promise<void> {
  await watch(page);
  const from = performance.now();
  await operation();
  const seconds = ((performance.now() - from) / 1000).toFixed(1);
  const now = await page.evaluate(() => (window as Watched).effort as Effort);
  const text = ({ clicks, keys }: Effort): string => `${clicks} clicks ${keys} keys`;
  console.log(`effort: ${what}: ${text(before)} (${before.way}) -> ${text(now)}, ${seconds} s`);
  expect(now.clicks, `clicks: ${what}`).toBeLessThanOrEqual(most.clicks);
  expect(now.keys, `keys: ${what}`).toBeLessThanOrEqual(most.keys);
}
