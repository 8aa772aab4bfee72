import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import pg from 'pg';
import { PASSWORD, SECRET_KEY, type TestApp } from './app.ts';
import type { LookRequest, ServeOptions } from './serve.ts';

/** The product in a process of its own, and its administrator. */
export interface ServedProduct {
  /** Of the API. */
  address: string;
  token: string;
  call<T>(
    method: 'GET' | 'POST',
    path: string,
    body?: unknown,
    key?: string,
  ): Promise<{ success: boolean; message: string; result: T }>;
  /**
   * Lets its clock stand at this instant, and has it look at what is due, as it does every few seconds in a company.
   * Resolves when it has looked: one that stands still does so when it goes on, one that is killed never.
   */
  look(at: Date): Promise<void>;
  /** Stops it where it stands (SIGSTOP), and lets it go on: its connections stay open, its clock does not stand. */
  stall(): void;
  goOn(): void;
  /**
   * Ends it as a power cut does: nothing is finished, nothing is put away. Its clock went at the
   * machine's pace; that of its scene goes on from there.
   */
  cutPower(): Promise<void>;
}

/** A migrated database and its data folder; a marketplace and a clock of its own or none. */
export type PoweredScene = Pick<TestApp, 'connection' | 'dataDir'> &
  Partial<Pick<TestApp, 'simulator' | 'now' | 'pass'>>;

/** Starts the product of a scene (whose own has ended) over its database and data folder. */
export async function powerUp(scene: PoweredScene): Promise<ServedProduct> {
  await endLeases(scene);
  return startNode(scene);
}

/**
 * Starts one node of several.
 * @param more `redis`: through which they hear each other
 */
export async function startNode(scene: PoweredScene, more: Pick<ServeOptions, 'redis'> = {}): Promise<ServedProduct> {
  const startedAt = Date.now();
  const options: ServeOptions = {
    connection: scene.connection,
    dataDir: scene.dataDir,
    grantedOrigins: scene.simulator ? [scene.simulator.url, scene.simulator.storageUrl] : [],
    adminPassword: PASSWORD,
    secretKey: SECRET_KEY,
    simulator: scene.simulator?.url ?? null,
    clockAhead: scene.now ? scene.now().getTime() - startedAt : 0,
    ...more,
  };
  const child = spawn(process.execPath, [join(import.meta.dirname, 'serve.ts'), JSON.stringify(options)], {
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  });
  let looks = 0;
  const looked = new Map<number, () => void>();
  child.on('message', (look: number) => {
    looked.get(look)?.();
    looked.delete(look);
  });
  const address = await new Promise<string>((resolve, fail) => {
    let text = '';
    child.stdout?.on('data', (chunk: Buffer) => {
      text += chunk.toString();
      const found = /listening (http:\S+)/.exec(text)?.[1];
      if (found) resolve(`${found}/api`);
    });
    child.once('exit', () => fail(new Error(`the product did not start: ${text}`)));
  });
  const product: ServedProduct = {
    address,
    token: '',
    async call(method, path, body, key) {
      const response = await fetch(address + path, {
        method,
        headers: {
          ...(product.token ? { 'x-access-token': product.token } : {}),
          ...(key ? { 'idempotency-key': key } : {}),
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      return (await response.json()) as never;
    },
    look: (at) =>
      new Promise((done) => {
        looked.set(++looks, done);
        // A node that has ended meanwhile hears nothing.
        child.send({ look: looks, at: at.toISOString() } satisfies LookRequest, () => undefined);
      }),
    stall: () => void child.kill('SIGSTOP'),
    goOn: () => void child.kill('SIGCONT'),
    async cutPower() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const gone = once(child, 'exit');
      child.kill('SIGKILL');
      await gone;
      await scene.pass?.(Date.now() - startedAt);
    },
  };
  const login = await product.call<{ token: string }>('POST', '/sys/login', {
    username: 'admin',
    password: PASSWORD,
  });
  product.token = login.result.token;
  return product;
}

/**
 * Whoever held work is gone: its leases end here, where people would wait two minutes for that.
 * @param node whose; of all by default
 */
export async function endLeases({ connection }: PoweredScene, node: string | null = null): Promise<void> {
  const client = new pg.Client(connection as pg.ClientConfig);
  await client.connect();
  try {
    await client.query(`begin; select set_config('app.tenant', '1', true)`);
    await client.query(
      `update delivery set lease_until = clock_timestamp()
      where tenant_id = 1 and status = 'running' and ($1::text is null or node = $1)`,
      [node],
    );
    await client.query('commit');
  } finally {
    await client.end();
  }
}
