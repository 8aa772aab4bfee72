import { defineConfig } from '@playwright/test';

/** What takes longest begins first, so that the workers end together; all else follows by name. */
const LONG = [
  '**/{everybody,first-day,unsaved,rights-journey,part-orders,returns,packing-station}.spec.ts',
  '**/{account,errors,guard,layout,live,purchase-to-paid,cancelled-by-buyer,export-jobs}.spec.ts',
  '**/widgets/{grid,grid-live,pickers,typing}.spec.ts',
];

export default defineConfig({
  testDir: 'tests/browser',
  outputDir: 'test-results',
  // One more than the gate's machine has cores: pages wait for each other. Each file has a product of
  // its own (tests/browser/fixtures.ts), so any worker takes any file.
  workers: 3,
  projects: [
    { name: 'long', testMatch: LONG },
    { name: 'short', testIgnore: LONG },
  ],
  timeout: 180_000,
  expect: { timeout: 15_000 },
  // A file that stumbles is run once more, alone, after all others (tools/second-try.ts).
  retries: 0,
  forbidOnly: Boolean(process.env['CI']),
  reporter: [['list'], ['json', { outputFile: '.cache/reports/browser.json' }], ['./tests/browser/marked-tests.ts']],
  globalSetup: './tests/browser/global-setup.ts',
  use: {
    viewport: { width: 1440, height: 900 },
    // Drawing what only moves costs an eighth of the whole; who asks about it says so.
    contextOptions: { reducedMotion: 'reduce' },
    locale: 'zh-CN',
    actionTimeout: 20_000,
    navigationTimeout: 60_000,
    screenshot: 'only-on-failure',
    launchOptions: {
      executablePath: process.env['CHROME_PATH'] ?? '/usr/bin/chromium',
      // Without it a browser started from a bare environment cannot save a file by a Chinese name.
      env: { ...process.env, LANG: 'C.UTF-8' } as Record<string, string>,
      args: [
        '--headless=new',
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
});
