import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { news, openSocket, settled } from '#tests/harness/socket-client.ts';
import { openSocketScene, type Node, type Person, type SocketScene } from './socket-scene.ts';

/** Who wants too much of sockets; by the attack list. */

let scene: SocketScene;
let main: Node;
let admin: Person;
let ops: Person;

beforeAll(async () => {
  scene = await openSocketScene();
  ({ admin, ops } = scene);
  main = await scene.node();
});
afterEach(() => scene.hangUp());
afterAll(() => scene?.stop());

test('K6 whoever floods, sends giants or says nothing is closed', async () => {
  const strict = await scene.node({ sockets: { idleMs: 400, checkMs: 50 } });
  const [flood, giant, wordy, idle] = [
    await scene.notices(main, admin),
    await scene.notices(main, admin),
    await scene.page(main, admin, 'base:shipMethod'),
    await scene.notices(strict, admin),
  ];
  for (let n = 0; n < 10_000; n++) flood.say('HeartBeat');
  expect([1006, 1008]).toContain(await flood.closed);
  expect(flood.heard.length).toBeLessThan(500);
  giant.ws.send(Buffer.alloc(50 * 1024 * 1024), () => undefined);
  expect([1006, 1009]).toContain(await giant.closed);
  const reader = await scene.page(main, ops, 'base:shipMethod');
  wordy.say({ type: 'common_send_date', data: { key: 'k', args: 'x'.repeat(30_000) } });
  await settled(wordy);
  await settled(reader);
  expect(news(reader)).toEqual([]);
  expect(await idle.closed).toBe(4408);
});

test('K6 one person keeps only so many sockets open, asked for one by one or all at once', async () => {
  const who = await scene.visitor();
  const small = await scene.node({ sockets: { perUser: 5 } });
  const url = `${small.url}/websocket/${who.id}`;
  const tries = await Promise.all(Array.from({ length: 50 }, () => openSocket(url, who.client.token)));
  const sockets = tries.filter((one) => typeof one !== 'number');
  await expect.poll(() => sockets.filter((socket) => socket.isOpen()).length).toBe(5);
  expect(await openSocket(url, who.client.token)).toBe(429);
  await scene.notices(small, admin);
  const [first] = sockets.filter((socket) => socket.isOpen());
  first?.ws.close();
  await first?.closed;
  await expect
    .poll(async () => {
      const again = await openSocket(url, who.client.token);
      return typeof again;
    })
    .toBe('object');
});

test('K6 a reader that does not keep up is dropped', async () => {
  const tight = await scene.node({ sockets: { unreadBytes: 64 * 1024 } });
  const [slow, quick] = [await scene.notices(tight, ops), await scene.notices(tight, admin)];
  slow.ws.pause();
  const msgTxt = '慢'.repeat(20_000);
  await expect
    .poll(
      () => {
        for (let n = 0; n < 50; n++)
          tight.app.sockets.push.toUser(1, ops.id, { cmd: 'user', msgId: String(n), msgTxt });
        return tight.app.sockets.count(ops.id);
      },
      { interval: 5 },
    )
    .toBe(0);
  slow.ws.resume();
  await slow.closed;
  await settled(quick);
});
