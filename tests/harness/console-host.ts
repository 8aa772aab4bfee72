import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { cp, rm } from 'node:fs/promises';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import type { AddressInfo } from 'node:net';
import { buildWeb } from '#app/build-web.ts';
import { loadConfig } from '#app/config.ts';
import { startProduct, type Product } from '#app/product.ts';
import type { App } from '#app/start.ts';
import { systemActor } from '#kit/server/actor.ts';
import { CLUSTER_VARIABLE, createTestDatabase, type TestDatabase } from './database.ts';
import setUp from './global-setup.ts';
import { startTestClock, testStart } from './test-clock.ts';
import { consoleSettings } from '../browser/start-console.ts';
import type { HostReady, OpenedConsole } from '../browser/console-channel.ts';

/**
 * Makes once what a newcomer's first start leaves behind, and gives whoever asks a copy of it with a
 * product of its own at work on it: one file of tests changes nothing that another sees. All of them
 * run in this process, which has read the product's code already. Ends when its parent lets go.
 */

const TENANT = 1;
/** Of the marketplaces, in the data folder. */
const CHANNEL = 'simulator.json';
/** The first orders have come by then. */
const FIRST_DAY_MS = 60_000;

/** What a first start makes: its database and its data folder, and when it was done. */
interface Template {
  database: TestDatabase;
  dataDir: string;
  until: Date;
}

/** A copy at work. */
interface Copy extends OpenedConsole {
  close(): Promise<void>;
}

const startOn = (dataDir: string, database: TestDatabase, clock: () => Date): Promise<Product> =>
  startProduct(loadConfig(consoleSettings(dataDir)), database, clock);

async function makeTemplate(): Promise<Template> {
  const database = await createTestDatabase();
  const dataDir = mkdtempSync(join(tmpdir(), 'waybill-console-'));
  const clock = startTestClock(new Date(testStart().getTime() - FIRST_DAY_MS), true);
  const { app, stop } = await startOn(dataDir, database, clock.now);
  await atRest(app, clock.now);
  await stop();
  return { database, dataDir, until: clock.now() };
}

/** Waits until the shop was asked for its first orders, and what that set going is done. */
async function atRest({ db, worker }: App, now: () => Date): Promise<void> {
  const actor = systemActor(TENANT, 'tests');
  for (;;) {
    await worker.settled();
    const isDone = await db.tx(
      actor,
      (tx) => tx.maybe`
        select 1 as one
        where exists (select from sales_order where tenant_id = ${tx.tenant} and status = 'new')
          and not exists (
            select from delivery
            where tenant_id = ${tx.tenant} and status in ('pending', 'running') and next_at <= ${now()})`,
    );
    if (isDone) return;
    await setTimeout(100);
  }
}

/**
 * The day of a copy begins when that of the template ended, whenever it is made.
 * @param port where the one before it in its slot stood; 0 = any: a browser keeps code by its address
 */
async function copyOf(template: Template, port: number): Promise<Copy> {
  const database = await createTestDatabase(template.database.app.database);
  const dataDir = mkdtempSync(join(tmpdir(), 'waybill-console-'));
  // Not in one go: the products of the other slots answer in this process meanwhile.
  await cp(template.dataDir, dataDir, { recursive: true });
  const clock = startTestClock(template.until, true);
  setChannelClock(join(dataDir, CHANNEL), clock.ahead());
  const { app, simulator, stop } = await startOn(dataDir, database, clock.now);
  return {
    consoleUrl: await app.http.listen({ port, host: '127.0.0.1' }),
    simulatorUrl: simulator?.url ?? '',
    ahead: clock.ahead(),
    async close() {
      await stop();
      await database.drop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** The marketplaces go on where they were saved, by the clock of their product. */
function setChannelClock(file: string, ahead: number): void {
  const saved = JSON.parse(readFileSync(file, 'utf8')) as object;
  writeFileSync(file, JSON.stringify({ ...saved, clock: { mode: 'real', value: ahead } }));
}

const removeCluster = await setUp();
const copies = new Map<string, Promise<Copy>>();
/** @returns the port that is free now */
async function close(slot: string): Promise<number> {
  const copy = await copies.get(slot);
  await copy?.close();
  return copy ? Number(new URL(copy.consoleUrl).port) : 0;
}
await buildWeb();
const template = await makeTemplate();

/** `POST /<slot>`: another copy takes the place of the one in that slot. */
const door = createServer((request, response) => {
  const slot = request.url ?? '';
  const next = close(slot).then((port) => copyOf(template, port));
  copies.set(slot, next);
  next.then(
    ({ consoleUrl, simulatorUrl, ahead }) =>
      response.end(JSON.stringify({ consoleUrl, simulatorUrl, ahead } satisfies OpenedConsole)),
    (error: Error) => {
      copies.delete(slot);
      response.writeHead(500).end(error.stack);
    },
  );
}).listen(0, '127.0.0.1');
await once(door, 'listening');

process.once('disconnect', () => {
  door.close();
  void Promise.allSettled([...copies.keys()].map(close))
    .then(() => template.database.drop())
    .then(() => rmSync(template.dataDir, { recursive: true, force: true }))
    .then(removeCluster)
    .then(() => process.exit(0));
});
process.send?.({
  hostUrl: `http://127.0.0.1:${(door.address() as AddressInfo).port}`,
  cluster: process.env[CLUSTER_VARIABLE] ?? '',
} satisfies HostReady);
