import { afterEach, beforeEach, expect, test } from 'vitest';
import { LeaseLost, noteInTransaction, type QueuedHandler } from '#kit/server/deliveries.ts';
import { covers } from '#tests/spec/covers.ts';
import { doorway, openQueue, type QueueScene } from './queue-scene.ts';

let scene: QueueScene;

beforeEach(async () => {
  scene = await openQueue();
});
afterEach(() => scene.stop());

const endLease = (): Promise<number> =>
  scene.tx(
    (tx) => tx.run`
      update delivery set lease_until = clock_timestamp() - interval '1 second'
      where tenant_id = ${tx.tenant} and status = 'running'`,
  );

test('a node whose clock runs five minutes ahead steals nothing that runs elsewhere', async () => {
  const here = doorway(3);
  const there = doorway(3);
  await scene.store('call', 1);
  const first = scene.node({ call: here });
  first.wake();
  await here.filled(1);
  const ahead = scene.node({ call: there }, { clock: () => new Date(scene.now().getTime() + 300_000) });
  await ahead.settled();
  expect(there.inside).toEqual([]);
  here.open();
  await first.settled();
  expect(await scene.rows('call')).toMatchObject([{ status: 'ok', attempts: 1 }]);
});

test('a node whose clock runs behind leaves no lease that has ended before it began', async () => {
  const here = doorway(3);
  const there = doorway(3);
  await scene.store('call', 1);
  scene.pass(600_000);
  const behind = scene.node({ call: here }, { clock: () => new Date(scene.now().getTime() - 300_000) });
  behind.wake();
  await here.filled(1);
  await scene.node({ call: there }).settled();
  expect(there.inside).toEqual([]);
  here.open();
  await behind.settled();
});

test('what takes longer than a lease is still this node’s: the lease is renewed while it runs', async () => {
  const [here, there] = [doorway(3), doorway(3)];
  const renewals: { renew: () => Promise<void>; everyMs: number; isStopped: boolean }[] = [];
  await scene.store('call', 1);
  // It looks once when it starts: woken again it might take up itself what it has just lost.
  const slow = scene.node(
    { call: here },
    {
      leaseSeconds: 90,
      repeat(renew, everyMs) {
        const renewal = { renew, everyMs, isStopped: false };
        renewals.push(renewal);
        return () => void (renewal.isStopped = true);
      },
    },
  );
  await here.filled(1);
  const [renewal] = renewals;
  // Its first lease is over; nobody looks until it has another one.
  await endLease();
  await renewal?.renew();
  const { seconds } = await scene.tx(
    (tx) => tx.one<{ seconds: number }>`
      select extract(epoch from lease_until - clock_timestamp())::float8 as seconds from delivery
      where tenant_id = ${tx.tenant}`,
  );
  there.open();
  await scene.node({ call: there }).settled();
  const wasStopped = renewal?.isStopped;
  here.open();
  await slow.settled();
  expect(there.inside).toEqual([]);
  expect(seconds).toBeGreaterThan(0);
  expect(seconds).toBeLessThanOrEqual(90);
  expect(await scene.rows('call')).toMatchObject([{ status: 'ok', attempts: 1 }]);
  expect(renewals).toHaveLength(1);
  // Where one renewal fails there is time for another.
  expect(renewal?.everyMs).toBeGreaterThan(0);
  expect(renewal?.everyMs).toBeLessThan(45_000);
  expect([wasStopped, renewal?.isStopped]).toEqual([false, true]);
});

test('a lost lease: what the slow node does after that has no effect, and no note', async () => {
  covers('ours: the queue');
  const outcomes: unknown[] = [];
  const door = doorway(3);
  const slow: QueuedHandler = {
    rank: 3,
    async run(attempt) {
      await door.run(attempt);
      const reported = await Promise.allSettled([
        attempt.note({ sent: false }),
        attempt.tx((tx) => noteInTransaction(tx, attempt, { sent: false })),
        attempt.finish(async (tx) => {
          await tx.run`update delivery set last_error = 'twice' where tenant_id = ${tx.tenant}`;
        }),
      ]);
      outcomes.push(...reported.map((one) => (one.status === 'rejected' ? one.reason : 'done')));
      throw outcomes.at(-1);
    },
  };
  await scene.store('call', 1);
  // A node looks once when it starts; woken again it might take up what it has just lost.
  const stalled = scene.node({ call: slow });
  await door.filled(1);
  await endLease();
  const other = doorway(3);
  const heir = scene.node({
    call: {
      rank: 3,
      run: async (attempt) => {
        await attempt.note({ sent: true });
        await other.run(attempt);
      },
    },
  });
  heir.wake();
  await other.filled(1);
  expect(other.inside[0]?.attempt).toBe(2);
  door.open();
  await stalled.stop();
  expect(outcomes).toHaveLength(3);
  for (const outcome of outcomes) expect(outcome).toBeInstanceOf(LeaseLost);
  expect(await scene.rows('call')).toMatchObject([
    { status: 'running', attempts: 2, lastError: null, progress: { sent: true } },
  ]);
  other.open();
  await heir.settled();
  expect(await scene.rows('call')).toMatchObject([{ status: 'ok', progress: { sent: true } }]);
});

test('the same node that lost a lease and took it up again is two attempts, one effect', async () => {
  const doors = [doorway(3), doorway(3)];
  const effects: number[] = [];
  const call: QueuedHandler = {
    rank: 3,
    async run(attempt) {
      await doors[attempt.attempt - 1]?.run(attempt);
      await attempt.finish();
      effects.push(attempt.attempt);
    },
  };
  await scene.store('call', 1);
  const node = scene.node({ call });
  node.wake();
  await doors[0]?.filled(1);
  await endLease();
  node.wake();
  await doors[1]?.filled(1);
  doors[0]?.open();
  doors[1]?.open();
  await node.settled();
  expect(effects).toEqual([2]);
});
