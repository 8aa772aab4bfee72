import AxeBuilder from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

type Faults = Awaited<ReturnType<AxeBuilder['analyze']>>['violations'];

/**
 * What stands in the way of people who cannot see or point, on the page or in these parts of it
 * alone. Only faults are gathered, in the page itself: with the proofs of what is right, handed
 * over in a page of their own, it took five times as long.
 */
export async function accessFaults(page: Page, ...parts: string[]): Promise<Faults> {
  const axe = new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ['violations'] });
  for (const part of parts) axe.include(part);
  return (await axe.analyze()).violations;
}

/** No serious or critical one. */
export async function noSeriousFault(page: Page, ...parts: string[]): Promise<void> {
  const serious = (await accessFaults(page, ...parts)).filter(
    ({ impact }) => impact === 'serious' || impact === 'critical',
  );
  expect(serious.map(({ id, nodes }) => `${id}: ${nodes[0]?.html ?? ''}`)).toEqual([]);
}

/** Texts that are hard to read where the system is dark, on a page whose theme follows it; it is light again then. */
export async function noFaintTextInTheDark(page: Page): Promise<void> {
  await page.emulateMedia({ colorScheme: 'dark' });
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  const axe = new AxeBuilder({ page }).setLegacyMode().withRules('color-contrast');
  const { violations } = await axe.options({ resultTypes: ['violations'] }).analyze();
  await page.emulateMedia({ colorScheme: 'light' });
  expect(violations.flatMap(({ nodes }) => nodes.map(faintness))).toEqual([]);
}

/** What is written how, and how faint that is. */
const faintness = ({ html, any }: Faults[number]['nodes'][number]): string =>
  `${any[0]?.message ?? ''}: ${html}`;
