import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openBus } from '#app/open-bus.ts';
import { startApp, type App, type StartOptions } from '#app/start.ts';
import { PASSWORD, SECRET_KEY, startTestApp, type TestApp } from '#tests/harness/app.ts';
import { covers } from '#tests/spec/covers.ts';

let scene: TestApp;
let elsewhere: string;

beforeAll(async () => {
  scene = await startTestApp({ isEmpty: true });
  elsewhere = mkdtempSync(join(tmpdir(), 'waybill-elsewhere-'));
});
afterAll(async () => {
  await scene.stop();
  rmSync(elsewhere, { recursive: true, force: true });
});

/** One more node over the database of the scene. */
const node = (own: Partial<StartOptions>): Promise<App> =>
  startApp({
    clock: scene.now,
    connection: scene.connection,
    dataDir: scene.dataDir,
    secretKey: SECRET_KEY,
    base: '/api',
    sessionDays: 1,
    outboundAllow: [],
    allowPrivate: false,
    adminPassword: PASSWORD,
    scheduleMs: 0,
    ...own,
  });

test('a second node with the same key and the same folder starts', async () => {
  const second = await node({});
  expect((await second.http.inject('/readyz')).statusCode).toBe(200);
  await second.stop();
});

test('a wrong key is refused at the start, by the name of its setting', async () => {
  covers('ours: several nodes');
  await expect(node({ secretKey: 'another key of the right length, but wrong' })).rejects.toThrow(
    /^WAYBILL_SECRET_KEY is not the key of this database/,
  );
});

test('a node with a data folder of its own is refused: it would miss the files of the others', async () => {
  await expect(node({ dataDir: elsewhere })).rejects.toThrow(
    /is not the data folder of this installation.*write \S+ into/,
  );
  writeFileSync(join(elsewhere, 'installation'), '01980000-0000-7000-8000-000000000000');
  await expect(node({ dataDir: elsewhere })).rejects.toThrow(/belongs to another installation/);
});

test('a data folder that cannot be written is refused', async () => {
  const file = join(elsewhere, 'a-file');
  writeFileSync(file, '');
  await expect(node({ dataDir: join(file, 'data') })).rejects.toThrow(
    /^WAYBILL_DATA_DIR .* cannot be written \(ENOTDIR\)/,
  );
});

test('a node whose data folder went away says that it is not ready', async () => {
  const ready = async (): Promise<number> => (await scene.app.http.inject('/readyz')).statusCode;
  expect(await ready()).toBe(200);
  const marker = join(scene.dataDir, 'installation');
  rmSync(marker);
  expect(await ready()).toBe(503);
  const { id } = await scene.app.db.platform((tx) => tx.one<{ id: string }>`select id from installation`);
  writeFileSync(marker, `${id}\n`);
  expect(await ready()).toBe(200);
});

const URL = process.env['REDIS_URL'];
test.runIf(URL)('two installations on one Redis do not hear each other', async () => {
  const redis = { url: URL ?? '' };
  const log = (): void => undefined;
  const names = [crypto.randomUUID(), crypto.randomUUID()] as const;
  const buses = [names[0], names[0], names[1]].map((name) => openBus(redis, name, log));
  const [here, there, stranger] = buses as [(typeof buses)[0], (typeof buses)[0], (typeof buses)[0]];
  const heard: string[] = [];
  there.subscribe('notice', () => heard.push('there'));
  stranger.subscribe('notice', () => heard.push('stranger'));
  try {
    await expect
      .poll(() => {
        here.publish('notice', {});
        return heard.length;
      })
      .toBeGreaterThan(3);
    expect(new Set(heard)).toEqual(new Set(['there']));
  } finally {
    await Promise.all(buses.map((bus) => bus.close()));
  }
});
