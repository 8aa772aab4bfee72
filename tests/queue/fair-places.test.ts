import { afterEach, beforeEach, expect, test } from 'vitest';
import type { QueuedHandler } from '#kit/server/deliveries.ts';
import { covers } from '#tests/spec/covers.ts';
import { doorway, openQueue, type QueueScene } from './queue-scene.ts';

let scene: QueueScene;

beforeEach(async () => {
  scene = await openQueue();
});
afterEach(() => scene.stop());

const runningOf = async (handler: string, tenant?: number): Promise<number> =>
  (await scene.rows(handler, tenant)).filter(({ status }) => status === 'running').length;

test('three hundred acceptances that hang hold half the places; a label is carried out at once', async () => {
  const accept = doorway(4);
  const label = doorway(1);
  const worker = scene.node({ accept, label }, { concurrency: 6 });
  await scene.store('accept', 300);
  worker.wake();
  await accept.filled(3);
  await scene.store('label', 1);
  worker.wake();
  await label.filled(1);
  expect(accept.inside).toHaveLength(3);
  expect(await runningOf('accept')).toBe(3);
  label.open();
  accept.open();
  await worker.settled();
  const left = (await scene.rows('accept')).filter(({ status }) => status !== 'ok');
  expect(left).toEqual([]);
});

test('a tenant whose every call hangs never has all places: the pull of another one runs', async () => {
  covers('ours: the queue');
  const kinds = { pull: doorway(3), accept: doorway(4), stock: doorway(5) };
  const theirs = doorway(3);
  const label = doorway(1);
  const pull: QueuedHandler = {
    rank: 3,
    run: (attempt) => (attempt.tenant === 2 ? theirs : kinds.pull).run(attempt),
  };
  // All of it is there before the first look, which would fill the places with what it finds.
  for (const kind of ['pull', 'accept', 'stock']) await scene.store(kind, 20);
  const worker = scene.node({ ...kinds, pull, label }, { concurrency: 6 });
  const hanging = (): number => Object.values(kinds).reduce((sum, { inside }) => sum + inside.length, 0);
  await Promise.all(Object.values(kinds).map((kind) => kind.filled(1)));
  // Whatever else it asks for, four of six places are all it gets, and a fifth for what is urgent.
  worker.wake();
  await scene.store('label', 3);
  worker.wake();
  await label.filled(1);
  await scene.store('pull', 1, 2);
  worker.wake();
  await theirs.filled(1);
  expect(hanging()).toBe(4);
  expect(label.inside).toHaveLength(1);
  for (const door of [theirs, label, ...Object.values(kinds)]) door.open();
  await worker.settled();
});

test('places follow rank: of what is due at once the urgent comes first, each kind gets its turn', async () => {
  const order: string[] = [];
  const first = doorway(1);
  const quick = (name: string, rank: number): QueuedHandler => ({
    rank,
    run: async () => void order.push(name),
  });
  const worker = scene.node(
    {
      first,
      accept: quick('accept', 4),
      stock: quick('stock', 5),
      pull: quick('pull', 3),
      label: quick('label', 1),
    },
    { concurrency: 1 },
  );
  await scene.store('first', 1);
  worker.wake();
  await first.filled(1);
  await scene.store('stock', 2);
  await scene.store('accept', 2);
  await scene.store('pull', 2);
  await scene.store('label', 2);
  first.open();
  await worker.settled();
  expect(order).toEqual(['label', 'label', 'pull', 'pull', 'accept', 'accept', 'stock', 'stock']);
});

test('what has been due for minutes is not passed over by newer work of a higher rank', async () => {
  const order: string[] = [];
  const quick = (name: string, rank: number): QueuedHandler => ({
    rank,
    run: async () => void order.push(name),
  });
  await scene.store('stock', 1);
  scene.pass(120_000);
  await scene.store('pull', 2);
  await scene.store('label', 1);
  const worker = scene.node(
    { stock: quick('stock', 5), pull: quick('pull', 3), label: quick('label', 1) },
    { concurrency: 1 },
  );
  await worker.settled();
  // Nothing grows as urgent as a label.
  expect(order).toEqual(['label', 'stock', 'pull', 'pull']);
});

test('an import has places of its own: neither waits for the other', async () => {
  const sheet = { ...doorway(2), isLong: true };
  const accept = doorway(4);
  const worker = scene.node({ sheet, accept }, { concurrency: 2 });
  await scene.store('accept', 10);
  await scene.store('sheet', 5);
  await scene.store('sheet', 1, 2);
  worker.wake();
  // Two of one tenant at most; the third place is the other tenant's.
  await Promise.all([accept.filled(1), sheet.filled(3)]);
  expect(sheet.inside.map(({ tenant }) => tenant).sort()).toEqual([1, 1, 2]);
  sheet.open();
  accept.open();
  await worker.settled();
});

test('of one aggregate never two run at once, in the order of their events', async () => {
  const seen: string[] = [];
  let inside = 0;
  const kind: QueuedHandler = {
    rank: 3,
    run: async (attempt) => {
      expect(++inside).toBe(1);
      await attempt.note({ seen: true });
      seen.push(attempt.id);
      inside -= 1;
    },
  };
  await scene.store('kind', 12);
  await scene.tx((tx) => tx.run`update delivery set aggregate = 'one' where tenant_id = ${tx.tenant}`);
  const workers = [scene.node({ kind }), scene.node({ kind })];
  await Promise.all(workers.map((worker) => worker.settled()));
  for (const worker of workers) await worker.settled();
  expect(seen).toEqual((await scene.rows('kind')).map(({ id }) => id));
});
