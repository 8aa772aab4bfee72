import { test } from '@playwright/test';
import startConsole from './start-console.ts';

/**
 * Gives the journeys of a file a product of their own: they may run beside those of another project,
 * and neither sees what the other does.
 */
export function useOwnConsole(): void {
  const shared = { console: '', simulator: '' };
  let stop = async (): Promise<void> => undefined;
  test.beforeAll(async () => {
    shared.console = process.env['CONSOLE_URL'] ?? '';
    shared.simulator = process.env['SIMULATOR_URL'] ?? '';
    stop = await startConsole();
  });
  test.afterAll(async () => {
    await stop();
    process.env['CONSOLE_URL'] = shared.console;
    process.env['SIMULATOR_URL'] = shared.simulator;
  });
}
