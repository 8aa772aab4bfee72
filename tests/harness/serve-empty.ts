import { PASSWORD, startTestApp } from './app.ts';
import setUp from './global-setup.ts';
import { testStart } from './test-clock.ts';
import type { Served, SideAnswer, SideRequest } from './side-channel.ts';

/**
 * The product with an empty tenant on a database of its own, in a process of its own: tells its
 * parent where it is, answers what it asks, and leaves nothing behind when the parent lets go. Its
 * day starts where the first argument says (test-clock.ts); with `seller` as the second one the demo
 * seller is there already.
 */
const removeCluster = await setUp();
const [, , start, tenant] = process.argv;
const scene = await startTestApp({
  isEmpty: tenant !== 'seller',
  startsAt: testStart(start),
  clockRuns: true,
}).catch(async (error: unknown) => {
  await removeCluster();
  throw error;
});

const answers: Record<SideRequest['ask'], (...args: never[]) => Promise<unknown>> = {
  pass: (ms: number) => scene.pass(ms),
  look: () => scene.app.schedule.look(),
  settled: () => scene.settled(),
  violations: () => scene.violations(),
  sim: (method: 'GET' | 'POST' | 'DELETE', path: string, body?: unknown) => scene.sim(method, path, body),
};

const tell = (message: SideAnswer | Served): void => {
  if (process.connected) process.send?.(message);
};

process.on('message', ({ id, ask, args }: SideRequest) => {
  answers[ask](...(args as never[])).then(
    (result) => tell({ id, result }),
    (error: Error) => tell({ id, error: error.message }),
  );
});
process.once('disconnect', () => void scene.stop().then(removeCluster));

tell({
  consoleUrl: await scene.app.http.listen({ port: 0, host: '127.0.0.1' }),
  simulatorUrl: scene.simulator.url,
  storageUrl: scene.simulator.storageUrl,
  password: PASSWORD,
});
