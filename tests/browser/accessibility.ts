import AxeBuilder from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

type Faults = Awaited<ReturnType<AxeBuilder['analyze']>>['violations'];

/** Rows of a table are alike: the first three stand for all. */
const OTHER_ROWS = 'tbody tr:nth-child(n + 4)';

/**
 * What stands in the way of people who cannot see or point, on the page or in these parts of it
 * alone. Only faults are gathered, in the page itself: with the proofs of what is right, handed
 * over in a page of their own, it took five times as long.
 */
export const accessFaults = (page: Page, ...parts: string[]): Promise<Faults> => faultsOf(page, parts, {});

async function faultsOf(page: Page, parts: readonly string[], rules: { runOnly?: string[] }): Promise<Faults> {
  const axe = new AxeBuilder({ page }).setLegacyMode().exclude(OTHER_ROWS);
  for (const part of parts) axe.include(part);
  return (await axe.options({ resultTypes: ['violations'], ...rules }).analyze()).violations;
}

/** No serious or critical one. */
export async function noSeriousFault(page: Page, ...parts: string[]): Promise<void> {
  expect(seriousOf(await accessFaults(page, ...parts))).toEqual([]);
}

const seriousOf = (faults: Faults): string[] =>
  faults
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id}: ${nodes[0]?.html ?? ''}`);

/**
 * As {@link noSeriousFault}, and every text can be read in both themes, on a page whose theme follows
 * the system: all else is the same in both. The page is left in the other theme, and the next one
 * begins with that: to change it draws everything again.
 */
export async function noFaultInEitherTheme(page: Page, ...parts: string[]): Promise<void> {
  const here = await page.locator('html').getAttribute('data-theme');
  const there = here === 'dark' ? 'light' : 'dark';
  const faults = await accessFaults(page, ...parts);
  await page.emulateMedia({ colorScheme: there });
  await expect(page.locator('html')).toHaveAttribute('data-theme', there);
  await drawnAgain(page);
  const faint = await faultsOf(page, parts, { runOnly: ['color-contrast'] });
  expect([
    ...seriousOf(faults).map((fault) => `${here}: ${fault}`),
    ...faint.flatMap(({ nodes }) => nodes.map((node) => `${there}: ${faintness(node)}`)),
  ]).toEqual([]);
}

/**
 * The styles of widgets follow the theme by a drawing of their own. A page may never be idle in the
 * eyes of its browser: after a while it counts as drawn all the same.
 */
const drawnAgain = (page: Page): Promise<void> =>
  page.evaluate(
    () =>
      new Promise<void>((done) => {
        const twice = (): number => requestAnimationFrame(() => requestAnimationFrame(() => done()));
        requestIdleCallback(twice, { timeout: 2_000 });
      }),
  );

/** What is written how, and how faint that is. */
const faintness = ({ html, any }: Faults[number]['nodes'][number]): string => `${any[0]?.message ?? ''}: ${html}`;
