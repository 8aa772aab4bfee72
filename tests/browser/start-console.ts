import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { removeDataFolder } from '../harness/remove-data-folder.ts';
import { AHEAD_VARIABLE, startTestClock } from '../harness/test-clock.ts';

const ROOT = resolve(import.meta.dirname, '../..');
const SHIFTED_DATE = join(ROOT, 'tests/harness/shifted-date.ts');

export const ADMIN_PASSWORD = 'Lantian-5821-Hongqi';
export const PEOPLE_PASSWORD = 'Qingshan-7734-Luqi';

/** Settings of a product that tests drive, on free ports, with a database and a marketplace of its own. */
export const consoleSettings = (dataDir: string): Readonly<Record<string, string>> => ({
  PORT: '0',
  SIMULATOR_PORT: '0',
  DATABASE_URL: '',
  DATABASE_OWNER_URL: '',
  REDIS_URL: '',
  WAYBILL_DATA_DIR: dataDir,
  WAYBILL_ADMIN_PASSWORD: ADMIN_PASSWORD,
  WAYBILL_DEMO_PASSWORD: PEOPLE_PASSWORD,
  LOG_LEVEL: 'error',
  // What a move tells goes out at once: the journey that calls one back asks for more.
  CALL_WAIT_SECONDS: '0',
  GATEWAY_UPSTREAMS: 'https://erp.example.com',
});

/**
 * Starts the product as a newcomer would (embedded database, demo seller, simulator), on free
 * ports and on the day of the tests, and tells them where it is.
 */
export default async function startConsole(): Promise<() => Promise<void>> {
  mkdirSync(join(ROOT, '.cache'), { recursive: true });
  const dataDir = mkdtempSync(join(ROOT, '.cache', 'wbt_browser_'));
  // Should we be killed, the next test run ends what is left here (tests/harness/test-cluster.ts).
  writeFileSync(join(dataDir, 'runner.pid'), String(process.pid));
  process.env[AHEAD_VARIABLE] = String(startTestClock().ahead());
  const child = spawn(process.execPath, ['--import', SHIFTED_DATE, join(ROOT, 'app/main.ts')], {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, ...consoleSettings(dataDir) },
  });
  const { address, simulator } = await new Promise<{ address: string; simulator: string }>((tell, fail) => {
    let text = '';
    child.stdout.on('data', (chunk: Buffer) => {
      text += chunk.toString();
      const address = /Waybill\s+(http:\S+)/.exec(text)?.[1];
      const simulator = /模拟平台 (http:\S+)/.exec(text)?.[1];
      if (address && simulator) tell({ address, simulator });
    });
    child.once('exit', () => fail(new Error(`the product did not start:\n${text}`)));
  });
  process.env['CONSOLE_URL'] = address;
  process.env['SIMULATOR_URL'] = simulator;
  return async () => {
    const isRunning = child.exitCode === null && child.signalCode === null;
    if (isRunning) {
      child.kill('SIGTERM');
      await once(child, 'exit');
    }
    removeDataFolder(dataDir);
  };
}
