import { test } from '@playwright/test';
import { AHEAD_VARIABLE } from '../harness/test-clock.ts';
import startConsole from './start-console.ts';

/**
 * Gives the journeys of a file a product of their own: they may run beside those of another project,
 * and neither sees what the other does.
 */
export function useOwnConsole(): void {
  // Its clock too: each product began its day when it was started.
  const names = ['CONSOLE_URL', 'SIMULATOR_URL', AHEAD_VARIABLE] as const;
  let shared: (string | undefined)[] = [];
  let stop = async (): Promise<void> => undefined;
  test.beforeAll(async () => {
    shared = names.map((name) => process.env[name]);
    stop = await startConsole();
  });
  test.afterAll(async () => {
    await stop();
    for (const [at, name] of names.entries()) process.env[name] = shared[at] ?? '';
  });
}
