import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { TEST_STARTS } from '../harness/test-clock.ts';
import type { Served, SideAnswer, SideRequest } from '../harness/side-channel.ts';

const SERVER = join(import.meta.dirname, '../harness/serve-empty.ts');

/** A product that a browser test has to itself, and what cannot be done by clicking. */
export interface Host extends Served {
  /** Lets time pass, for the product and for the marketplace. */
  pass(ms: number): Promise<void>;
  /** Does what is due by the clock now. */
  look(): Promise<void>;
  /** Waits until every delivery that is due has been carried out. */
  settled(): Promise<void>;
  /** Violations of every invariant; empty when all truths hold. */
  violations(): Promise<unknown[]>;
  /** The marketplace's side door. */
  sim<T>(method: 'GET' | 'POST' | 'DELETE', path: string, ...body: [body?: unknown]): Promise<T>;
  stop(): Promise<void>;
}

/**
 * Starts the product with an empty tenant, or with the demo seller, in a process of its own.
 * @param start name of the instant (harness/test-clock.ts)
 */
export async function startHost(start: keyof typeof TEST_STARTS, tenant: 'empty' | 'seller' = 'empty'): Promise<Host> {
  const child = fork(SERVER, [start, tenant], {
    execArgv: [],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const served = await new Promise<Served>((resolve, fail) => {
    child.once('message', (message) => resolve(message as Served));
    child.once('exit', (code) => fail(new Error(`the product did not start (${code})`)));
  });
  const ask = asker(child);
  return {
    ...served,
    pass: (ms) => ask('pass', ms),
    look: () => ask('look'),
    settled: () => ask('settled'),
    violations: () => ask('violations'),
    sim: (method, path, ...body) => ask('sim', method, path, ...body),
    async stop() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      // It tidies up and ends by itself when nobody is left to talk to.
      child.disconnect();
      await once(child, 'exit');
    },
  };
}

type Ask = <T>(ask: SideRequest['ask'], ...args: unknown[]) => Promise<T>;

/** One question at a time or several at once: answers are distinguished by their number. */
function asker(child: ChildProcess): Ask {
  let lastId = 0;
  const waiting = new Map<number, (answer: SideAnswer) => void>();
  child.on('message', (answer: SideAnswer) => waiting.get(answer.id)?.(answer));
  child.once('exit', () => {
    for (const [id, end] of waiting) end({ id, error: 'the product has ended' });
  });
  return <T>(ask: SideRequest['ask'], ...args: unknown[]): Promise<T> => {
    const id = ++lastId;
    return new Promise<T>((resolve, fail) => {
      waiting.set(id, ({ result, error }) => {
        waiting.delete(id);
        if (error === undefined) resolve(result as T);
        else fail(new Error(`${ask}: ${error}`));
      });
      child.send({ id, ask, args } satisfies SideRequest);
    });
  };
}
