import { defineConfig } from '@playwright/test';

/** Widgets in their gallery disturb nobody; all pages are looked through in a product of their own. */
const WIDGETS = ['**/widgets/*.spec.ts', '**/everybody.spec.ts'];
/** Journeys through a product of their own, and what a browser keeps to itself. */
const APART = [
  '**/{brand,accept-many,first-day,packing-station,rights-journey,single-sign-on,errors,guard,layout,tabs,unsaved}.spec.ts',
];

/** Drawing what only moves costs an eighth of the whole, and nobody asks about it there. */
const LESS_MOTION = { contextOptions: { reducedMotion: 'reduce' as const } };

export default defineConfig({
  testDir: 'tests/browser',
  outputDir: 'test-results',
  // One more than the gate's machine has cores: pages wait for each other. The journeys of a
  // project change what others of it see, so each goes through its own one after the other.
  workers: 3,
  projects: [
    { name: 'console', testIgnore: [...WIDGETS, ...APART], workers: 1, use: LESS_MOTION },
    // As most people see it, with all that moves.
    { name: 'apart', testMatch: APART, workers: 1 },
    { name: 'widgets', testMatch: WIDGETS, workers: 1, use: LESS_MOTION },
  ],
  timeout: 180_000,
  expect: { timeout: 15_000 },
  // A browser on a crowded machine stumbles; the gate names what did, and takes two of them.
  retries: process.env['CI'] ? 1 : 0,
  forbidOnly: Boolean(process.env['CI']),
  reporter: [
    ['list'],
    ['json', { outputFile: '.cache/reports/browser.json' }],
    ['./tests/browser/marked-tests.ts'],
  ],
  globalSetup: './tests/browser/start-console.ts',
  use: {
    viewport: { width: 1440, height: 900 },
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
