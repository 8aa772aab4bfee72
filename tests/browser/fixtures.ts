import { test as base, type BrowserContext } from '@playwright/test';
import { AHEAD_VARIABLE } from '../harness/test-clock.ts';
import { HOST_VARIABLE, type OpenedConsole } from './console-channel.ts';
import { forgetSessions } from './console-steps.ts';

/** The browser profile of this worker. */
let profile: Promise<BrowserContext> | null = null;

/**
 * All tests of a worker share one profile of the browser, which keeps the code of the console and has
 * nothing else left of one test when the next begins. Who needs two asks the browser for another.
 */
export const test = base.extend({
  context: async ({ browser }, use) => {
    profile ??= browser.newContext().then((opened) => opened.once('close', () => (profile = null)));
    const context = await profile;
    await use(context);
    if (profile !== null) await tidy(context);
  },
});

/** What a person leaves behind who closes all windows and clears the browser, but for its cache. */
async function tidy(context: BrowserContext): Promise<void> {
  const windows = context.pages();
  const origins = new Set([CONSOLE_URL(), ...windows.map((page) => page.url())].filter(isAddress));
  await Promise.all(windows.map((page) => page.close()));
  await context.unrouteAll({ behavior: 'ignoreErrors' });
  await context.setOffline(false);
  await context.clearPermissions();
  await context.clearCookies();
  // A window that stands open beside those of a test would take the machine's first place from them.
  const blank = await context.newPage();
  const devtools = await context.newCDPSession(blank);
  for (const address of origins)
    await devtools.send('Storage.clearDataForOrigin', {
      origin: new URL(address).origin,
      storageTypes: 'local_storage,indexeddb,cache_storage,service_workers,file_systems',
    });
  await blank.close();
}

const CONSOLE_URL = (): string => process.env['CONSOLE_URL'] ?? '';
const isAddress = (address: string): boolean => address.startsWith('http');

/**
 * Gives the tests of a file a product that nobody has used: the demo seller on the day of its first
 * start, a marketplace, and a clock. A file that is tried again begins with another one.
 */
export function useConsole(): void {
  test.beforeAll(async () => {
    // A worker that takes over after a failure has the place of the one before, and ends its product.
    const slot = process.env['TEST_PARALLEL_INDEX'] ?? '0';
    const answer = await fetch(`${process.env[HOST_VARIABLE]}/${slot}`, { method: 'POST' });
    if (!answer.ok) throw new Error(await answer.text());
    const { consoleUrl, simulatorUrl, ahead } = (await answer.json()) as OpenedConsole;
    forgetSessions();
    process.env['CONSOLE_URL'] = consoleUrl;
    process.env['SIMULATOR_URL'] = simulatorUrl;
    process.env[AHEAD_VARIABLE] = String(ahead);
  });
  test.afterAll(() => {
    // Whoever asks for a product without this finds none, and not that of another file.
    for (const name of ['CONSOLE_URL', 'SIMULATOR_URL', AHEAD_VARIABLE]) delete process.env[name];
  });
}
