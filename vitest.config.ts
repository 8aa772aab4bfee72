import { defineConfig } from 'vitest/config';
import LongestFirst from './tests/harness/longest-first.ts';

export default defineConfig({
  test: {
    include: ['**/*.test.ts', '**/*.test.tsx'],
    exclude: ['**/node_modules/**', 'dist/**', 'data/**', '.cache/**', 'tests/browser/**'],
    globalSetup: ['tests/harness/global-setup.ts'],
    pool: 'forks',
    maxWorkers: 3,
    // Every file has a database of its own, and none leaves a mock behind: a fresh process for each
    // of them took as long as its tests.
    isolate: false,
    // Most objects of a test die young: room for them spares a tenth of the time of a worker.
    execArgv: ['--max-semi-space-size=64'],
    sequence: { sequencer: LongestFirst },
    testTimeout: 150_000,
    hookTimeout: 120_000,
    // What is awaited comes as soon as the machine lets it: the usual second is nothing under load.
    expect: { poll: { timeout: 60_000 } },
  },
});
