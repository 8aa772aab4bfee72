import { expect, type Page } from '@playwright/test';

/** What counts as nothing: a few pixels of a word. */
const NEXT_TO_NOTHING = 0.005;

/** How long answers of the server are held back, so that all come after the first paint. */
const LATE_MS = 150;

interface Shift {
  value: number;
  /** What moved, from where to where. */
  moved: string[];
}

declare global {
  interface Window {
    shifts: () => Shift[];
  }
}

/** Watches what moves on the pages that are opened from now on, with answers that are late. */
export async function watchShifts(page: Page): Promise<void> {
  await page.route('**/api/**', async (route) => {
    await new Promise((done) => setTimeout(done, LATE_MS));
    await route.continue();
  });
  await page.addInitScript(() => {
    const nameOf = (node: Node | null): string => {
      const element = node instanceof Element ? node : (node?.parentElement ?? null);
      const names: string[] = [];
      for (let one = element; one && names.length < 3; one = one.parentElement)
        names.unshift([one.tagName.toLowerCase(), ...one.classList].join('.'));
      return names.join(' > ');
    };
    const placeOf = ({ x, y, width, height }: DOMRectReadOnly): string =>
      [x, y, width, height].map(Math.round).join(' ');
    const seen: Shift[] = [];
    const note = (entries: readonly PerformanceEntry[]): void => {
      for (const entry of entries) {
        const { value, hadRecentInput, sources } = entry as PerformanceEntry & {
          value: number;
          hadRecentInput: boolean;
          sources: { node: Node | null; previousRect: DOMRect; currentRect: DOMRect }[];
        };
        if (hadRecentInput) continue;
        const moved = sources.map(
          ({ node, previousRect, currentRect }) =>
            `${nameOf(node)} [${placeOf(previousRect)} → ${placeOf(currentRect)}]`,
        );
        seen.push({ value, moved });
      }
    };
    const observer = new PerformanceObserver((list) => note(list.getEntries()));
    observer.observe({ type: 'layout-shift', buffered: true });
    window.shifts = () => {
      note(observer.takeRecords());
      return seen;
    };
  });
}

/** Nothing of the page moved since it was opened; what did is named. */
export async function nothingMoved(page: Page): Promise<void> {
  // What was drawn last is reported with the frame after it.
  const shifts = await page.evaluate(
    () =>
      new Promise<Shift[]>((done) => requestAnimationFrame(() => requestAnimationFrame(() => done(window.shifts())))),
  );
  const sum = shifts.reduce((all, { value }) => all + value, 0);
  expect(sum <= NEXT_TO_NOTHING ? [] : shifts.flatMap(({ moved }) => moved)).toEqual([]);
}
